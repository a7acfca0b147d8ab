import type { FoundBy } from '../../src/model/steam-id.ts'
import { accountNotes, listNotes } from '../support/server-notes.ts'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { FRIEND_KINDS } from '../../src/accounts/presentation/friend-filter.ts'
import { CommandError, type CommandErrorCode } from '../../src/discord/command-error.ts'
import { eachLanguage } from '../support/texts.ts'
import { batchProgressView } from '../../src/accounts/discord/views/batch-progress-view.ts'
import { batchView } from '../../src/accounts/discord/views/batch-view.ts'
import { compareView } from '../../src/accounts/discord/views/compare-view.ts'
import { errorView } from '../../src/app/bot/error-view.ts'
import { friendsView } from '../../src/accounts/discord/views/friends-view.ts'
import { scanningView, stoppedView } from '../../src/accounts/discord/views/scan-view.ts'
import { inventoryView } from '../../src/accounts/discord/views/inventory-view.ts'
import { lookupView } from '../../src/accounts/discord/views/lookup-view.ts'
import { countersView, figuresView } from '../../src/accounts/discord/views/stats-view.ts'
import type { Account, Bans, FriendEntry } from '../../src/model/account.ts'
import { ERROR_CODES, type ErrorCode, RapsheetError } from '../../src/model/error.ts'
import type { Inventory } from '../../src/model/inventory.ts'
import { UNREPORTED } from '../../src/model/stats-table.ts'
import { type Stats, statsSchema } from '../../src/model/stats.ts'
import type { AccountRecord } from '../../src/accounts/find-record.ts'
import type { CheckedEntry, Lines } from '../../src/accounts/discord/batch-state.ts'
import { toOwnBanNotes } from '../../src/bans/discord/account-notes.ts'
import { LONGEST_FOUND, LONGEST_STORED } from '../support/own-bans.ts'
import { cached, summaryOf } from '../support/fake-context.ts'
import { policyOf } from '../support/policies.ts'
import {
  anyTexts,
  checkViews,
  counts,
  expectSendable,
  names,
  seconds,
  shownAccounts,
  steamIds,
  type ShownAccount,
} from '../support/view-limits.ts'
import { numRuns } from '../support/num-runs.ts'
import { isBanned } from '../../src/model/is-banned.ts'
import { statsWith } from '../support/stats.ts'
import { textOf } from '../support/view-content.ts'

const isErrorCode = (code: ErrorCode | CommandErrorCode): code is ErrorCode =>
  ERROR_CODES.some((known) => known === code)
/** The largest number. */
const MOST = Number.MAX_SAFE_INTEGER
/** The id of something that is kept. */
const ID = 'x'.repeat(16)
const bans: fc.Arbitrary<Bans> = fc
  .record({
    NumberOfVACBans: counts,
    NumberOfGameBans: counts,
    DaysSinceLastBan: counts,
    CommunityBanned: fc.boolean(),
    EconomyBan: fc.oneof(fc.constantFrom('none', 'probation', 'banned'), names),
  })
  .map((record) => ({ ...record, VACBanned: record.NumberOfVACBans > 0 }))
const SUMMARY = cached(summaryOf('76561198000010431'))
const records: fc.Arbitrary<AccountRecord | null> = fc.option(
  bans.map((value) => ({ bans: { value, fetchedAt: 200, expiresAt: 300 }, summary: SUMMARY })),
)
const WORST_BANS: Bans = {
  VACBanned: true,
  NumberOfVACBans: MOST,
  NumberOfGameBans: MOST,
  DaysSinceLastBan: MOST,
  CommunityBanned: true,
  EconomyBan: '*'.repeat(500),
}
const WORST_RECORD: AccountRecord = { bans: { value: WORST_BANS, fetchedAt: 200, expiresAt: 300 }, summary: SUMMARY }
const hours = fc.oneof(fc.constantFrom(0, 0.1, MOST), fc.nat({ max: 100_000 }))
const statsHours = fc.option(
  fc
    .option(fc.record({ total: hours, twoWeeks: fc.nat({ max: 336 }) }))
    .map((value) => ({ value, fetchedAt: 100, expiresAt: 2 })),
  { nil: undefined },
)
const profile = fc.record({
  personaname: names,
  profileurl: fc.constantFrom(
    '',
    'https://steamcommunity.com/id/x/',
    `https://steamcommunity.com/id/${'_'.repeat(32)}/`,
  ),
  avatarfull: fc.constantFrom('', 'https://avatars.steamstatic.com/fef49e7fa7e1997310d705b2a6158ff8dc1cdfeb_full.jpg'),
  timecreated: fc.option(seconds),
  loccountrycode: fc.option(fc.constantFrom('DE', 'XX', 'US')),
})
const resolvedFrom = fc.option(fc.constantFrom('x', 'W'.repeat(32), '_'.repeat(32)))
const accounts: fc.Arbitrary<Account> = fc.record({
  steamId: steamIds,
  resolvedFrom,
  profile,
  bans,
  rustHours: fc.option(hours),
  rustHoursTwoWeeks: fc.option(hours),
  friendsPrivate: fc.boolean(),
  unavailable: fc.subarray(['rustHours', 'friendsPrivate'] as const),
  fetchedAt: seconds,
  partsFetchedAt: fc.record({
    profile: seconds,
    bans: seconds,
    rustHours: fc.option(seconds),
    friendsPrivate: fc.option(seconds),
  }),
})
const friends: fc.Arbitrary<FriendEntry> = fc
  .record({
    steamId: steamIds,
    personaname: names,
    friendSince: fc.oneof(fc.constant(0), seconds),
    banDetails: bans,
    rustHours: fc.option(hours),
    unavailable: fc.subarray(['rustHours'] as const),
  })
  .map((friend) => ({ ...friend, avatar: '', profileurl: '', banned: isBanned(friend.banDetails) }))
const unchecked = fc.array(
  fc.record({ steamId: steamIds, friendSince: fc.oneof(fc.constant(0), seconds), personaname: fc.option(names) }),
  {
    maxLength: 20,
  },
)
const withoutProfile = fc.array(fc.record({ steamId: steamIds, banDetails: bans }), { maxLength: 20 })
const filters = fc.record({
  kind: fc.constantFrom(...FRIEND_KINDS),
  within: fc.option(fc.nat({ max: 10_000 })),
  page: fc.nat({ max: 99 }),
  offset: fc.nat({ max: 19 }).map((part) => part * 100),
})
const longestOrigin: FoundBy = { customUrl: '_'.repeat(32) }
const origins = shownAccounts.map(({ foundBy }) => foundBy)

/** The policy with the longest reasons, whatever it is asked. */
const judging = {
  policy: policyOf({
    maxVacBans: 0,
    maxGameBans: 0,
    banForgottenAfterDays: 36_500,
    denyCommunityBan: true,
    denyTradeBan: true,
    denyTradeProbation: true,
    minAccountAgeDays: 36_500,
    minRustHours: 100_000,
    denyHiddenHours: true,
    denyUnconfigured: true,
  }),
  now: 4_000_000_000,
}
const known = <T>(value: T) => ({ kind: 'known' as const, value, fetchedAt: 4_000_000_000, isStale: false })
const unavailable = { kind: 'unavailable' } as const

/** A friend with every kind of ban and the longest possible name. */
const worst: FriendEntry = {
  steamId: '76561202255233023',
  personaname: '*'.repeat(31) + '\u05e9',
  avatar: '',
  friendSince: 1_300_000_000,
  profileurl: '',
  banned: true,
  rustHours: 123_456.7,
  banDetails: {
    VACBanned: true,
    NumberOfVACBans: 999,
    NumberOfGameBans: 999,
    DaysSinceLastBan: 9_999,
    CommunityBanned: true,
    EconomyBan: 'probation',
  },
  unavailable: [],
}

/** A friend with impossibly large figures. */
const absurd: FriendEntry = { ...worst, rustHours: MOST, banDetails: WORST_BANS }

const WORST_NAMED = { steamId: worst.steamId, name: worst.personaname, isPrivate: null, foundBy: longestOrigin }

/** The record of an account whose friends are checked, with every kind of ban. */
const worstRecord = { summary: cached(summaryOf(worst.steamId)), bans: cached(worst.banDetails) }

const SCAN = { scanId: '9'.repeat(19), fetchedAt: 1, record: worstRecord }
/** The colour of an account that is known to be clean, as a part of its message. */
const CLEAN_COLOUR = '"accent_color":2991182'
const lines: fc.Arbitrary<Lines> = fc.oneof(
  fc.record({ count: counts, lines: fc.array(names, { minLength: 1, maxLength: 300, size: 'max' }) }),
  fc.constant<Lines>({ count: 0, lines: [] }),
)
/** Views that are also posted. */
const sendable = { expectFits: expectSendable }
const checkedEntries: fc.Arbitrary<CheckedEntry> = fc.oneof(
  fc.record({
    input: names,
    steamId: steamIds,
    resolvedFrom,
    name: names,
    timecreated: fc.option(seconds),
    isPrivate: fc.constant(null),
    isConfigured: fc.constant(null),
    bans,
    fetchedAt: seconds,
  }),
  fc.record({
    input: names,
    code: fc.constantFrom<ErrorCode>('account_not_found', 'platform_unavailable', 'malformed_account', 'key_refused'),
    bans: fc.option(bans),
  }),
)
const batches = fc.record({
  checked: fc.array(checkedEntries, { minLength: 1, maxLength: 120, size: 'max' }),
  waiting: fc.array(names, { maxLength: 50 }),
  repeated: lines,
  notRecognized: lines,
  // Three names of 32 characters hold at most four accounts each, such as `[U:1:1]`.
  named: fc.record({
    userId: fc.constant('1'.repeat(20)),
    found: fc.array(
      fc.record({
        account: fc.oneof(steamIds, fc.constant('_'.repeat(32))),
        kind: fc.constantFrom('nickname' as const, 'displayName' as const, 'userName' as const),
      }),
      { maxLength: 12, size: 'max' },
    ),
    isNicknameRead: fc.boolean(),
  }),
})

describe.each(eachLanguage)('the views in %s', (language, texts) => {
  const ownBan = toOwnBanNotes(worst.steamId, LONGEST_FOUND, texts)
  const hasShortWords = ['en', 'de'].includes(language) && !inject('isPseudoLocale')

  test('any account fits into a message', () => {
    const watch = { guildId: '1', addedBy: '9'.repeat(19), addedAt: 4_000_000_000, until: null, baselineAt: null }
    const scans = fc.record({ banned: counts, checked: counts, at: seconds })
    checkViews(
      fc.tuple(accounts, origins, fc.array(names, { maxLength: 20, size: 'max' }), scans),
      ([account, foundBy, earlier, scan]) => {
        const { steamId, rustHours } = account
        const facts = {
          steamId,
          bans: known(account.bans),
          profile:
            rustHours === null
              ? unavailable
              : known({ isPrivate: false, isConfigured: false, createdAt: 3_999_999_999 }),
          rustHours: rustHours === null ? unavailable : known({ kind: 'hours' as const, hours: rustHours }),
        }
        const entry = { ...watch, steamId, reason: '*'.repeat(200) }
        return lookupView(account, foundBy, texts, {
          notes: {
            ...accountNotes(steamId, texts, { entry, ownBan: LONGEST_FOUND, judging, facts }),
            earlierNames: earlier,
          },
          worthKnowing: [
            { kind: 'bannedFriends', scan },
            { kind: 'recentBan', days: 90 },
            { kind: 'severalBans', count: MOST },
          ],
        })
      },
      { ...sendable, runs: 100 },
    )
  })

  test('an account that is not known to be clean never looks clean', () => {
    fc.assert(
      fc.property(accounts, (account) => {
        const isClean =
          !isBanned(account.bans) &&
          account.bans.EconomyBan === 'none' &&
          account.unavailable.length === 0 &&
          account.profile.timecreated !== null
        const [container] = lookupView(account, null, texts).components
        const shown = JSON.stringify(container)
        expect(shown.includes(CLEAN_COLOUR)).toBe(isClean)
        expect(shown.includes('## ✅')).toBe(isClean)
      }),
    )
  })

  test('any friends fit into a message, on any page, with any filter, and during the scan', () => {
    const others = fc.record({
      withoutProfile,
      unchecked,
      nameless: fc.nat({ max: 80 }),
      gone: fc.nat({ max: 100 }),
      more: counts,
    })
    const found = fc.array(friends, { maxLength: 100, size: 'max' })
    checkViews(
      fc.tuple(shownAccounts, found, others, filters),
      ([who, listed, { nameless, gone, more, ...rest }, filter]) => {
        const unavailable = rest.unchecked.length + nameless
        const total = listed.length + rest.withoutProfile.length + unavailable + gone
        const scan = {
          ...who,
          ...rest,
          friends: listed,
          total,
          unavailable,
          totalFriends: total + more,
          fetchedAt: 1,
          record: worstRecord,
          banned: { id: ID, count: listed.length },
        }
        const view = friendsView(scan, filter, texts, listNotes(texts, judging))
        const isClean =
          listed.length > 0 &&
          unavailable === 0 &&
          listed.every(({ banned, banDetails }) => !banned && banDetails.EconomyBan === 'none')
        expect(JSON.stringify(view.components).includes(CLEAN_COLOUR)).toBe(isClean)
        return view
      },
      sendable,
    )
    const states = fc
      .tuple(shownAccounts, found, fc.option(fc.nat({ max: 100 })), fc.nat({ max: 100 }), counts, filters)
      .map(([who, checked, total, current, more, filter]) => ({
        ...who,
        ...SCAN,
        found: checked,
        failed: checked.length,
        filter,
        total,
        current: Math.min(current, total ?? 0),
        totalFriends: (total ?? 0) + more,
      }))
    checkViews(states, (state) => scanningView(state, texts, listNotes(texts)), sendable)
    checkViews(states, (state) => stoppedView(texts.friends.cancelled, state, texts, listNotes(texts)), sendable)
  })

  test.each([
    ['the longest names', worst],
    ['figures beyond all bounds', absurd],
  ])('a hundred banned friends with %s fit into a message during the scan and afterwards', (_, entry) => {
    const found = Array.from({ length: 100 }, () => entry)
    const who = { steamId: entry.steamId, name: entry.personaname, foundBy: longestOrigin, totalFriends: 2_000 }
    const scan = {
      ...who,
      friends: found,
      total: 100,
      unavailable: 0,
      unchecked: [],
      withoutProfile: [],
      fetchedAt: 1,
      record: worstRecord,
      banned: { id: ID, count: 100 },
    }
    const filter = { kind: 'vac' as const, within: null, page: 9, offset: 1_900 }
    const profileless = Array.from({ length: 50 }, () => entry)
    expectSendable(friendsView({ ...scan, withoutProfile: profileless }, filter, texts, listNotes(texts, judging)))
    for (let page = 0; page < 10; page++) {
      const conditions = { ...filter, page, within: entry === worst ? 10_000 : null }
      const view = friendsView(scan, conditions, texts, listNotes(texts, judging))
      expectSendable(view)
      // All ten friends of the page have room, unless their figures are impossible or the words of the language are long.
      const listed = JSON.stringify(view.components).match(/⛔🛡️ \[/g) ?? []
      if (entry === worst) expect(listed.length).toBeGreaterThanOrEqual(hasShortWords ? 10 : 8)
    }
    const state = { ...who, ...SCAN, found, failed: 100, total: 100, current: 100, filter }
    const bannedHere = listNotes(texts, judging, new Map([[entry.steamId, LONGEST_STORED]]))
    expectSendable(scanningView(state, texts, bannedHere))
    expectSendable(stoppedView(texts.friends.cancelled, { ...state, ownBan }, texts, bannedHere))
    expectSendable(friendsView({ ...scan, ownBan, withoutProfile: profileless }, filter, texts, bannedHere))
  })

  test('any comparison fits into a message', () => {
    const sides = fc.record({
      account: accounts,
      foundBy: origins,
      friends: fc.oneof(
        fc.record({ kind: fc.constant('known' as const), total: counts, unreadable: counts }),
        fc.constantFrom({ kind: 'private' as const }, { kind: 'unavailable' as const }),
      ),
    })
    const dates = fc.oneof(fc.constant(0), seconds)
    const friendship = fc.oneof(
      fc.record({ kind: fc.constant('friends' as const), since: dates }),
      fc.constantFrom({ kind: 'not friends' as const }, { kind: 'unknown' as const }),
    )
    const shared = fc.array(fc.record({ steamId: steamIds, name: fc.option(names), since: fc.tuple(dates, dates) }), {
      maxLength: 100,
      size: 'max',
    })
    checkViews(
      fc.tuple(sides, sides, friendship, fc.option(shared), fc.boolean()),
      ([a, b, between, friendsOfBoth, mayLack]) => {
        const isSharedIncomplete = mayLack && friendsOfBoth !== null
        const comparison = { friendship: between, shared: friendsOfBoth, isSharedIncomplete }
        const other = { ...b.account, steamId: `${a.account.steamId.slice(0, -1)}x` }
        const view = compareView(
          { ...comparison, sides: [a, b] },
          [
            { ...a, ownBan },
            { ...b, ownBan, account: other },
          ],
          texts,
        )
        expect(JSON.stringify(view.components).includes(texts.compare.noneShared)).toBe(
          friendsOfBoth?.length === 0 && !mayLack,
        )
        return view
      },
      sendable,
    )
  })

  test('any batch fits into a message, on any page and with hundreds of unrecognized lines', () => {
    const pages = fc.tuple(batches, fc.nat({ max: 20 }))
    checkViews(
      pages,
      ([batch, page]) => {
        const view = batchView(batch, { page, id: ID }, texts, listNotes(texts, judging))
        const isClean = batch.checked.every(
          (entry) =>
            'name' in entry && !isBanned(entry.bans) && entry.bans.EconomyBan === 'none' && entry.timecreated !== null,
        )
        if (!isClean) expect(JSON.stringify(view.components)).not.toContain(CLEAN_COLOUR)
        return view
      },
      sendable,
    )
    checkViews(
      pages,
      ([batch, page]) => {
        const ids = batch.checked.map((entry) => ('steamId' in entry && entry.steamId) || '')
        const bannedHere = new Map(ids.map((steamId) => [steamId, LONGEST_STORED]))
        return batchView(batch, { page, id: ID }, texts, listNotes(texts, judging, bannedHere))
      },
      sendable,
    )
    const ended = texts.errorTitles.budget_spent
    checkViews(
      pages,
      ([batch, page]) =>
        batchView({ ...batch, checked: [] }, { page, id: ID, ended }, texts, listNotes(texts, judging)),
      sendable,
    )
  })

  test.each([
    ['the longest names', worst],
    ['figures beyond all bounds', absurd],
  ])(
    'a batch of sixty banned accounts with %s and four hundred unrecognized lines fits',
    (_, { steamId, personaname, banDetails }) => {
      const entry = {
        input: steamId,
        steamId,
        resolvedFrom: '_'.repeat(32),
        name: personaname,
        timecreated: null,
        isPrivate: null,
        isConfigured: null,
        bans: banDetails,
        fetchedAt: 1,
      }
      const failed: ErrorCode[] = ['account_not_found', 'platform_unavailable']
      const checked = [
        ...Array.from({ length: 60 }, () => entry),
        ...failed.map((code) => ({ input: steamId, code, bans: null })),
        { input: steamId, code: 'account_not_found', bans: banDetails },
        {
          ...entry,
          bans: { ...banDetails, VACBanned: false, NumberOfVACBans: 0, NumberOfGameBans: 0, CommunityBanned: false },
        },
      ]
      const waiting = Array.from({ length: 5_000 }, () => steamId)
      const repeated = { count: 5_000, lines: waiting.slice(0, 100) }
      const notRecognized = { count: 400, lines: Array.from({ length: 400 }, () => '*'.repeat(64)) }
      const batch = { checked, waiting, repeated, notRecognized }
      for (let page = 0; page < 7; page++) {
        const notes = listNotes(texts, judging, new Map([[steamId, LONGEST_STORED]]))
        const view = batchView(batch, { page, id: ID }, texts, notes)
        expectSendable(view)
        const shown = JSON.stringify(view.components)
        // Nearly all banned accounts of a page have room though each was found by a custom URL, unless their figures are impossible or the words of the language are long.
        if (page < 6 && banDetails === worst.banDetails)
          expect(shown.match(/⛔🛡️ \[/g)?.length).toBeGreaterThanOrEqual(hasShortWords ? 8 : 6)
        expect(shown).toContain(
          page === 6 ? texts.batch.bannedOnOtherPages({ banned: 60 }) : texts.batch.bannedOnOtherPages({ banned: 51 }),
        )
      }
      for (const reason of ['rate_limited', 'server_rate_limited'] as const) {
        const wait = { reason, goesOnAt: 1_900_000_000 }
        const progress = { scanId: '1'.repeat(20), batch, results: checked, total: 500, wait }
        expectSendable(batchProgressView(progress, texts, listNotes(texts, judging)))
        expectSendable(
          batchView(batch, { page: 0, id: ID, ended: texts.errorTitles[reason] }, texts, listNotes(texts, judging)),
        )
      }
      const { files } = batchView(batch, { page: 0, id: ID }, texts, listNotes(texts))
      const table = files?.[0]?.data.toString().trim().split('\n')
      expect(table).toHaveLength(1 + 64 + 400)
    },
  )

  test('any statistics fit into a message', () => {
    const counter = fc.oneof(fc.constantFrom(0, 0.01, MOST), fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }))
    const stats = fc.record(
      Object.fromEntries(
        Object.entries(statsSchema.shape).map(([group, { shape }]) => [
          group,
          fc.record(Object.fromEntries(Object.keys(shape).map((name) => [name, counter]))),
        ]),
      ),
    ) as unknown as fc.Arbitrary<Stats>
    const most = statsWith(() => MOST)
    const worstHours = { value: { total: MOST, twoWeeks: 336 }, fetchedAt: 100, expiresAt: 2 }
    fc.assert(
      fc.property(shownAccounts, stats, statsHours, records, (who, value, rustHours, record) => {
        const report = {
          stats: {
            value: { steamId: who.steamId, stats: value, unreported: UNREPORTED },
            fetchedAt: 1,
            expiresAt: 2,
          },
          account: { ...who, record, ownBan },
        }
        expectSendable(figuresView({ ...report, rustHours }, texts))
        const counters = countersView(report, texts)
        expectSendable(counters)
        // The first and largest group is always complete.
        if (value === most) expect(textOf(counters)).toContain(texts.counters.combat.mlrsKills)
      }),
      { numRuns: numRuns(20), examples: [[WORST_NAMED, most, worstHours, WORST_RECORD]] },
    )
  })

  test('any inventory fits into a message, on any page', () => {
    const icon = `https://community.akamai.steamstatic.com/economy/image/${'a'.repeat(500)}/256fx256f`
    const items: fc.Arbitrary<Inventory['items'][number]> = fc.record({
      name: fc.oneof(names, fc.constant('*'.repeat(500))),
      icon: fc.constantFrom('', icon),
      tradable: fc.boolean(),
      marketable: fc.boolean(),
      type: names,
    })
    const worstItem = { name: '*'.repeat(500), icon, tradable: false, marketable: false, type: '' }
    const fifty = { private: false, items: Array.from({ length: 50 }, () => worstItem), total: MOST, next: null }
    const inventories = fc
      .record({ private: fc.boolean(), items: fc.array(items, { maxLength: 50, size: 'max' }), more: counts })
      .map(({ private: isPrivate, items, more }) =>
        isPrivate
          ? { private: true, items: [], total: 0, next: null }
          : { private: false, items, total: items.length + more, next: null },
      )
    checkViews<[ShownAccount, Inventory, number, AccountRecord | null]>(
      fc.tuple(shownAccounts, inventories, fc.nat({ max: 99 }), records),
      ([who, value, page, record]) =>
        inventoryView({ ...who, record, ownBan }, { value, fetchedAt: 1, expiresAt: 2 }, page, texts),
      {
        ...sendable,
        runs: 100,
        examples: [
          [WORST_NAMED, fifty, 0, WORST_RECORD],
          [WORST_NAMED, fifty, 5, WORST_RECORD],
        ],
      },
    )
  })

  test('any error fits into a message', () => {
    const codes = Object.keys(texts.errorTitles) as (ErrorCode | CommandErrorCode)[]
    const attempts = fc.record({
      requestId: fc.constant('9'.repeat(19)),
      guildId: fc.constant('9'.repeat(19)),
      subject: anyTexts(6_000),
      backTo: steamIds,
      retryId: fc.constant('v1:friends:76561202255233023:99:10000:game'),
    })
    checkViews(
      fc.tuple(fc.constantFrom(...codes), attempts, counts, fc.boolean()),
      ([code, attempt, wait, isComparison]) => {
        const other = new RapsheetError('platform_unavailable', '', { subject: '*'.repeat(64) })
        const error = isErrorCode(code)
          ? new RapsheetError(code, '', { retryAfter: wait, ...(isComparison && { other }) })
          : new CommandError(code, { retryAfterMs: wait, detail: '1 MiB' })
        return errorView(error, attempt, 1_780_000_000_000, texts, [ownBan, ownBan])
      },
      { runs: 100 },
    )
  })
})
