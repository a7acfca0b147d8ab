import { describe, expect, test } from 'vitest'
import { readBanListInSteps, type ListedBan, type ReadBanList } from '../../../src/bans/formats/read-ban-list.ts'
import { finishSteps } from '../../../src/model/account-text.ts'

const NOW = 1_790_000_000
const LATER = 1_953_394_942
const [ALICE, BOB, CAROL, DAVE] = ['76561198007433923', '76561199177365408', '76561197960287931', '76561198000010431']
const DAY = 86_400

const read = (text: string) => finishSteps(readBanListInSteps(text, NOW))
const ban = (terms: Partial<ListedBan>): ListedBan => ({
  steamId: ALICE,
  name: '',
  reason: '',
  note: '',
  until: null,
  line: 1,
  ...terms,
})
const listOf = (list: Partial<ReadBanList>): ReadBanList => ({
  format: 'text',
  bans: [],
  expired: 0,
  repeated: 0,
  notUnderstood: [],
  addresses: 0,
  durations: [],
  ...list,
})

describe('bans.cfg', () => {
  test('is read with names, reasons and ends', () => {
    const text = `banid ${ALICE} "Pho3niX90" "Some reason" ${LATER}\r\n\r\n# a comment\r\nbanid ${BOB} "" "" -1\r\n`
    expect(read(text)).toEqual(
      listOf({
        format: 'bans_cfg',
        bans: [ban({ name: 'Pho3niX90', reason: 'Some reason', until: LATER }), ban({ steamId: BOB, line: 4 })],
      }),
    )
  })

  test.each([
    ['a quote that is escaped', String.raw`"the \"best\"" "say \"hi\"" -1`, { name: 'the "best"', reason: 'say "hi"' }],
    [
      'a backslash, which needs no escape',
      String.raw`"a\b" "c:\temp x" -1`,
      { name: String.raw`a\b`, reason: String.raw`c:\temp x` },
    ],
    ['a backslash before a quote', String.raw`"a\\"b" "c" -1`, { name: String.raw`a\"b`, reason: 'c' }],
    [
      'a note that ends in a backslash',
      String.raw`"Bob" "bad guy\" ${LATER}`,
      { name: 'Bob', reason: 'bad guy', until: LATER },
    ],
    [
      'a name that ends in a backslash',
      String.raw`"Bob\" "bad guy" ${LATER}`,
      { name: 'Bob', reason: 'bad guy', until: LATER },
    ],
    [
      'a name and a note that end in a backslash',
      String.raw`"Bob\" "bad guy\" ${LATER}`,
      { name: 'Bob', reason: 'bad guy', until: LATER },
    ],
    ['a reason alone that ends in a backslash', String.raw`"bad guy\"`, { reason: 'bad guy' }],
    [
      'quotes that are not escaped',
      `"Bob "the" Builder" "say "hi"" -1`,
      { name: 'Bob "the" Builder', reason: 'say "hi"' },
    ],
    ['a reason where the name belongs', '"aimbot"', { reason: 'aimbot' }],
    ['a reason where the name belongs, and an end', '"aimbot" -1', { reason: 'aimbot' }],
    ['a reason where the name belongs, and a time', `"aimbot" ${LATER}`, { reason: 'aimbot', until: LATER }],
    ['words without quotes', `Bob aimbot ${LATER}`, { name: 'Bob', reason: 'aimbot', until: LATER }],
    ['no end', '"Bob" "aimbot"', { name: 'Bob', reason: 'aimbot' }],
    ['a number as a reason', '"Bob" "24"', { name: 'Bob', reason: '24' }],
    ['no arguments', '', {}],
    ['an end of 0', '"Bob" "aimbot" 0', { name: 'Bob', reason: 'aimbot' }],
    [
      'more arguments after the end',
      `"Bob" "aimbot" ${LATER} "EAC" x`,
      { name: 'Bob', reason: 'aimbot', until: LATER },
    ],
    ['tabs and spaces', `\t"Bob"   "aimbot"\t${LATER}  `, { name: 'Bob', reason: 'aimbot', until: LATER }],
  ])('may have %s', (_, written, terms) => {
    const expected = { format: 'bans_cfg', bans: [ban(terms)], notUnderstood: [], durations: [] }
    expect(read(`banid ${ALICE} ${written}`)).toMatchObject(expected)
    expect(read(`  global.BanID "${ALICE}" ${written}`)).toMatchObject(expected)
  })

  test.each([
    ['30s', NOW + 30],
    ['10m', NOW + 600],
    ['12h', NOW + 12 * 3_600],
    ['30d', NOW + 30 * DAY],
    ['2w', NOW + 14 * DAY],
    ['1M', NOW + 30 * DAY],
    ['1Y', NOW + 365 * DAY],
    ['24', NOW + DAY],
    ['24x', NOW + DAY],
    ['+24', NOW + DAY],
    ['315360000', null],
    ['1953394942000', null],
    ['1953394942d', LATER],
    ['1d12h', null],
    ['1.5d', null],
    ['permanent', null],
    ['2026-12-31', null],
  ])('has the duration %s as the game takes it, and says so', (duration, until) => {
    expect(read(`banid ${ALICE} "Bob" "aimbot" ${duration}`)).toEqual(
      listOf({
        format: 'bans_cfg',
        bans: [ban({ name: 'Bob', reason: 'aimbot', until })],
        durations: [{ line: 1, text: duration, until }],
      }),
    )
  })

  test('is read up to its broken lines', () => {
    const text = [
      `banid ${ALICE} "Bob" "first line`,
      `second line" ${LATER}`,
      'banid 12345678901234567 "Bob" "x" -1',
      'banid 76561197960265728 "nobody" "x" -1',
      `banid ${BOB} he is really cheating`,
      `ownerid ${CAROL} "Carol" "an admin"`,
      `moderatorid ${DAVE} "Dave" "a moderator"`,
      'banip 203.0.113.7 "Eve" "x"',
      'server.writecfg',
    ]
    expect(read(text.join('\n'))).toEqual(
      listOf({
        format: 'bans_cfg',
        addresses: 1,
        notUnderstood: [1, 2, 3, 4, 5, 6, 7, 9].map((line) => ({ line, text: text[line - 1] ?? '' })),
      }),
    )
  })

  test('leaves out what is over, and what an earlier line says otherwise', () => {
    const text = [
      `banid ${ALICE} "old" "EAC" ${NOW}`,
      `banid ${ALICE} "first" "x" ${NOW + 1}`,
      `banid ${ALICE} "second" "y" -1`,
      `banid ${BOB} "Bob" "EAC" -1`,
    ]
    expect(read(text.join('\r\n'))).toEqual(
      listOf({
        format: 'bans_cfg',
        expired: 1,
        repeated: 1,
        bans: [
          ban({ name: 'first', reason: 'x', until: NOW + 1, line: 2 }),
          ban({ steamId: BOB, name: 'Bob', reason: 'EAC', line: 4 }),
        ],
      }),
    )
  })
})

describe('what the console prints', () => {
  test('banlistex', () => {
    expect(read(`1 ${ALICE} "Bob \\"x\\"" "aimbot" ${LATER}\n2 ${BOB} "" "" -1`)).toEqual(
      listOf({
        format: 'banlistex',
        bans: [ban({ name: 'Bob "x"', reason: 'aimbot', until: LATER }), ban({ steamId: BOB, line: 2 })],
      }),
    )
  })

  test.each([
    ['banlist', ''],
    ['listid', 'ID filter list: 3 entries\n'],
    ['listid of another version', '3 entries\n'],
  ])('%s', (_, head) => {
    const first = head === '' ? 1 : 2
    const text = `${head}1 ${ALICE} : permanent\n2 ${BOB} : 59.983 min\n3 ${CAROL} : 90,5 min\n4 ${DAVE} : -3.2 min`
    expect(read(text)).toEqual(
      listOf({
        format: 'banlist',
        expired: 1,
        bans: [
          ban({ line: first }),
          ban({ steamId: BOB, until: NOW + 3_599, line: first + 1 }),
          ban({ steamId: CAROL, until: NOW + 5_430, line: first + 2 }),
        ],
        durations: [
          { line: first + 1, text: '59.983 min', until: NOW + 3_599 },
          { line: first + 2, text: '90,5 min', until: NOW + 5_430 },
        ],
      }),
    )
  })

  test.each(['ID filter list: empty', '0 entries'])('an empty list: %s', (text) => {
    expect(read(text).bans).toEqual([])
  })

  test('bans, with the last digits of the ids', () => {
    const text = `> bans
[
  {
    "steamid": ${BOB},
    "group": "Banned",
    "username": "Bob \\"x\\" \\uD83D\\uDE00",
    "notes": "say \\"steamid\\": 76561197960287930, or {[",
    "expiry": -1
  },
  { "steamid": ${ALICE}, "group": "Banned", "username": "", "notes": "", "expiry": ${LATER} },
  { "steamid": ${CAROL}, "group": "Owner", "username": "Carol", "notes": "", "expiry": -1 }
]`
    expect(read(text)).toEqual(
      listOf({
        format: 'bans_json',
        bans: [
          ban({ steamId: BOB, name: 'Bob "x" 😀', reason: 'say "steamid": 76561197960287930, or {[', line: 3 }),
          ban({ until: LATER, line: 10 }),
        ],
        notUnderstood: [
          { line: 1, text: '> bans' },
          { line: 11, text: expect.stringContaining('"Owner"') },
        ],
      }),
    )
  })
})

describe('JSON', () => {
  test('bans.json of a central ban server', () => {
    const text = `\uFEFF[{"steamId":"${ALICE}","reason":"aimbot","expiryDate":${LATER}},
{"steamId":${BOB},"reason":null,"expiryDate":-1},{"steamId":"${CAROL}","reason":"x","expiryDate":1608611830}]`
    expect(read(text)).toEqual(
      listOf({
        format: 'central_json',
        expired: 1,
        bans: [ban({ reason: 'aimbot', until: LATER }), ban({ steamId: BOB, line: 2 })],
      }),
    )
  })

  test('answers of a central ban server, one after another', () => {
    const text = `{"steamId":"${ALICE}","reason":"x","expiryDate":0}\n{"steamId":"${BOB}","reason":"y","expiryDate":${LATER}}`
    expect(read(text).bans).toEqual([ban({ reason: 'x' }), ban({ steamId: BOB, reason: 'y', until: LATER, line: 2 })])
  })

  test('takes whole objects only, if it is truncated or invalid', () => {
    const objects = [`{"steamId":"${ALICE}","reason":"a"}`, `{"steamId":"${BOB}","reason":"b"}`]
    expect(read(`[${objects[0]},\n${objects[1]?.slice(0, -2)}`)).toEqual(
      listOf({
        format: 'central_json',
        bans: [ban({ reason: 'a' })],
        notUnderstood: [{ line: 2, text: objects[1]?.slice(0, -2) ?? '' }],
      }),
    )
    expect(read(`[${objects[0]},`)).toMatchObject({ bans: [ban({ reason: 'a' })], notUnderstood: [{ line: 1 }] })
    expect(read(`[ ${objects[0]?.slice(0, -2)}`)).toMatchObject({ bans: [], notUnderstood: [{ line: 1 }] })
    expect(read(`[{"steamId":"${CAROL}","reason":"c\n},\n${objects.join(',\n')}]`)).toMatchObject({
      bans: [{ steamId: ALICE }, { steamId: BOB }],
      notUnderstood: [{ line: 1 }],
    })
  })

  test('does not take an id that is rounded, or an end that cannot be read', () => {
    const text = `[{"steamId":7.6561198e16,"reason":"a"},{"steamId":"${BOB}","expiryDate":"soon"},{"steamId":"${BOB}","expiryDate":{}}]`
    expect(read(text)).toMatchObject({ bans: [], notUnderstood: [{ line: 1 }, { line: 1 }, { line: 1 }] })
  })

  test('leaves addresses out', () => {
    const text = `[{"steamId":"${ALICE}","ip":"203.0.113.7","ips":["2001:db8::1","198.51.100.1:28015"]},{"steamId":"","ip":"203.0.113.8"}]`
    expect(read(text)).toEqual(listOf({ format: 'central_json', bans: [ban({})], addresses: 4 }))
  })
})

describe('BattleMetrics', () => {
  const banOf = (attributes: object, meta = { player: 'Bob' }) => ({ type: 'ban', id: '1', attributes, meta })
  const textOf = (...data: object[]) =>
    JSON.stringify({
      data,
      links: { next: 'https://api.battlemetrics.com/bans?page' },
      included: [{ type: 'user', id: '2', attributes: { nickname: 'anna' } }],
    })

  test('has ends, names, reasons and private notes', () => {
    const identifiers = [
      { type: 'ip', identifier: '203.0.113.7' },
      { type: 'BEGUID', identifier: 'abc' },
      { type: 'steamID', identifier: ALICE, metadata: { profile: { steamid: '76561197960287999' } } },
    ]
    const note = '<p>seen by <b>anna</b> &amp; ben</p><p><a href="https://youtu.be/x">clip</a><br>&lt;3</p>'
    const reason = 'Cheating - expires: {{expires}} ({{timeLeft}})'
    expect(
      read(
        textOf(
          banOf({
            timestamp: '2026-01-01T00:00:00.000Z',
            expires: '2031-11-25T00:00:00.000Z',
            reason,
            note,
            identifiers,
          }),
        ),
      ),
    ).toEqual(
      listOf({
        format: 'battlemetrics',
        addresses: 1,
        bans: [
          ban({
            steamId: '76561197960287999',
            name: 'Bob',
            reason: 'Cheating',
            note: 'seen by anna & ben\nclip https://youtu.be/x\n<3',
            until: 1_953_331_200,
          }),
        ],
      }),
    )
  })
})
