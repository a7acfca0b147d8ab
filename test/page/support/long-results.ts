import { accountNotes, listNotes } from '../../support/server-notes.ts'
import { ALL_FRIENDS } from '../../../src/accounts/discord/views/friend-filter.ts'
import { batchView } from '../../../src/accounts/discord/views/batch-view.ts'
import { compareView } from '../../../src/accounts/discord/views/compare-view.ts'
import { friendsView } from '../../../src/accounts/discord/views/friends-view.ts'
import { historyView } from '../../../src/watch/discord/history-view.ts'
import { inventoryView } from '../../../src/accounts/discord/views/inventory-view.ts'
import { lookupView } from '../../../src/accounts/discord/views/lookup-view.ts'
import { draftView } from '../../../src/policy/discord/policy-draft-view.ts'
import { enforceQuestionView } from '../../../src/policy/discord/mode.ts'
import type { NamedPreview } from '../../../src/policy/discord/policy-preview.ts'
import { policyVerdictView } from '../../../src/policy/discord/test.ts'
import { toListedOwnBans, toOwnBanNotes } from '../../../src/bans/discord/account-notes.ts'
import { NO_OWN_BAN } from '../../../src/accounts/discord/views/own-ban.ts'
import { scanningView, stoppedView } from '../../../src/accounts/discord/views/scan-view.ts'
import { countersView, figuresView } from '../../../src/accounts/discord/views/stats-view.ts'
import { watchListView } from '../../../src/watch/discord/list.ts'
import type { Texts } from '../../../src/app/bot/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import type { Account, Bans, FriendEntry } from '../../../src/model/account.ts'
import { UNREPORTED } from '../../../src/model/stats-table.ts'
import { statsSchema, type Stats } from '../../../src/model/stats.ts'
import { formatBans } from '../../../src/accounts/presentation/ban-status.ts'
import type { WatchEntry } from '../../../src/watch/list-watches.ts'
import { cached, NOW, summaryOf } from '../../support/fake-context.ts'
import { factsOf, known, policyOf } from '../../support/policies.ts'

/** A view of a result, and the words of its verdict that must be in sight with its buttons. */
export interface LongResult {
  name: string
  view: View
  verdict: string
}

const NAME = 'Wolfgang WWWWWWWWWW the XXXXXXXX'
const FOUND_BY = { customUrl: 'wolfgang_wwwwwwwwww_the_xxxxxxxx' }
const idOf = (index: number) => String(76_561_198_100_000_000n + BigInt(index))
const WHO = { steamId: idOf(0), name: NAME, foundBy: FOUND_BY }

/** Every kind of ban. */
const BANS: Bans = {
  VACBanned: true,
  NumberOfVACBans: 12,
  NumberOfGameBans: 34,
  DaysSinceLastBan: 1_234,
  CommunityBanned: true,
  EconomyBan: 'probation',
}
const RECORD = { summary: cached(summaryOf(idOf(0))), bans: cached(BANS) }
const PICTURE = 'https://avatars.steamstatic.com/a_full.jpg'
const RULES = {
  maxVacBans: 0,
  maxGameBans: 0,
  banForgottenAfterDays: 36_500,
  denyCommunityBan: true,
  denyTradeBan: true,
  denyTradeProbation: true,
  minAccountAgeDays: 36_500,
  minRustHours: 99_999,
  denyPrivateProfile: true,
  denyHiddenHours: true,
  denyUnconfigured: true,
}
const JUDGING = { policy: policyOf(RULES), now: NOW }
const FACTS = factsOf({ steamId: idOf(0), bans: known(BANS) })

const list = <T>(length: number, toEntry: (index: number) => T) => Array.from({ length }, (_, index) => toEntry(index))

const account = (index: number): Account => ({
  steamId: idOf(index),
  resolvedFrom: FOUND_BY.customUrl,
  profile: {
    personaname: NAME,
    profileurl: 'https://steamcommunity.com/id/another_custom_url_of_32_letters/',
    avatarfull: PICTURE,
    timecreated: 1_100_000_000,
    loccountrycode: 'GB',
  },
  bans: BANS,
  rustHours: 12_345.6,
  rustHoursTwoWeeks: 123.4,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: NOW - 86_400,
  partsFetchedAt: { profile: NOW, bans: NOW - 3_600, rustHours: NOW - 7_200, friendsPrivate: NOW - 10_800 },
  stale: true,
})

const friend = (index: number): FriendEntry => ({
  steamId: idOf(index),
  personaname: NAME,
  avatar: '',
  profileurl: '',
  friendSince: 1_400_000_000,
  banned: true,
  banDetails: BANS,
  rustHours: 12_345.6,
  unavailable: [],
})
const FRIENDS = list(60, friend)
const SCAN = {
  ...WHO,
  friends: FRIENDS,
  withoutProfile: list(10, (index) => ({
    steamId: idOf(100 + index),
    banDetails: { ...BANS, NumberOfVACBans: 0, VACBanned: false },
  })),
  unchecked: list(10, (index) => ({ steamId: idOf(200 + index), friendSince: 0, personaname: NAME })),
  unavailable: 10,
  total: 100,
  totalFriends: 400,
  fetchedAt: NOW,
  record: RECORD,
}
const FILTER = { ...ALL_FRIENDS, offset: 100 }
const STATE = {
  ...WHO,
  scanId: '9'.repeat(19),
  found: FRIENDS,
  failed: 10,
  current: 80,
  total: 100,
  totalFriends: 400,
  fetchedAt: NOW,
  record: RECORD,
  filter: FILTER,
}

function scans(texts: Texts): LongResult[] {
  const banned = texts.friends.bannedOfChecked({ count: 60 })
  const [verdict = ''] = texts.friends.result({ banned: 70, checked: 70, percent: '' }).split(' (')
  const pages = [0, 6, 7].map((page) => ({
    name: `friends, page ${page + 1}`,
    view: friendsView(SCAN, { ...FILTER, page }, texts, listNotes(texts, JUDGING)),
    verdict,
  }))
  return [
    { name: 'a running scan', view: scanningView(STATE, texts), verdict: texts.friends.bannedSoFar({ count: 60 }) },
    {
      name: 'a stopped scan',
      view: stoppedView(texts.friends.cancelled, STATE, texts, listNotes(texts)),
      verdict: banned,
    },
    ...pages,
  ]
}

function batches(texts: Texts): LongResult[] {
  const found = (index: number) => ({
    input: FOUND_BY.customUrl,
    steamId: idOf(index),
    resolvedFrom: FOUND_BY.customUrl,
    name: NAME,
    timecreated: null,
    bans: BANS,
    fetchedAt: NOW,
  })
  const lines = { count: 400, lines: list(400, () => 'a line that is no account of Steam') }
  const batch = {
    checked: [
      ...list(40, found),
      ...list(5, (index) => ({ input: idOf(300 + index), code: 'platform_unavailable', bans: null })),
    ],
    waiting: list(450, (index) => idOf(1_000 + index)),
    repeated: lines,
    notRecognized: lines,
  }
  const verdict = texts.batch.bannedCount({ banned: 40, checked: 40 })
  return [0, 4].map((page) => ({
    name: `batch, page ${page + 1}`,
    view: batchView(batch, { page, id: 'x'.repeat(16) }, texts, listNotes(texts, JUDGING)),
    verdict,
  }))
}

const SPAN = { after: NOW - 9_000_000, before: NOW - 5_000_000 }
const KNOWN_BANS = { status: 'banned' as const, record: BANS, lastBan: SPAN, checkedAt: NOW, hasNoRecord: false }
const WATCH = {
  guildId: '1',
  steamId: idOf(0),
  addedBy: '9'.repeat(18),
  addedAt: NOW,
  reason: 'because '.repeat(25).trim(),
  until: NOW,
  baselineAt: NOW,
}

function histories(texts: Texts): LongResult[] {
  const change = { kind: 'vac' as const, isLifted: false, when: SPAN, from: 11, to: 12 }
  const observation = (id: number) => ({
    id,
    steamId: idOf(0),
    firstSeenAt: NOW - 100_000,
    lastSeenAt: NOW,
    record: BANS,
    lastBan: SPAN,
    changes: [change],
  })
  const ownBan = toOwnBanNotes(idOf(0), { state: 'none' }, texts)
  const [history, account] = [
    { steamId: idOf(0), bans: KNOWN_BANS, since: NOW - 900_000, isWatchedHere: false, ownBan, now: NOW },
    { ...WHO, isPrivate: false },
  ]
  // Results of all heights, so that some of them just fit on a phone.
  return [0, 1, 2, 3, 4, 5, 10].map((count) => ({
    name: `history of ${count}`,
    view: historyView({ ...history, observations: list(count, observation) }, account, 0, texts),
    verdict: texts.bans.vac({ count: 12 }),
  }))
}

function watchList(texts: Texts): LongResult {
  const entry = (index: number): WatchEntry => ({
    ...WATCH,
    steamId: idOf(index),
    bans: KNOWN_BANS,
    changedAt: NOW,
    profile: { name: NAME, isPrivate: false },
  })
  const status = {
    count: 60,
    limit: 1_000,
    alertChannelId: '1'.repeat(18),
    alertRoleId: '2'.repeat(18),
    reportsJoins: false,
    alertBlock: 'forbidden' as const,
    waiting: 9,
    intervalSeconds: 100_000,
    isStretched: true,
    lastSweepAt: NOW,
    neverChecked: 9,
    noRecord: 9,
    overdue: 9,
  }
  const filter = { show: 'banned' as const, text: 'because' }
  const ownBans = toListedOwnBans(new Map(), texts)
  const shown = { entries: list(60, entry), filter, status, ownBans, now: NOW }
  return {
    name: 'watch list',
    view: watchListView(shown, 0, texts),
    verdict: texts.watch.counts.banned({ count: 60, all: 60 }),
  }
}

function accounts(texts: Texts): LongResult[] {
  const verdict = texts.lookup.banned({ what: formatBans(BANS, texts, String) })
  const lookup = lookupView(account(0), FOUND_BY, texts, {
    notes: accountNotes(account(0).steamId, texts, { entry: WATCH, judging: JUDGING, facts: FACTS }),
    worthKnowing: [
      { kind: 'watched' },
      { kind: 'earlierNames', names: list(20, () => NAME) },
      { kind: 'bannedFriends', scan: { banned: 60, checked: 90, at: NOW } },
      { kind: 'recentBan', days: 90 },
      { kind: 'severalBans', count: 46 },
    ],
  })
  const side = (index: number) => ({
    account: account(index),
    foundBy: FOUND_BY,
    friends: { kind: 'known' as const, total: 2_000, unreadable: 0 },
    ownBan: NO_OWN_BAN,
  })
  const shared = list(30, (index) => ({
    steamId: idOf(index + 2),
    name: NAME,
    since: [NOW, NOW - 9_000_000] as [number, number],
  }))
  const sides: [ReturnType<typeof side>, ReturnType<typeof side>] = [side(0), side(1)]
  const compared = compareView(
    { sides, friendship: { kind: 'friends', since: NOW }, shared, isSharedIncomplete: false },
    sides,
    texts,
  )
  return [
    { name: 'look-up', view: lookup, verdict },
    { name: 'comparison', view: compared, verdict },
    ...games(texts, verdict),
  ]
}

function games(texts: Texts, verdict: string): LongResult[] {
  const groups = Object.entries(statsSchema.shape).map(([group, { shape }]) => [
    group,
    Object.fromEntries(Object.keys(shape).map((counter) => [counter, 123_456_789])),
  ])
  const stats = cached({ steamId: idOf(0), stats: Object.fromEntries(groups) as Stats, unreported: UNREPORTED })
  const owner = { ...WHO, record: RECORD }
  const rustHours = cached({ total: 12_345.6, twoWeeks: 123.4 })
  const item = {
    name: 'A skin with a name that is rather long, and goes on after it',
    icon: PICTURE,
    tradable: false,
    marketable: false,
    type: '',
  }
  const inventory = cached({ private: false, items: list(50, () => item), total: 900, next: '1' })
  return [
    { name: 'statistics', view: figuresView({ stats, account: owner, rustHours }, texts), verdict },
    { name: 'all statistics', view: countersView({ stats, account: owner }, texts), verdict },
    { name: 'inventory', view: inventoryView(owner, inventory, 1, texts), verdict },
  ]
}

function policies(texts: Texts): LongResult[] {
  const terms = {
    mode: 'enforce' as const,
    rules: RULES,
    onUnknown: {},
    actions: {},
    appeal: 'https://example.org/appeals/'.padEnd(60, 'x'),
  }
  const reasons = (['maxVacBans', 'maxGameBans', 'denyCommunityBan', 'denyTradeProbation'] as const).map((code) => ({
    code,
    value: 12,
    limit: 0,
    lastBanDays: 1_234,
  }))
  const group = {
    before: { refused: 11, allowed: 22, unknown: 33, reported: 44 },
    after: { refused: 777, allowed: 22, unknown: 33, reported: 44 },
    newlyRefused: list(5, (index) => ({ steamId: idOf(index), name: NAME, reasons })),
  }
  const names = new Map(list(5, (index) => [idOf(index), NAME]))
  const preview: NamedPreview = { joins: group, areJoinsAtLeast: true, watchList: group, names }
  const policy = policyOf(RULES)
  const judged = {
    verdict: {
      steamId: idOf(0),
      verdict: 'deny' as const,
      reasons: [],
      unknown: [],
      until: null,
      mode: 'enforce' as const,
      checkedAt: NOW,
      stale: true,
      policy: { name: 'main', version: 1 },
    },
    facts: FACTS,
    gameReason: 'W'.repeat(120),
  }
  const refused = '777'
  return [
    { name: 'preview of a draft', view: draftView({ fromVersion: 3, terms }, preview, texts), verdict: refused },
    {
      name: 'question before enforcing',
      view: enforceQuestionView({ terms, version: 3, hasServers: false, preview }, texts),
      verdict: refused,
    },
    {
      name: 'policy test',
      view: policyVerdictView(judged, policy, WHO, NOW, texts),
      verdict: texts.policyTest.rules.deny,
    },
  ]
}

/** Every view of a result with buttons, with texts as long as those of real accounts can be. */
export const longResults = (texts: Texts): LongResult[] => [
  ...accounts(texts),
  ...histories(texts),
  watchList(texts),
  ...scans(texts),
  ...batches(texts),
  ...policies(texts),
]
