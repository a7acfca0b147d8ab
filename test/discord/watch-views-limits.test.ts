import { policyChanges } from '../support/server-notes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachLanguage } from '../support/texts.ts'
import { forgetQuestionView, forgottenView } from '../../src/watch/discord/forget-view.ts'
import { toListedOwnBans, toOwnBanNotes } from '../../src/bans/discord/account-notes.ts'
import { LONGEST_FOUND } from '../support/own-bans.ts'
import { historyView } from '../../src/watch/discord/history-view.ts'
import { languageSetView } from '../../src/watch/discord/language.ts'
import { importedView, importPreviewView } from '../../src/watch/discord/import.ts'
import { type ShownList, watchListView } from '../../src/watch/discord/list.ts'
import { logView } from '../../src/watch/discord/log-view.ts'
import { addedView, entryView, removedView } from '../../src/watch/discord/watch-views.ts'
import { CHANGE_KINDS, type BanChange, statusOf } from '../../src/model/ban-record.ts'
import { LANGUAGES } from '../../src/model/language.ts'
import type { KnownBans, Observation } from '../../src/watch/history.ts'
import type { WatchEntry } from '../../src/watch/list-watches.ts'
import type { AuditEntry } from '../../src/watch/read-audit-log.ts'
import {
  PUBLISHED,
  anyTexts,
  authors,
  checkViews,
  counts,
  expectAcceptable,
  names,
  orNull,
  reasons,
  seconds,
  shownAccounts,
  snowflakes,
  steamIds,
  UNDO,
} from '../support/view-limits.ts'
import { CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { textOf } from '../support/view-content.ts'
import { nth } from '../support/watch-tests.ts'

const intervals = fc
  .tuple(seconds, fc.integer({ min: 1, max: 5_000_000 }))
  .map(([after, length]) => ({ after, before: after + length }))
const records = fc.record(
  {
    NumberOfVACBans: counts,
    NumberOfGameBans: counts,
    DaysSinceLastBan: counts,
    CommunityBanned: fc.boolean(),
    EconomyBan: fc.oneof(
      fc.constantFrom('none', 'probation', 'banned'),
      names.filter((name) => name !== ''),
    ),
  },
  { requiredKeys: [] },
)
const known: fc.Arbitrary<KnownBans> = fc
  .record({
    record: orNull(records),
    lastBan: orNull(intervals),
    checkedAt: orNull(seconds),
    hasNoRecord: fc.boolean(),
  })
  .map((bans) => ({ ...bans, status: bans.record ? statusOf(bans.record) : 'unknown' }))
const watches = fc.record({
  guildId: snowflakes,
  steamId: steamIds,
  addedBy: authors,
  addedAt: seconds,
  reason: reasons,
  until: orNull(seconds),
  baselineAt: orNull(seconds),
})
const profiles = fc.record({ name: orNull(names), isPrivate: orNull(fc.boolean()) })
const entries: fc.Arbitrary<WatchEntry> = fc
  .tuple(watches, fc.record({ profile: profiles, bans: known, changedAt: orNull(seconds) }))
  .map(([watch, more]) => ({ ...watch, ...more }))
const distinctEntries = fc.uniqueArray(entries, { selector: ({ steamId }) => steamId, minLength: 8, maxLength: 25 })
const statuses: fc.Arbitrary<ShownList['status']> = fc.record({
  count: counts,
  limit: counts,
  alertChannelId: orNull(snowflakes),
  alertRoleId: orNull(snowflakes),
  reportsJoins: fc.boolean(),
  alertBlock: orNull(fc.constantFrom('channel_gone' as const, 'forbidden' as const)),
  refusedLog: orNull(
    fc.record({ channelId: snowflakes, block: fc.constantFrom('channel_gone' as const, 'forbidden' as const) }),
  ),
  waiting: counts,
  intervalSeconds: fc.integer({ min: 1, max: 10_000_000 }),
  isStretched: fc.boolean(),
  lastSweepAt: orNull(seconds),
  neverChecked: counts,
  noRecord: counts,
  overdue: counts,
})
const filters = fc.record({
  show: fc.constantFrom('all' as const, 'changed' as const, 'banned' as const),
  text: anyTexts(12),
})
const changes: fc.Arbitrary<BanChange> = fc
  .record({
    kind: fc.constantFrom(...CHANGE_KINDS),
    isLifted: fc.boolean(),
    when: intervals,
    numbers: fc.tuple(counts, counts),
    words: fc.tuple(names, names),
  })
  .map(({ kind, isLifted, when, numbers, words }) => {
    const [from, to] = kind === 'trade' ? words : kind === 'community' ? [isLifted, !isLifted] : numbers
    return { kind, isLifted, when, from, to }
  })
const observations: fc.Arbitrary<Observation> = fc.record({
  id: counts,
  steamId: steamIds,
  firstSeenAt: seconds,
  lastSeenAt: seconds,
  record: records,
  lastBan: orNull(intervals),
  changes: fc.array(changes, { maxLength: 5 }),
})
const logged: fc.Arbitrary<AuditEntry> = fc.record({
  guildId: snowflakes,
  at: seconds,
  userId: orNull(authors),
  action: fc.constantFrom('added', 'removed', 'imported', 'expired', 'channel_set', 'language_set', 'forgotten'),
  steamId: orNull(steamIds),
  detail: fc.oneof(
    reasons,
    snowflakes,
    fc.tuple(snowflakes, snowflakes).map((ids) => ids.join(' ')),
  ),
})
const LONGEST_FILTER = { search: '*'.repeat(48), userId: '1234567890123456789' }
const LONGEST_NAMES = new Map(Array.from({ length: 30 }, (_, index) => [nth(index), '*'.repeat(32)]))
const lines = fc.array(anyTexts(200), {
  maxLength: 1_000,
  size: 'max',
})

describe.each(eachLanguage)('the views of watch lists in %s', (_, texts) => {
  test('any list fits into a message, on any page', () => {
    const ban = { reason: 'aimbot', until: null }
    checkViews(
      fc.tuple(distinctEntries, filters, statuses, fc.nat({ max: 3 }), fc.constantFrom('banned', 'none', 'unknown')),
      ([list, filter, status, page, state]) => {
        const found = { banned: ban, none: null, unknown: 'unknown' as const }[state]
        const ownBans = toListedOwnBans(new Map(list.map(({ steamId }) => [steamId, found])), texts)
        return watchListView({ entries: list, filter, status, ownBans, now: NOW }, page, texts)
      },
    )
  })

  test('an entry, a question and an answer about it fit', () => {
    checkViews(fc.tuple(entries, shownAccounts, fc.boolean()), ([entry, account, isChecked]) =>
      addedView(
        {
          watch: entry,
          bans: entry.bans,
          isChecked,
          count: 1,
          ownBan: toOwnBanNotes(entry.steamId, LONGEST_FOUND, texts),
          hasAlertChannel: false,
          limit: 1_000,
          now: NOW,
          undo: UNDO,
        },
        account,
        texts,
      ),
    )
    const ownBan = toOwnBanNotes('76561202255233023', LONGEST_FOUND, texts)
    checkViews(fc.tuple(entries), ([entry]) => entryView({ ...entry, ownBan }, NOW, texts))
    checkViews(fc.tuple(watches, shownAccounts), ([watch, account]) =>
      removedView({ watch, undo: UNDO }, account, texts),
    )
    checkViews(fc.tuple(shownAccounts), ([account]) =>
      forgetQuestionView(account, { isBanned: true, published: PUBLISHED }, texts),
    )
    checkViews(fc.tuple(shownAccounts, fc.boolean(), fc.boolean()), ([account, wasWatched, hadException]) =>
      forgottenView(account, { wasWatched, hadException, ban: 'stays' }, PUBLISHED, texts),
    )
  })

  test('any log fits', () => {
    const logs = fc.tuple(fc.array(logged, { maxLength: 30 }), fc.nat({ max: 4 }), fc.boolean())
    checkViews(logs, ([log, page, isCut]) =>
      logView(
        { entries: log, isCut, hasHiddenChanges: isCut, filter: LONGEST_FILTER, names: LONGEST_NAMES },
        page,
        policyChanges(texts),
        texts,
      ),
    )
  })

  test('any choice of the language of the server fits', () => {
    const ofServer = fc.record({ language: fc.constantFrom(...LANGUAGES), isChosen: fc.boolean() })
    checkViews(fc.record({ before: ofServer, now: ofServer }), (set) => languageSetView(set, texts))
  })

  test('any history fits', () => {
    checkViews(
      fc.tuple(fc.array(observations, { maxLength: 25 }), known, shownAccounts, fc.boolean(), fc.nat({ max: 3 })),
      ([seen, bans, account, isWatchedHere, page]) => {
        const since = seen.at(-1)?.firstSeenAt ?? null
        const ownBan = toOwnBanNotes('76561202255233023', LONGEST_FOUND, texts)
        const items = seen.map(({ firstSeenAt: at }) => ({ at, text: '*'.repeat(400) }))
        const known = { steamId: account.steamId, bans, observations: seen, since, isWatchedHere }
        const history = { ...known, items, ownBan, record: null, now: NOW }
        return historyView(history, account, page, texts)
      },
    )
  })

  test('any import fits', () => {
    const ids = fc.array(steamIds, { maxLength: 1_000, size: 'max' })
    checkViews(
      fc.tuple(fc.tuple(ids, ids, ids), fc.tuple(lines, lines, lines, lines), reasons, fc.boolean()),
      ([[fitting, alreadyWatched, overLimit], [notRecognized, notFound, overNames, unresolved], reason, isOver]) => {
        const limit = isOver ? { code: 'list_full' as const, limit: 1_000 } : null
        const preview = { fitting, alreadyWatched, overLimit, limit, notRecognized, notFound, overNames, unresolved }
        const spelling = isOver
          ? { encoding: 'Windows-1251', words: ['ж', 'ш', 'щ'].map((letter) => letter.repeat(20)) }
          : null
        return importPreviewView({ ...preview, spelling, reason, id: 'x'.repeat(16) }, texts)
      },
    )
    checkViews(fc.tuple(ids, ids, ids, fc.boolean()), ([added, alreadyWatched, overLimit, hasAlertChannel]) => {
      const limit = { code: 'list_full' as const, limit: 1_000 }
      const leftOut = { accounts: 5, limit, overNames: 1_000, unresolved: 50 }
      const imported = { added, alreadyWatched, overLimit, limit, count: 7, hasAlertChannel, undo: UNDO }
      return importedView(imported, 1_000, texts, leftOut)
    })
  })

  test('a whole page of entries with reasons of 200 characters is shown', () => {
    const record = {
      ...CLEAN_RECORD,
      NumberOfVACBans: 1,
      NumberOfGameBans: 2,
      CommunityBanned: true,
      EconomyBan: 'banned',
    }
    const list = Array.from({ length: 10 }, (__, index): WatchEntry => ({
      guildId: '100000000000000000',
      steamId: nth(index),
      addedBy: '100000000000000001',
      addedAt: 1_700_000_000,
      reason: `Причина ${index} `.padEnd(200, 'и ещё одна причина '),
      until: 1_800_000_000,
      baselineAt: 1_700_000_000,
      profile: { name: 'Игрок с именем в тридцать две буквы'.slice(0, 32), isPrivate: false },
      bans: {
        status: 'banned',
        record,
        lastBan: { after: 1_699_000_000, before: 1_699_172_800 },
        checkedAt: 1_700_000_000,
        hasNoRecord: false,
      },
      changedAt: 1_700_000_000,
    }))
    const filter = { show: 'all' as const, text: '' }
    const ownBans = toListedOwnBans(new Map(), texts)
    const quiet = { reportsJoins: false, alertBlock: null, refusedLog: null, isStretched: false, lastSweepAt: null }
    const channel = { alertChannelId: '100000000000000002', alertRoleId: '100000000000000003' }
    const none = { waiting: 0, neverChecked: 0, noRecord: 0, overdue: 0 }
    const status = { ...quiet, ...channel, ...none, count: 10, limit: 1_000, intervalSeconds: 3_600 }
    const view = watchListView({ entries: list, filter, status, ownBans, now: NOW }, 0, texts)
    expectAcceptable(view)
    for (const [index, { steamId }] of list.entries()) {
      expect(textOf(view)).toContain(`\`${steamId}\``)
      expect(textOf(view)).toContain(`Причина ${index} и ещё одна`)
    }
  })

  test('an account whose bans or profile are not fully known, or whose profile is private, never looks clean', () => {
    fc.assert(
      fc.property(entries, (entry) => {
        const { NumberOfVACBans, NumberOfGameBans, CommunityBanned, EconomyBan } = entry.bans.record ?? {}
        const isClean =
          NumberOfVACBans === 0 && NumberOfGameBans === 0 && CommunityBanned === false && EconomyBan === 'none'
        const ownBan = toOwnBanNotes(entry.steamId, { state: 'none' }, texts)
        const shown = textOf(entryView({ ...entry, ownBan }, NOW, texts))
        expect(shown.includes('✅')).toBe(isClean && entry.profile.isPrivate === false)
        expect(shown.includes('🔒')).toBe(isClean && entry.profile.isPrivate === true)
      }),
    )
  })
})
