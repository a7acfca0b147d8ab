import { de, en } from './support/texts.ts'
import { describe, expect, test } from 'vitest'
import { formatDossier } from '../../page/dossier/dossier.ts'
import type { DossierParts } from '../../page/dossier/dossier-parts.ts'
import { createFormats } from '../../page/format.ts'
import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { statsWith } from '../support/stats.ts'
import { CLEAN, friendOf, idOf, vacBanned } from './support/bans.ts'

/** 4 May 2026, 12:02 UTC. */
const NOW = 1_777_896_120
const DAY = 86_400

const ACCOUNT: LookupAnswer = {
  steamId: '76561198000183892',
  resolvedFrom: 'roof_raider',
  profile: {
    personaname: 'Roof\nRaider\u202E',
    profileurl: 'https://steamcommunity.com/id/roof_raider/',
    avatarfull: '',
    timecreated: 1_231_156_800,
    loccountrycode: 'DE',
  },
  bans: vacBanned(12),
  rustHours: 1_234.5,
  rustHoursTwoWeeks: 20,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: NOW - 60,
  partsFetchedAt: { profile: NOW - 60, bans: NOW - 60, rustHours: NOW - 60, friendsPrivate: NOW - 60 },
  worthKnowing: [{ code: 'recentBan', days: 12 }],
}

const SINCE = NOW - 400 * DAY
const BANNED_FRIEND = { ...friendOf('76561198000010431', 'Bandit', vacBanned(3)), friendSince: SINCE }
const CLEAN_FRIEND = { ...friendOf('76561198000070655', 'Clean', CLEAN), friendSince: SINCE }

const NO_STATS = statsWith(() => 0)
const STATS = { ...NO_STATS, combat: { ...NO_STATS.combat, kills: 4_118, deaths: 3_527, kd: 1.17 } }

const COMPARISON: ComparisonAnswer = {
  accounts: [
    { ...ACCOUNT, friendList: { state: 'known', total: 4, unreadable: 0 } },
    {
      ...ACCOUNT,
      steamId: '76561198000010431',
      profile: { ...ACCOUNT.profile, personaname: 'Bandit', timecreated: null },
      bans: CLEAN,
      partsFetchedAt: { profile: NOW - 300, bans: NOW - 60, rustHours: NOW - 60, friendsPrivate: NOW - 60 },
      friendList: { state: 'private', total: null, unreadable: null },
    },
  ],
  friendship: { state: 'friends', since: NOW - 400 * DAY },
  shared: null,
  sharedIncomplete: false,
}

const ALL: DossierParts = {
  account: ACCOUNT,
  foundBy: { customUrl: 'roof_raider' },
  friends: {
    result: {
      friends: [CLEAN_FRIEND, BANNED_FRIEND],
      totalFriends: 4,
      from: 0,
      total: 4,
      next: null,
      withoutProfile: [{ steamId: '76561198000099999', banDetails: CLEAN }],
      unavailable: 1,
      unchecked: [{ steamId: '76561198000088888', friendSince: 0, personaname: null }],
      fetchedAt: NOW - 30,
    },
    total: 4,
  },
  stats: { stats: { steamId: ACCOUNT.steamId, stats: STATS, unreported: [], fetchedAt: NOW - 180 } },
  inventory: { inventory: { private: false, items: [], total: 37, next: null, fetchedAt: NOW - 240 } },
  comparison: { answer: COMPARISON },
}

const SOURCE = {
  origin: 'https://rapsheet.example',
  address: 'https://rapsheet.example/?account=76561198000183892',
  copiedAt: NOW,
}
const inEnglish = (parts: DossierParts) => formatDossier(parts, SOURCE, en, createFormats('en', 'Europe/Berlin'))
const inGerman = (parts: DossierParts) => formatDossier(parts, SOURCE, de, createFormats('de', 'Europe/Berlin'))

test('everything that is loaded is one plain text, with times and sources', () => {
  expect(inEnglish(ALL)).toBe(`Report: Roof Raider
SteamID64: 76561198000183892
Steam profile: https://steamcommunity.com/profiles/76561198000183892
Found by custom URL roof_raider: check that this is the player you mean.

Steam: 1 VAC ban, 12 days ago

Bans
VAC bans: 1
Game bans: 0
Last ban: 12 days ago (about 22 April 2026)
Steam Community ban: no
Trade restriction: no

Facts
Rust hours: 1,234 h (20 h in 2 weeks)
Friend list: public
Account: 17 years old · created 5 January 2009
Country in profile: 🇩🇪 Germany
Custom URL: roof_raider

Worth knowing
- Recent ban: 12 days ago

Friends
1 of 3 banned (33%)
1 of 4 friends could not be checked: bans unknown.
1 checked account without a profile: deleted or never set up.
- Bandit (76561198000010431): 1 VAC ban, 3 days ago; befriended 30 March 2025, before the last ban
- 76561198000099999: no profile: deleted or never set up; bans on record: no bans
- 76561198000088888: could not be checked
Friends checked on 4 May 2026 at 14:01 UTC+02:00

Statistics
K/D: 1.17 · 4,118 kills, 3,527 deaths
Accuracy: nothing counted yet
Headshot rate: nothing counted yet
Most counters run only on official servers, so these are not lifetime totals.
Checked 4 May 2026 at 13:59 UTC+02:00

Inventory
37 items
Checked 4 May 2026 at 13:58 UTC+02:00

Comparison
A: Roof Raider (76561198000183892). Steam: 1 VAC ban, 12 days ago
Age of the data: checked 4 May 2026 at 14:01 UTC+02:00
B: Bandit (76561198000010431). Steam: no bans on record · profile private
Age of the data: bans, Rust hours, friend list checked 4 May 2026 at 14:01 UTC+02:00 · profile checked 4 May 2026 at 13:57 UTC+02:00
A and B have been friends since 30 March 2025.
Shared friends are not known: the friend list of B is private.
These are facts, not an answer: people who play together share friends too.

Age of the data: checked 4 May 2026 at 14:01 UTC+02:00
Copied on 4 May 2026 at 14:02 UTC+02:00
Source: Steam Web API, asked by Rapsheet at https://rapsheet.example
Page: https://rapsheet.example/?account=76561198000183892
`)
})

test('the German text is German', () => {
  const text = inGerman({ account: ACCOUNT, foundBy: { friendCode: '39918164' } })
  expect(text).toMatch(/^Bericht: Roof Raider\n[^]*\nGefunden über den Freundescode 39918164: Prüfe/)
  expect(text).toContain('\nSteam: 1 VAC-Ban, vor 12 Tagen\n')
  expect(text).toContain('\nRust-Stunden: 1.234 Std. (20 Std. in 2 Wochen)\n')
  expect(text).toContain('\nKopiert am 4. Mai 2026 um 14:02 UTC+02:00\n')
})

describe('the friends that two accounts share', () => {
  const sharing = (count: number) => ({
    account: ACCOUNT,
    foundBy: null,
    comparison: {
      answer: {
        ...COMPARISON,
        shared: Array.from({ length: count }, (_, index) => ({
          steamId: idOf(index),
          personaname: index === 1 ? null : `Mate\u202E ${index}`,
          friendSince: [0, 0] as [number, number],
        })),
      },
    },
  })

  test('are named with their ids, and it is said that their bans are not checked', () => {
    expect(inEnglish(sharing(2))).toContain(
      `\n2 shared friends (bans not checked):\n- Mate 0 (${idOf(0)})\n- ${idOf(1)}\nThese are facts`,
    )
  })

  test('are counted beyond the fiftieth', () => {
    expect(inEnglish(sharing(50))).toContain(`\n- Mate 49 (${idOf(49)})\nThese are facts`)
    expect(inEnglish(sharing(53))).toContain(`\n- Mate 49 (${idOf(49)})\n… and 3 more\nThese are facts`)
  })

  test('are said to be none only when both friend lists are known', () => {
    expect(inEnglish(sharing(0))).toContain('\nNo shared friends.\n')
    expect(inEnglish(ALL)).not.toContain('No shared friends')
  })
})

describe('what is not known', () => {
  test('is named as private or not checked, and the account is never called clean', () => {
    const text = inEnglish({
      account: {
        ...ACCOUNT,
        bans: CLEAN,
        profile: { ...ACCOUNT.profile, timecreated: null },
        rustHours: null,
        rustHoursTwoWeeks: null,
        unavailable: ['friendsPrivate'],
        stale: true,
        worthKnowing: [],
      },
      foundBy: null,
      friends: { code: 'friends_private' },
      stats: { code: 'stats_private' },
      inventory: { inventory: { private: true, items: [], total: 0, next: null, fetchedAt: NOW } },
      comparison: { code: 'platform_unavailable' },
    })
    expect(text).toContain(
      'Steam: no bans at the last check · profile private · could not be checked: friend list\nThere is no new answer from Steam.',
    )
    expect(text).toContain('Rust hours: hidden\nFriend list: could not be checked\nAccount: age hidden')
    expect(text).toContain('Friends\nNot available: Friend list private.')
    expect(text).toContain('Statistics\nNot available: Statistics private.')
    expect(text).toContain('The inventory is private, so its items cannot be seen.')
    expect(text).toContain('Comparison\nNot available: Steam does not answer.')
    expect(text).not.toContain('no bans on record')
  })

  test('hours that could not be checked are not called private, and a date that Steam does not have is left out', () => {
    const account = { ...ACCOUNT, bans: CLEAN, rustHours: null, unavailable: ['rustHours' as const] }
    const text = inEnglish({ account, foundBy: null })
    expect(text).toContain('Steam: no bans on record · could not be checked: Rust hours')
    expect(text).toContain('Rust hours: could not be checked')
    expect(text).not.toContain('Last ban:')
  })

  test('a failure that only a newer server knows has words', () => {
    const stats: DossierParts['stats'] = JSON.parse('{"code":"toString"}')
    expect(inEnglish({ account: ACCOUNT, foundBy: null, ...(stats && { stats }) })).toContain(
      'Statistics\nNot available: Something went wrong.',
    )
  })

  const STOPPED = { isRunning: false, progress: { current: 20, total: 80 }, at: NOW }

  test('a scan that runs says how far it is, and names the banned friends so far', () => {
    const found = { friends: [BANNED_FRIEND], withoutProfile: [] }
    const parts: DossierParts = { ...ALL, friends: { ...STOPPED, isRunning: true, found } }
    const text = inEnglish(parts)
    expect(text).toContain('Friends\nStill running: 20 of 80 checked, 1 banned so far.\n- Bandit (76561198000010431)')
    expect(text).not.toContain('Stopped')
    expect(text).not.toContain('checked friend')
  })

  test('a part that is loading is said to be not loaded yet', () => {
    const parts: DossierParts = {
      account: ACCOUNT,
      foundBy: null,
      friends: { isLoading: true },
      stats: { isLoading: true },
      inventory: { isLoading: true },
      comparison: { isLoading: true },
    }
    const text = inEnglish(parts)
    for (const title of ['Friends', 'Statistics', 'Inventory', 'Comparison']) {
      expect(text).toContain(`\n${title}\nNot loaded yet.\n`)
    }
  })

  test('a scan that stopped says how far it came, and does not count clean friends', () => {
    const found = { friends: [BANNED_FRIEND], withoutProfile: [] }
    const text = inEnglish({ ...ALL, friends: { ...STOPPED, found } })
    expect(text).toContain('Stopped after 20 of 80 friends: the others were not checked.\n1 banned so far\n- Bandit')
    expect(text).toContain('1 VAC ban, 3 days ago; befriended 30 March 2025, before the last ban')
    expect(text).toContain('Friends checked on 4 May 2026 at 14:02 UTC+02:00')
    expect(text).not.toContain('checked friend')
  })
})

test('no dossier says that two accounts share no friends where friend lists have entries without an ID', () => {
  const [first, second] = COMPARISON.accounts
  const unreadable = (count: number) => ({ state: 'known' as const, total: 4, unreadable: count })
  const comparisonOf = (shared: ComparisonAnswer['shared']): DossierParts => ({
    ...ALL,
    comparison: {
      answer: {
        ...COMPARISON,
        accounts: [
          { ...first, friendList: unreadable(3) },
          { ...second, friendList: unreadable(1) },
        ],
        shared,
        sharedIncomplete: true,
      },
    },
  })
  expect(inEnglish(comparisonOf([]))).toContain(
    'Shared friends are not known: Steam gives no ID for 3 friends of A, Steam gives no ID for 1 friend of B.',
  )
  const shared = [{ steamId: CLEAN_FRIEND.steamId, personaname: 'Clean', friendSince: [0, 0] as [number, number] }]
  expect(inEnglish(comparisonOf(shared))).toMatch(
    /^At least 1 shared friend \(.+\): Steam gives no ID for 3 friends of A/m,
  )
})
