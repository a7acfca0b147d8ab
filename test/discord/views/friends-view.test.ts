import { listNotes } from '../../support/server-notes.ts'
import { type ListNotes, NO_OWN_BAN } from '../../../src/accounts/discord/server-notes.ts'
import { describe, expect, test } from 'vitest'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import type { UncheckedFriend } from '../../../src/model/checked-friend.ts'
import type { FriendFilter, FriendScan } from '../../../src/accounts/discord/views/friend-filter.ts'
import { friendsView } from '../../../src/accounts/discord/views/friends-view.ts'
import { scanningView, stoppedView, type ScanState } from '../../../src/accounts/discord/views/scan-view.ts'
import { type Bans, type FriendEntry, type ScanResult as Scan } from '../../../src/model/account.ts'
import { cached, CLEAN, summaryOf } from '../../support/fake-context.ts'
import { buttonsOf, coloursOf, customIdsOf, menusOf, textOf } from '../../support/view-content.ts'
import { isBanned } from '../../../src/model/is-banned.ts'

const english = textsFor('en-US')
const steamId = '76561198000010431'
const GREY = 0x8b_94_9e

const labelsOf = (view: View) => buttonsOf(view).map(({ label, disabled }) => `${label}${disabled ? ' (off)' : ''}`)
/** The last three digits of the listed ids of banned friends, in order. */
const listed = (view: View) =>
  [...textOf(view).matchAll(/⛔ \[.*\n-# `\d{14}(\d{3})`/g)].map(([, digits]) => Number(digits))

function friend(number: number, bans: Partial<Bans>): FriendEntry {
  const banDetails = { ...CLEAN, ...bans }
  return {
    steamId: String(76_561_198_000_020_000n + BigInt(number)),
    personaname: `friend ${number}`,
    avatar: '',
    profileurl: '',
    friendSince: 0,
    banned: isBanned(banDetails),
    rustHours: 1,
    banDetails,
    unavailable: [],
  }
}

const banned = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    friend(from + index, { NumberOfGameBans: 1, DaysSinceLastBan: from + index }),
  )
const clean = (count: number) => Array.from({ length: count }, (_, index) => friend(500 + index, {}))
const everything: FriendFilter = { kind: 'any', within: null, page: 0, offset: 0 }
const result = (
  friends: FriendEntry[],
  more: {
    unavailable?: number
    unchecked?: UncheckedFriend[]
    total?: number
    totalFriends?: number
    withoutProfile?: Scan['withoutProfile']
  } = {},
) => {
  const { withoutProfile = [], unchecked = [], unavailable = unchecked.length } = more
  const { total = friends.length + withoutProfile.length + unavailable, totalFriends = total } = more
  return {
    steamId,
    name: 'Somebody',
    foundBy: null,
    friends,
    withoutProfile,
    unavailable,
    unchecked,
    total,
    totalFriends,
    fetchedAt: 1_780_000_000,
    record: null,
  }
}

/** A page of the result, without a filter unless one is given. */
const listOf = (scan: FriendScan, filter: Partial<FriendFilter> = {}) =>
  friendsView(scan, { ...everything, ...filter }, english, listNotes(english))

const BAN = { steamId, reason: 'raid', name: '', until: null, addedBy: '1', addedAt: 1 }

/** A scan of a hundred friends that has checked none. */
const state: ScanState = {
  steamId,
  name: null,
  foundBy: null,
  scanId: '1',
  current: 0,
  total: 100,
  totalFriends: 100,
  found: [],
  failed: 0,
  fetchedAt: 1_780_000_000,
  filter: everything,
  record: null,
}

describe('a running friend scan', () => {
  const barOf = (more: Partial<ScanState>) =>
    /`([█░]+)`/.exec(textOf(scanningView({ ...state, ...more }, english, listNotes(english))))?.[1]

  test.each([
    [0, 100, 0],
    [4, 100, 0],
    [5, 100, 1],
    [50, 100, 10],
    // A full bar means done.
    [99, 100, 19],
    [100, 100, 20],
    [1, 3, 6],
    [0, 0, 20],
  ])('%i of %i friends fill %i of the 20 cells of the bar', (current, total, filled) => {
    expect(barOf({ current, total })).toBe('█'.repeat(filled).padEnd(20, '░'))
  })

  test('shows no numbers before the friend list is loaded', () => {
    const text = textOf(scanningView({ ...state, total: null }, english, listNotes(english)))
    expect(text).toBe(`### 🔎 Checking the friends of \`${steamId}\`\nLoading the friend list …`)
  })

  test('lists five matches in the order of the result and counts the others', () => {
    const found = [friend(20, { EconomyBan: 'banned' }), ...banned(0, 12).toReversed(), ...clean(3)]
    const view = scanningView({ ...state, found, current: 16 }, english, listNotes(english))
    expect(listed(view)).toEqual([0, 1, 2, 3, 4])
    expect(textOf(view)).toContain('**⛔ 12 banned so far**')
    expect(textOf(view)).toMatch(/… and 8 more$/m)
    expect(
      textOf(scanningView({ ...state, found: found.slice(0, 2), current: 2 }, english, listNotes(english))),
    ).toMatch(/⛔ \[friend 11\][^⚠]*⚠️ \[friend 20\]/)
  })

  test('counts the banned friends again below findings that are taller than a phone', () => {
    const found = Array.from({ length: 6 }, (_, index) =>
      friend(index, {
        VACBanned: true,
        NumberOfVACBans: 2,
        NumberOfGameBans: 3,
        DaysSinceLastBan: 400,
        CommunityBanned: true,
      }),
    )
    const tall = {
      ...state,
      totalFriends: 250,
      foundBy: { customUrl: 'a-long-custom-url' },
      failed: 3,
      current: 9,
      found,
    }
    expect(textOf(scanningView(tall, english, listNotes(english))).match(/\*\*⛔ 6 banned so far\*\*/g)).toHaveLength(2)
    expect(
      textOf(scanningView({ ...tall, found: found.slice(0, 1) }, english, listNotes(english))).match(
        /1 banned so far/g,
      ),
    ).toHaveLength(1)
  })

  test('tells checked friends and failed checks apart, and counts both as done', () => {
    const text = textOf(
      scanningView({ ...state, found: clean(57), failed: 3, current: 60 }, english, listNotes(english)),
    )
    expect(text).toContain('60 of 100 done: 57 checked, ❔ 3 unknown')
    expect(textOf(scanningView({ ...state, found: clean(60), current: 60 }, english, listNotes(english)))).toContain(
      '60 of 100 checked',
    )
  })

  test('shows the number of matches of a filter and of all banned friends', () => {
    const found = [friend(0, { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 9 }), ...banned(1, 4)]
    const filter = { ...everything, kind: 'vac' as const }
    const text = textOf(scanningView({ ...state, found, current: 4, filter }, english, listNotes(english)))
    expect(text).toMatch(/\*\*⛔ 4 banned so far\*\*\nFilter: VAC bans · 1 match/)
    expect(textOf(scanningView({ ...state, found, current: 4 }, english, listNotes(english)))).not.toContain('Filter')
  })

  test('never looks like a clean result', () => {
    const view = scanningView({ ...state, found: clean(50), current: 50 }, english, listNotes(english))
    expect(textOf(view)).not.toMatch(/✅|None of|no bans/)
    expect(coloursOf(view)).not.toContain(0x2d_a4_4e)
  })

  test('says, when stopped, that the other friends were not checked', () => {
    const view = stoppedView('Stopped by you', { ...state, found: clean(99), current: 99 }, english, listNotes(english))
    expect(textOf(view)).toBe(
      `### 👥 Friends of \`${steamId}\`\n❔ Steam: bans not checked\n0 banned among those checked\n⏹️ Stopped after 99 of 100 friends: the others were not checked.`,
    )
    expect(coloursOf(view)).toEqual([GREY])
    const slow = textOf(stoppedView('This took too long', { ...state, total: null }, english, listNotes(english)))
    expect(slow).toContain('⏹️ **This took too long.** Stopped before the friend list was loaded')
    // What a part of the friends has is not posted.
    expect(labelsOf(view)).toEqual(['Account', 'Scan again'])
  })

  test.each([
    [
      'while it runs',
      (more: Partial<ScanState>, notes: ListNotes) => scanningView({ ...state, ...more }, english, notes),
    ],
    [
      'when it is stopped',
      (more: Partial<ScanState>, notes: ListNotes) =>
        stoppedView('Stopped by you', { ...state, ...more }, english, notes),
    ],
  ])('says what the server has decided, lists those whom it has banned first, and is red: %s', (_, viewOf) => {
    const [both, restricted, ours] = [
      friend(50, { NumberOfGameBans: 1, DaysSinceLastBan: 99 }),
      friend(1, { EconomyBan: 'probation' }),
      friend(2, {}),
    ]
    const notes = listNotes(
      english,
      null,
      new Map([ours, restricted, both].map(({ steamId: id }) => [id, { ...BAN, steamId: id }])),
    )
    const view = viewOf({ found: [...banned(30, 31), ours, restricted, both], current: 4 }, notes)
    expect([...textOf(view).matchAll(/^(\S+) \[(friend \d+)\]/gm)].map(([, ...parts]) => parts)).toEqual([
      ['🔨', 'friend 2'],
      ['🔨⚠️', 'friend 1'],
      ['🔨⛔', 'friend 50'],
      ['⛔', 'friend 30'],
    ])
    expect(textOf(view)).toMatch(/^🔨 \*\*3 banned by us\*\*\n\*\*⛔ 2 banned/m)
    // Only by us, as far as Steam has been asked.
    const only = viewOf({ found: [ours], current: 1 }, listNotes(english, null, new Map([[ours.steamId, BAN]])))
    expect(textOf(only)).toMatch(
      /^🔨 \*\*1 banned by us\*\*\n0 banned [^]*\n🔨 \[friend 2\].+ · by us: raid · Steam: no bans\n/m,
    )
    const red = coloursOf(listOf(result(banned(0, 1))))
    expect([coloursOf(view), coloursOf(only)]).toEqual([red, red])
    // The scanned account itself.
    const line = '**Banned by us for good** · raid'
    const itself = viewOf({ ownBan: { ...NO_OWN_BAN, state: 'banned', line } }, listNotes(english))
    expect(textOf(itself)).toMatch(
      /^\*\*Banned by us for good\*\* · raid\n❔ Steam: bans not checked\n(.* checked\n)?0 banned/m,
    )
    expect(coloursOf(itself)).toEqual(red)
    const unread = { ...NO_OWN_BAN, state: 'unknown' as const, line: `**${english.ownBan.unreadable}**` }
    const unreadList = listNotes(english, null, new Map([[ours.steamId, 'unknown']]))
    expect(textOf(viewOf({ found: [ours], ownBan: unread }, unreadList)).split(english.ownBan.unreadable)).toHaveLength(
      2,
    )
  })

  test('of whose friends only the server has banned one has a menu that opens it when it is stopped', () => {
    const notes = listNotes(english, null, new Map([[friend(2, {}).steamId, BAN]]))
    const view = stoppedView(
      'Stopped by you',
      { ...state, found: [...clean(2), friend(2, {})], current: 3 },
      english,
      notes,
    )
    expect(menusOf(view)).toMatchObject([
      { options: [{ label: 'friend 2', description: '76561198000020002 · Steam: no bans', emoji: { name: '🔨' } }] },
    ])
  })

  test('counts friends that could not be checked where the filter is about them', () => {
    const filter = { ...everything, kind: 'unknown' as const }
    expect(textOf(scanningView({ ...state, current: 5, failed: 3, filter }, english, listNotes(english)))).toContain(
      '· 3 matches',
    )
  })

  test('keeps everything that it found when it is stopped, with a menu that opens it', () => {
    const view = stoppedView(
      'Stopped by you',
      { ...state, found: banned(0, 9).toReversed(), current: 9 },
      english,
      listNotes(english),
    )
    expect(listed(view)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(textOf(view)).toContain('**⛔ 9 banned among those checked**')
    expect(menusOf(view)).toMatchObject([{ options: Array.from({ length: 9 }, () => ({ emoji: { name: '⛔' } })) }])
  })
})

test('a part of a long list also counts the other parts that were scanned, and has the tone of all of them', () => {
  const at = 1_780_000_000
  const part = (friends: FriendEntry[], allParts: { banned: number; checked: number }) =>
    listOf({ ...result(friends, { totalFriends: 250 }), allParts: { ...allParts, at } })
  const first = part(clean(100), { banned: 0, checked: 100 })
  expect(textOf(first)).not.toContain('other parts')
  const clear = part(clean(100), { banned: 0, checked: 200 })
  expect(textOf(clear)).toContain('With the other parts of the last hour: 0 of 200 checked friends banned.')
  expect(coloursOf(clear)).toEqual([GREY])
  const second = part(clean(100), { banned: 18, checked: 200 })
  expect(textOf(second)).toMatch(/\n\*\*None of 100 [^\n]+\*\*\n⛔ With the other parts of the last hour: 18 of 200 /)
  expect(coloursOf(second)).toEqual(coloursOf(listOf(result(banned(0, 1)))))
})

describe('the ban status of the account whose friends are checked', () => {
  const recordWith = (bans: Partial<Bans>, timecreated: number | null = 1) => ({
    bans: cached({ ...CLEAN, ...bans }),
    summary: cached({ ...summaryOf(steamId), timecreated }),
  })
  const textWith = (record: ReturnType<typeof recordWith> | null) => textOf(listOf({ ...result(banned(0, 1)), record }))

  test('is a line of its own where it is known, and the title takes no side', () => {
    const age = `checked <t:${cached(1).fetchedAt}:R>`
    expect(textWith(recordWith({}))).toMatch(
      `## 👥 Friends of Somebody \`${steamId}\`\n✅ Steam: no bans on record · ${age}\n**⛔ 1 of 1 banned (100%)**\n`,
    )
    expect(textWith(recordWith({ CommunityBanned: true }))).toContain(
      `\n**⛔ Steam: ${english.bans.community}** · ${age}\n`,
    )
    expect(textWith(recordWith({}, null))).toContain(`\n🔒 Steam: no bans on record · profile private · ${age}\n`)
  })

  test('says so where it was not checked', () => {
    expect(textWith(null)).toContain('\n❔ Steam: bans not checked\n')
  })
})

test('a running or stopped scan shows the bans of friends without a profile', () => {
  const gone = { steamId: '76561198000213001', banDetails: { ...CLEAN, NumberOfGameBans: 2, DaysSinceLastBan: 9 } }
  const found: ScanState = { ...state, current: 2, total: 3, totalFriends: 3, failed: 1, found: [gone] }
  const bans = english.batch.noProfile({ bans: '2 game bans, newest 9 days ago' })
  for (const view of [
    scanningView(found, english, listNotes(english)),
    stoppedView('Stopped', found, english, listNotes(english)),
  ])
    expect(textOf(view)).toContain(`⛔ \`76561198000213001\` · ${bans}`)
})

describe('a friend scan with friends without a profile', () => {
  const vacBanned = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }

  const withoutProfile = [
    { steamId: '76561198000213001', banDetails: vacBanned },
    { steamId: '76561198000213002', banDetails: CLEAN },
  ]

  test('counts and lists these friends by their bans, as /batch does, in the menu and in the file too', () => {
    const view = listOf(result([...banned(500, 501), ...clean(2)], { withoutProfile }))
    const text = textOf(view)
    expect(text).toContain(english.friends.result({ banned: 2, checked: 5, percent: english.percent(40) }))
    expect(text).toContain(english.batch.withoutProfileCount({ count: 2 }))
    expect(text).toContain(`⛔ \`76561198000213001\` · ${english.batch.noProfile({ bans: '1 VAC ban, 412 days ago' })}`)
    expect(text.indexOf('76561198000213001')).toBeLessThan(text.indexOf('76561198000020500'))
    // A record without bans does not make an account without a profile clean.
    expect(text).toContain(`❔ \`76561198000213002\` · ${english.batch.noProfile({ bans: 'no bans' })}`)
    expect(JSON.stringify(view.components)).toContain('"value":"76561198000213001"')
    const [, first] = String(view.files?.[0]?.data).split('\n')
    expect(first).toMatch(/^'76561198000213001,,banned,1,0,412,.*,no profile,\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
  })

  test('tells a profile that Steam did not return from one that does not exist', () => {
    const [gone] = withoutProfile
    const missing = { ...gone!, missing: 'profile' as const }
    const text = textOf(listOf(result(clean(1), { withoutProfile: [missing] })))
    expect(text).toContain(`\n❔ ${english.batch.profileNotReturnedCount({ count: 1 })}\n`)
    expect(text).toContain(`\n⛔ \`${missing.steamId}\` · 1 VAC ban, 412 days ago; profile not returned`)
    expect(text).not.toContain(english.batch.withoutProfileCount({ count: 1 }))
  })
})

describe('the result of a friend scan', () => {
  test.each([
    [1, 2, '1 of 3 banned (33%)'],
    [2, 1, '2 of 3 banned (67%)'],
    [3, 0, '3 of 3 banned (100%)'],
    [1, 99, '1 of 100 banned (1%)'],
  ])('shows the share of %i banned and %i clean friends', (bad, good, sentence) => {
    expect(textOf(listOf(result([...banned(0, bad), ...clean(good)])))).toContain(sentence)
  })

  test('counts checked, unchecked and deleted friends', () => {
    const text = textOf(listOf(result(clean(90), { unavailable: 3, total: 100, totalFriends: 1_234 })))
    expect(text).toContain('**None of 90 checked friends has a ban on record.**')
    expect(text).toContain('\n❔ 3 of 100 friends could not be checked: bans unknown.')
    expect(text).toContain('7 accounts on the list no longer exist.')
    expect(text).toContain('Part of the list: friends 1 to 100 of 1,234, counted from the newest.')
  })

  test('is clean only if at least one friend and all friends were checked', () => {
    const colour = (friends: FriendEntry[], more = {}) => coloursOf(listOf(result(friends, more)))
    expect(colour(clean(1))).toEqual([0x2d_a4_4e])
    expect(colour(clean(1), { total: 2 })).toEqual([0x2d_a4_4e])
    expect(colour(clean(100), { totalFriends: 250 })).toEqual([GREY])
    expect(colour(clean(99), { unavailable: 1 })).toEqual([GREY])
    expect(colour([], { total: 2 })).toEqual([GREY])
    expect(colour([], { total: 0 })).not.toEqual([0x2d_a4_4e])
    expect(colour([...clean(1), ...banned(0, 1)], { unavailable: 1 })).toEqual([0xd8_3c_3e])
    expect(colour([...clean(1), friend(3, { EconomyBan: 'banned' })])).toEqual([0xe6_7e_22])
  })

  test('of an empty list, and of one of deleted accounts, does not say that no friend is banned', () => {
    const [empty = '', deleted = ''] = [0, 2].map((total) => textOf(listOf(result([], { total }))))
    expect(empty).toContain('\nThe friend list is public and empty.\n')
    expect(deleted).toContain('\n2 accounts on the list no longer exist.\n')
    expect(`${empty}${deleted}`).not.toMatch(/✅|None of/)
  })

  test.each<[Partial<FriendFilter>, string, number[]]>([
    [{ kind: 'vac' }, 'VAC bans · 2 matches', [11, 13]],
    [{ kind: 'game' }, 'game bans · 2 matches', [12, 13]],
    [{ within: 10 }, 'last ban within 10 days · 2 matches', [12, 11]],
    [{ within: 9 }, 'last ban within 9 days · 1 match', [12]],
    [{ within: 0 }, 'last ban today · 1 match', [12]],
    [{ kind: 'vac', within: 400 }, 'VAC bans, last ban within 400 days · 2 matches', [11, 13]],
    [{ kind: 'vac', within: 9 }, 'VAC bans, last ban within 9 days · 0 matches', []],
  ])('lists those that match the filter %j, and counts all', (filter, sentence, ids) => {
    const vac = { VACBanned: true, NumberOfVACBans: 1 }
    const friends = [
      friend(11, { ...vac, DaysSinceLastBan: 10 }),
      friend(12, { NumberOfGameBans: 2 }),
      friend(13, { ...vac, NumberOfGameBans: 1, DaysSinceLastBan: 400 }),
    ]
    const view = listOf(result([...friends, ...clean(1)]), filter)
    expect(textOf(view)).toContain('3 of 4 banned (75%)')
    expect(textOf(view)).toContain(`\nFilter: ${sentence}\n`)
    expect(listed(view)).toEqual(ids)
    const rows = String(view.files?.[0]?.data ?? '').split('\n')
    expect(rows.flatMap((row) => /^'\d{14}(\d{3}),/.exec(row)?.[1] ?? []).map(Number)).toEqual(ids)
  })

  test('lists the newest ban first, undated bans after the dated ones, and trade restrictions last', () => {
    const friends = [
      friend(1, { CommunityBanned: true }),
      friend(2, { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 100 }),
      friend(3, { EconomyBan: 'banned' }),
      friend(4, { NumberOfGameBans: 1, DaysSinceLastBan: 0 }),
      friend(5, {}),
    ]
    const view = listOf(result(friends))
    expect(listed(view)).toEqual([4, 2, 1])
    expect(textOf(view)).toMatch(
      /`76561198000020001`[^⚠]*⚠️ \[friend 3\]\(.*\) · trade ban\n-# `76561198000020003` · 1 h · befriended: date unknown/,
    )
    expect(textOf(view)).not.toContain('76561198000020005')
    expect(textOf(view)).toContain('\n⚠️ 1 with only a trade restriction.\n')
  })

  test('has ten friends a page, and shows the last page instead of a missing one', () => {
    const pageOf = (page: number, friends = banned(0, 25)) => listOf(result(friends), { page })
    expect(listed(pageOf(0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(listed(pageOf(2))).toEqual([20, 21, 22, 23, 24])
    expect(listed(pageOf(9))).toEqual([20, 21, 22, 23, 24])
    expect(labelsOf(pageOf(0))).toEqual(['Account', 'Previous page (off)', 'Next page', 'Post in channel'])
    expect(labelsOf(pageOf(1))).toEqual(['Account', 'Previous page', 'Next page', 'Post in channel'])
    expect(labelsOf(pageOf(9))).toEqual(['Account', 'Previous page', 'Next page (off)', 'Post in channel'])
    expect(labelsOf(pageOf(0, banned(0, 10)))).toEqual(['Account', 'Post in channel'])
    expect(labelsOf(pageOf(3, clean(10)))).toEqual(['Account', 'Post in channel'])
  })
})

describe('a list of friends of whom some could not be checked', () => {
  const unchecked = [
    { steamId: '76561198000030001', friendSince: 1_500_000_000, personaname: 'Known *Name*' },
    { steamId: '76561198000030002', friendSince: 0, personaname: null },
  ]
  const found = [...banned(0, 1), friend(3, { EconomyBan: 'probation' }), ...clean(1)]
  const shown = (filter: Partial<FriendFilter> = {}, more = {}) => listOf(result(found, { unchecked, ...more }), filter)
  const fileOf = (view: View) => view.files?.[0]
  const rowsOf = (view: View) => fileOf(view)?.data.toString().trim().split('\n').slice(1)

  test('has unchecked friends last, also in the menu and in the file', () => {
    const view = shown()
    const link = (id: string) => `(https://steamcommunity.com/profiles/${id})`
    expect(textOf(view)).toContain(
      [
        `⚠️ [friend 3]${link('76561198000020003')} · trade probation`,
        '-# `76561198000020003` · 1 h · befriended: date unknown',
        `❔ [Known \\*Name\\*]${link('76561198000030001')} · could not be checked`,
        '-# `76561198000030001` · befriended <t:1500000000:D>',
        `❔ [profile]${link('76561198000030002')} · could not be checked`,
        '-# `76561198000030002` · befriended: date unknown',
      ].join('\n'),
    )
    const options = menusOf(view).flatMap((menu) => menu.options.map(({ label, emoji }) => [label, emoji?.name]))
    expect(options).toEqual([
      ['friend 0', '⛔'],
      ['friend 3', '⚠️'],
      ['Known *Name*', '❔'],
      ['profile', '❔'],
    ])
    const url = 'https://steamcommunity.com/profiles/'
    expect(rowsOf(view)).toEqual([
      `'76561198000020000,friend 0,banned,0,1,0,no,none,1,0,,unclear,${url}76561198000020000,,2026-05-28T20:26:40Z`,
      `'76561198000020003,friend 3,trade restriction only,0,0,,no,probation,1,0,,,${url}76561198000020003,,2026-05-28T20:26:40Z`,
      `'76561198000030001,Known *Name*,could not be checked,,,,,,unknown,,2017-07-14,,${url}76561198000030001,,`,
      `'76561198000030002,,could not be checked,,,,,,unknown,,,,${url}76561198000030002,,`,
    ])
  })

  test('says where unchecked friends are listed', () => {
    const count = '❔ 2 of 5 friends could not be checked: bans unknown.'
    expect(textOf(shown())).toContain(`${count} Listed last.`)
    expect(textOf(shown({ kind: 'unknown' }))).toContain(`${count} Listed last.`)
    expect(textOf(shown({ kind: 'game' }))).toContain(`${count} To list: \`kind: could not be checked\``)
    expect(textOf(shown({ within: 10 }))).toContain(`${count} To list: \`kind: could not be checked\``)
    // Steam did not give the id of the third one.
    expect(textOf(shown({}, { unavailable: 3 }))).not.toContain('Listed last.')
  })

  test('shows unchecked friends under their own filter only', () => {
    const idsIn = (filter: Partial<FriendFilter>) => rowsOf(shown(filter))?.map((row) => Number(row.slice(13, 18)))
    expect(idsIn({ kind: 'unknown' })).toEqual([30_001, 30_002])
    expect(idsIn({ kind: 'trade' })).toEqual([20_003])
    expect(idsIn({ kind: 'game' })).toEqual([20_000])
    expect(idsIn({ within: 10 })).toEqual([20_000])
    expect(idsIn({ kind: 'unknown', within: 10 })).toBeUndefined()
    expect(textOf(shown({ kind: 'unknown' }))).toContain('Filter: could not be checked · 2 matches')
    expect(textOf(shown({ kind: 'trade' }))).toContain('Filter: trade restrictions · 1 match')
  })

  test('has a button that checks them again and keeps the filter and the part', () => {
    const view = shown({ kind: 'trade', page: 3, offset: 100 }, { totalFriends: 500 })
    const retry = buttonsOf(view).filter(({ label }) => label?.startsWith('Try'))
    expect(retry).toMatchObject([{ label: 'Try 2 again', custom_id: `v1:friends:${steamId}:0::trade:100` }])
    expect(labelsOf(listOf(result(clean(1))))).toEqual(['Account', 'Post in channel'])
  })

  test('has a file named after the account, the part and the filter', () => {
    const nameOf = (filter: Partial<FriendFilter>, more = {}) => fileOf(shown(filter, more))?.name
    expect(nameOf({})).toBe(`friends-${steamId}.csv`)
    expect(nameOf({ kind: 'game', within: 30 })).toBe(`friends-${steamId}-game-within-30-days.csv`)
    expect(nameOf({}, { totalFriends: 50 })).toBe(`friends-${steamId}-1-to-5.csv`)
    expect(nameOf({ offset: 100, kind: 'unknown' }, { total: 100, totalFriends: 250 })).toBe(
      `friends-${steamId}-101-to-200-unknown.csv`,
    )
  })

  test('has hours and minutes as whole numbers in its file, and tells private hours from unknown ones', () => {
    const viewFor = (rustHours: number | null, unavailable: FriendEntry['unavailable'] = []) =>
      listOf(result([{ ...banned(0, 1)[0]!, rustHours, unavailable }]))
    const cellsFor = (...given: Parameters<typeof viewFor>) =>
      rowsOf(viewFor(...given))?.[0]
        ?.split(',')
        .slice(8, 10)
    expect(textOf(viewFor(null))).toContain(' · hours hidden · ')
    expect(textOf(viewFor(null, ['rustHours']))).toContain(' · hours unknown · ')
    expect(cellsFor(1_234.5)).toEqual(['1234', '30'])
    expect(cellsFor(0.1)).toEqual(['0', '6'])
    expect(cellsFor(2.9)).toEqual(['2', '54'])
    expect(cellsFor(null)).toEqual(['private', ''])
    expect(cellsFor(null, ['rustHours'])).toEqual(['unknown', ''])
  })
})

describe('a long friend list', () => {
  const part = (offset: number, total: number, more = {}) =>
    listOf(result(clean(total), { totalFriends: 650, ...more }), { offset, page: 3 })
  test('is checked in parts of up to three hundred, forwards and backwards', () => {
    const [first, second, third] = [part(0, 300), part(300, 300), part(600, 50)]
    expect(textOf(first)).toContain('Part of the list: friends 1 to 300 of 650, counted from the newest.')
    expect(textOf(second)).toContain('friends 301 to 600 of 650')
    expect(textOf(third)).toContain('friends 601 to 650 of 650')
    expect(labelsOf(first)).toEqual(['Account', 'Friends 301–600', 'Post in channel'])
    expect(labelsOf(second)).toEqual(['Account', 'Friends 1–300', 'Friends 601–650', 'Post in channel'])
    expect(labelsOf(third)).toEqual(['Account', 'Friends 301–600', 'Post in channel'])
    expect(labelsOf(part(0, 300, { totalFriends: 301 }))).toContain('Friend 301')
    // The first page of the other part.
    expect(customIdsOf(second).slice(1, 3)).toEqual([
      `v1:friends:${steamId}:0::any:0`,
      `v1:friends:${steamId}:0::any:600`,
    ])
  })

  test('has no button alone on a line of a phone, with as many buttons as there can be', () => {
    const unchecked = [{ steamId: '76561198000030001', friendSince: 0, personaname: null }]
    const scan = {
      ...result(banned(0, 12), { unchecked, total: 42, totalFriends: 450 }),
      banned: { id: '1', count: 12 },
    }
    const { components } = listOf(scan, { offset: 100 })
    const rows = JSON.parse(JSON.stringify(components)) as { components: { label?: string }[] }[]
    const lines = rows.flatMap(({ components: buttons }) => {
      const ends: number[][] = []
      // In pixels, about as Discord draws them with the space between them: 318 beside the picture of the bot.
      for (const { label } of buttons) {
        if (label === undefined) continue
        const width = 58 + 6.8 * label.length
        const line = ends.at(-1)
        if (line && line.reduce((sum, each) => sum + each, width) <= 326) line.push(width)
        else ends.push([width])
      }
      return ends.map((line) => line.length)
    })
    expect(lines).toEqual([2, 2, 2, 2])
  })

  test('that was checked in part for want of quota goes on where it stopped', () => {
    expect(labelsOf(part(0, 100))).toEqual(['Account', 'Friends 101–400', 'Post in channel'])
    expect(labelsOf(part(100, 100))).toEqual(['Account', 'Friends 1–300', 'Friends 201–500', 'Post in channel'])
  })

  test('keeps the filter and the part on all pages', () => {
    const filter: FriendFilter = { kind: 'game', within: 30, page: 0, offset: 1_900 }
    const view = listOf(result(banned(0, 12), { total: 50, totalFriends: 1_950 }), filter)
    expect(customIdsOf(view)).toContain(`v1:turn:1:${steamId}:1:30:game:1900`)
    expect(customIdsOf(view)).toContain(`v1:friends:${steamId}:0:30:game:1600`)
  })

  test('is neither clean nor banned if it has become shorter than the part', () => {
    const view = part(200, 0, { totalFriends: 120 })
    expect(textOf(view)).toContain('This part is empty: the list now has 120 friends.')
    expect(coloursOf(view)).toEqual([GREY])
    expect(labelsOf(view)).toEqual(['Account', 'Friends 1–120', 'Post in channel'])
    const shorter = part(200, 0, { totalFriends: 80 })
    expect(labelsOf(shorter)).toEqual(['Account', 'Friends 1–80', 'Post in channel'])
    expect(labelsOf(part(200, 0, { totalFriends: 0 }))).toEqual(['Account', 'Post in channel'])
  })
})

test('the date of a friendship is shown, compared with the ban', () => {
  const vac = { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 10 }
  const textFor = (friendSince: number) => textOf(listOf(result([{ ...friend(1, vac), friendSince }])))
  expect(textFor(1_500_000_000)).toContain('1 h · befriended <t:1500000000:D>, before the last ban\n')
  expect(textFor(1_780_000_000)).toContain('befriended <t:1780000000:D>, after the last ban\n')
  expect(textFor(1_780_000_000 - 10 * 86_400)).toContain('unclear whether before or after the last ban\n')
})

test('listed friends can be opened from a menu', () => {
  const odd = friend(50, { VACBanned: true, NumberOfVACBans: 1, EconomyBan: '*odd*', DaysSinceLastBan: 99 })
  // Discord does not render Markdown in menus.
  const description = '76561198000020050 · 1 VAC ban, 99 days ago, trade: *odd*'
  expect(menusOf(listOf(result([...banned(0, 12), odd]), { page: 1 }))).toMatchObject([
    {
      custom_id: 'v1:open',
      placeholder: 'Open an account',
      options: [
        { label: 'friend 10', value: '76561198000020010', emoji: { name: '⛔' } },
        { label: 'friend 11' },
        { description },
      ],
    },
  ])
  expect(menusOf(listOf(result(clean(3))))).toEqual([])
})
