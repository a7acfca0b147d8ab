import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBanName, toBanNote, toBanReason } from '../../../src/bans/ban-texts.ts'
import { readBanList, type ListedBan, type ReadBanList } from '../../../src/bans/formats/read-ban-list.ts'
import { banTermsSchema } from '../../../src/model/ban.ts'
import { isSteamId } from '../../../src/model/steam-id.ts'
import { cpuMsOf } from '../../../packages/sim-discord/test/cpu-time.ts'
import { numRuns } from '../../support/num-runs.ts'

const NOW = 1_790_000_000
const LATER = 1_953_394_942
const [ALICE, BOB, CAROL, DAVE] = ['76561198007433923', '76561199177365408', '76561197960287931', '76561198000010431']
const DAY = 86_400
const nth = (index: number) => String(76_561_198_100_000_000n + BigInt(index))

const read = (text: string) => readBanList(text, NOW)
const ban = (terms: Partial<ListedBan>): ListedBan => ({
  steamId: ALICE,
  name: '',
  reason: '',
  note: '',
  until: null,
  line: 1,
  ...terms,
})
/** A list with the given members; it does not matter why lines were not understood. */
const listOf = ({
  notUnderstood = [],
  ...list
}: Partial<Omit<ReadBanList, 'notUnderstood'>> & {
  notUnderstood?: Omit<ReadBanList['notUnderstood'][number], 'why'>[]
}): ReadBanList => ({
  format: 'text',
  bans: [],
  unreadEnds: [],
  unclear: [],
  lifted: 0,
  liftedAccounts: expect.any(Array),
  staff: 0,
  areRounded: false,
  expired: 0,
  repeated: 0,
  notUnderstood: notUnderstood.map((line) => ({ why: expect.any(String), ...line })),
  notUnderstoodCount: notUnderstood.length,
  cutNotes: 0,
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
    ['a line separator', `"B\u2028ob" "aim\u2028bot" ${LATER}`, { name: 'B ob', reason: 'aim bot', until: LATER }],
    ['tabs and spaces', `\t"Bob"   "aimbot"\t${LATER}  `, { name: 'Bob', reason: 'aimbot', until: LATER }],
  ])('may have %s', (_, written, terms) => {
    const expected = { format: 'bans_cfg', bans: [ban(terms)], notUnderstood: [], durations: [] }
    expect(read(`banid ${ALICE} ${written}`)).toMatchObject(expected)
    expect(read(`  global.BanID "${ALICE}" ${written}`)).toMatchObject(expected)
  })

  test.each([
    ['30d', NOW + 30 * DAY],
    ['24', NOW + DAY],
    ['315360000', null],
  ])('has the duration %s as the game takes it, and says so', (duration, until) => {
    expect(read(`banid ${ALICE} "Bob" "aimbot" ${duration}`)).toEqual(
      listOf({
        format: 'bans_cfg',
        bans: [ban({ name: 'Bob', reason: 'aimbot', until })],
        durations: [{ line: 1, text: duration, until }],
      }),
    )
  })

  test('does not have an end that the game takes for good and a person meant otherwise', () => {
    const unread = { ...ban({ name: 'Bob', reason: 'aimbot' }), text: expect.any(String), unreadEnd: 'soon' }
    expect(read(`banid ${ALICE} "Bob" "aimbot" soon`)).toEqual(listOf({ format: 'bans_cfg', unreadEnds: [unread] }))
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
        staff: 2,
        notUnderstood: [1, 2, 3, 4, 5, 9].map((line) => ({ line, text: text[line - 1] ?? '' })),
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

describe('on one line, as Discord pastes a text, each entry is read:', () => {
  test.each([
    ['bans_cfg', `banid ${ALICE} "A" "x" -1 banid ${BOB} "B" "y" ${LATER} banid ${CAROL} "" "z" -1`],
    ['bans_cfg', `banid ${ALICE} "A" "x" -1 "EAC" global.banid "${BOB}" "B" "y" ${LATER}  banid ${CAROL} "z"`],
    ['bans_cfg', String.raw`banid ${ALICE} "A\" "x" -1 banid ${BOB} "B" "y\" ${LATER} banid ${CAROL} "" "z"`],
    ['bans_cfg', `banid ${ALICE} "A" "x" banid ${BOB} B y ${LATER} banid ${CAROL} "z" -1`],
    ['banlistex', `1 ${ALICE} "A" "x" -1 2 ${BOB} "B" "y" ${LATER} 3 ${CAROL} "" "z" -1`],
    ['banlistex', String.raw`1 ${ALICE} "A" "x\" -1 2 ${BOB} "B\" "y" ${LATER} 3 ${CAROL} "" "z" -1`],
  ])('%s: %s', (format, text) => {
    expect(read(text)).toEqual(
      listOf({
        format: format as 'bans_cfg',
        bans: [
          ban({ name: 'A', reason: 'x' }),
          ban({ steamId: BOB, name: 'B', reason: 'y', until: LATER }),
          ban({ steamId: CAROL, reason: 'z' }),
        ],
      }),
    )
  })

  test('banlist, with the headline of listid', () => {
    const entries = `1 ${ALICE} : permanent 2 ${BOB} : 59.983 min 3 ${CAROL} : -3 min`
    for (const text of [entries, `ID filter list: 3 entries ${entries}`, `3 entries ${entries}`]) {
      expect(read(text)).toEqual(
        listOf({
          format: 'banlist',
          expired: 1,
          bans: [ban({}), ban({ steamId: BOB, until: NOW + 3_599 })],
          durations: [{ line: 1, text: '59.983 min', until: NOW + 3_599 }],
        }),
      )
    }
  })

  test('bans, after an echo of the command', () => {
    expect(read(`> bans [ { "steamid": ${ALICE}, "group": "Banned", "notes": "x", "expiry": ${LATER} } ]`)).toEqual(
      listOf({
        format: 'bans_json',
        bans: [ban({ reason: 'x', until: LATER })],
      }),
    )
  })

  test('no id is lost with what cannot be read', () => {
    const textsOf = (text: string) => read(text).notUnderstood.map((line) => line.text)
    const first = `banid ${ALICE} "A" "x" -1`
    expect(textsOf(`${first} ownerid ${BOB} "B" "an owner" ${first}`)).toEqual([`ownerid ${BOB} "B" "an owner"`])
    expect(textsOf(`banid ${ALICE} "x" ownerid ${BOB} ${first}`)).toEqual([`banid ${ALICE} "x" ownerid ${BOB}`])
    expect(textsOf(`banid ${ALICE} "A" "x" ${BOB}`)).toEqual([`banid ${ALICE} "A" "x" ${BOB}`])
    expect(textsOf(`1 ${ALICE} : permanent ${BOB}`)).toEqual([`1 ${ALICE} : permanent ${BOB}`])
    expect(textsOf(`# our bans ${first}`)).toEqual([`# our bans ${first}`])
    expect(textsOf(`steamid,name ${ALICE},A ${BOB},B`)).toEqual([`steamid,name ${ALICE},A ${BOB},B`])
    expect(textsOf(`steamid,name ${ALICE},A\n${BOB},B`)).toEqual([`steamid,name ${ALICE},A`])
    expect(textsOf(`steamid,ip,by ${`${ALICE},203.0.113.7,${BOB} `.repeat(1_000)}`)).toHaveLength(1)
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
        staff: 1,
        notUnderstood: [{ line: 3, text: '76561197960287930' }],
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

  test('is refused as a whole if it is damaged, with the line where it is', () => {
    expect(read(`[{"steamId":"${ALICE}"},\n {"steamId":"${BOB}","rea\n`)).toEqual(
      listOf({ format: 'central_json', notUnderstood: [{ line: 2, text: `{"steamId":"${BOB}","rea` }] }),
    )
  })

  test('does not take an id that is rounded, or an end that cannot be read', () => {
    const text = `[{"steamId":7.6561198e16,"reason":"a"},{"steamId":"${BOB}","expiryDate":"soon"},{"steamId":"${BOB}","expiryDate":{}}]`
    expect(read(text)).toMatchObject({
      bans: [],
      notUnderstood: [{ line: 1, why: 'changed_number' }],
      unreadEnds: [{ steamId: BOB, unreadEnd: 'soon' }],
      repeated: 1,
    })
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

  test.each([
    ['a profile URL', [{ type: 'steamID', identifier: `https://steamcommunity.com/profiles/${ALICE}/` }]],
    ['the profile in the metadata', [{ type: 'steamID', metadata: { profile: { steamid: ALICE } } }]],
    ['metadata of another layout', [{ type: 'steamID', identifier: ALICE, metadata: { profile: null } }]],
  ])('names the account by %s', (_, identifiers) => {
    expect(read(textOf(banOf({ expires: null, reason: 'x', note: null, identifiers })))).toEqual(
      listOf({ format: 'battlemetrics', bans: [ban({ name: 'Bob', reason: 'x' })] }),
    )
  })

  test('bans each account that a ban names', () => {
    const identifiers = [ALICE, BOB, ALICE].map((identifier) => ({ type: 'steamID', identifier }))
    expect(read(textOf(banOf({ expires: null, reason: 'x', note: 'seen', identifiers })))).toEqual(
      listOf({
        format: 'battlemetrics',
        bans: [ALICE, BOB].map((steamId) => ban({ steamId, name: 'Bob', reason: 'x', note: 'seen' })),
      }),
    )
  })

  test('reads ids that are numbers to their last digit', () => {
    const text = textOf(banOf({ expires: null, reason: 'x', identifiers: [{ type: 'steamID', identifier: 'ID' }] }))
    expect(read(text.replace('"ID"', BOB))).toMatchObject({ bans: [{ steamId: BOB }] })
  })

  test('does not understand a ban without an account or with a strange end, and leaves out one of an address', () => {
    const text = textOf(
      banOf({
        expires: null,
        reason: 'x',
        identifiers: [{ type: 'steamID' }, { type: 'ip', identifier: '203.0.113.7' }],
      }),
      banOf({ expires: 'soon', reason: 'x', identifiers: [{ type: 'steamID', identifier: ALICE }] }),
      banOf({ expires: null, reason: 'x', identifiers: [{ type: 'ip', identifier: '203.0.113.7' }] }),
      { type: 'ban', id: '7' },
    )
    expect(read(text)).toMatchObject({
      bans: [],
      addresses: 1,
      unreadEnds: [{ steamId: ALICE, unreadEnd: 'soon' }],
      notUnderstood: [{ line: 1 }, { line: 1, text: '{"type":"ban","id":"7"}' }],
    })
  })

  test.each([
    ['{{duration}}', ''],
    ['Aimbot', 'Aimbot'],
    ['Aimbot | Banned until: {{expires}}', 'Aimbot | Banned'],
    ['Aimbot [{{timeLeft}}] appeal at example.org', 'Aimbot appeal at example.org'],
  ])('has the reason %j without placeholders', (reason, expected) => {
    const identifiers = [{ type: 'steamID', identifier: ALICE }]
    expect(read(textOf(banOf({ expires: null, reason, identifiers }))).bans).toMatchObject([
      { reason: expected, note: '' },
    ])
  })
})

describe('CSV', () => {
  test.each([',', ';', '\t', '|'])('is read with the separator %j', (separator) => {
    const rows = [
      ['Steam ID', 'Player Name', 'Reason', 'Notes', 'Expires', 'IP'],
      [ALICE, 'Bob', 'aimbot', 'private', '2031-11-25T07:09:02Z', '203.0.113.7'],
      [`https://steamcommunity.com/profiles/${BOB}`, `"a${separator}""b"""`, '"two\nlines"', '', 'never', ''],
      ['STEAM_0:1:11101', '', '', '', '', ''],
      ['', '', '', '', '', '203.0.113.8'],
      ['', '', '', '', '', ''],
      ['gaben', 'x', 'y', '', '', '203.0.113.8'],
      ['7,65612E+16'.replace(separator, '.'), 'x', 'y', '', '', ''],
    ]
    const text = rows.map((row) => row.join(separator)).join('\r\n')
    const { notUnderstood, notUnderstoodCount: _, ...list } = read(text)
    expect(notUnderstood.map(({ line }) => line)).toEqual([8, 9])
    expect({ ...list, notUnderstood: [], notUnderstoodCount: 0 }).toEqual(
      listOf({
        format: 'csv',
        addresses: 2,
        bans: [
          ban({ name: 'Bob', reason: 'aimbot', note: 'private', until: 1_953_356_942, line: 2 }),
          ban({ steamId: BOB, name: `a${separator === '\t' ? ' ' : separator}"b"`, reason: 'two lines', line: 3 }),
          ban({ steamId: '76561197960287931', line: 5 }),
        ],
      }),
    )
  })

  test('leaves out a ban whose end cannot be read', () => {
    const unread = { ...ban({ line: 2 }), text: expect.stringContaining('soon'), unreadEnd: 'soon' }
    expect(read(`steamid;until\n${ALICE};soon`)).toEqual(listOf({ format: 'csv', unreadEnds: [unread] }))
  })

  test('says what durations and strange ends were taken for', () => {
    const ends = ['30d', '9999-12-31']
    expect(read(`steamid,until\n${ends.map((end, index) => `${nth(index)},${end}`).join('\n')}`).durations).toEqual([
      { line: 2, text: '30d', until: NOW + 30 * DAY },
      { line: 3, text: '9999-12-31', until: null },
    ])
  })

  test('is read from any column of an id, the most reliable one first', () => {
    expect(read(`id,name,steamid\n7,Bob,${ALICE}`).bans).toEqual([ban({ name: 'Bob', line: 2 })])
    expect(read(`name,user_id\nBob,${ALICE}`).bans).toEqual([ban({ name: 'Bob', line: 2 })])
  })

  test('loses only the row whose quotes are wrong', () => {
    const text = `sep=,\nsteamid,name\n${ALICE},"Bob" x\n${BOB},5" nails\n${CAROL},"Carol`
    expect(read(text)).toEqual(
      listOf({
        format: 'csv',
        bans: [ban({ steamId: BOB, name: '5" nails', line: 4 })],
        notUnderstood: [
          { line: 3, text: `${ALICE},"Bob" x` },
          { line: 5, text: `${CAROL},"Carol` },
        ],
      }),
    )
  })
})

describe('any text', () => {
  test('has accounts in every form, with what follows them as the note', () => {
    const text = `Our bans:
${ALICE}
- ${BOB} aimbot, twice
https://steamcommunity.com/profiles/${CAROL} – racism
1. [U:1:39744703]
${ALICE} again
# ${nth(1)} not any more
`
    expect(read(`\`\`\`\n${text}\`\`\``)).toEqual(
      listOf({
        repeated: 1,
        lifted: 1,
        bans: [
          ban({ line: 3 }),
          ban({ steamId: BOB, note: 'aimbot, twice', line: 4 }),
          ban({ steamId: CAROL, note: 'racism', line: 5 }),
          ban({ steamId: DAVE, line: 6 }),
        ],
      }),
    )
  })

  test('bans neither administrators nor moderators who banned', () => {
    const text = [
      `ownerid ${ALICE} "Alice" "owner"`,
      `moderatorid ${BOB} "Bob" "moderator"`,
      `unban ${CAROL}`,
      `"bannedBy": "${ALICE}",`,
      `"adminId": ${ALICE},`,
      `${DAVE} was banned by ${ALICE}`,
      `${nth(1)} gebannt von: [U:1:39744703]`,
    ]
    const { bans, notUnderstood, staff, lifted } = read(text.join('\n'))
    expect(bans.map(({ steamId }) => steamId)).toEqual([DAVE, nth(1)])
    expect({ notUnderstood, staff, lifted }).toEqual({ notUnderstood: [], staff: 4, lifted: 1 })
  })

  test('leaves out addresses, and names of accounts that only Steam could resolve', () => {
    const text = `203.0.113.7\n2001:db8::1 evader\n${ALICE} 198.51.100.1:28015\ngaben\nsteamcommunity.com/id/gaben`
    expect(read(text)).toEqual(
      listOf({
        addresses: 3,
        bans: [ban({ line: 3 })],
        notUnderstood: [
          { line: 4, text: 'gaben' },
          { line: 5, text: 'steamcommunity.com/id/gaben' },
        ],
      }),
    )
  })

  test('may be JSON of an unknown layout, on one long line too', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => nth(index))
    const texts = ['aimbot, seen on video', 'say "hi"', 'wall hack since May', '']
    const text = JSON.stringify({
      entries: ids.map((id, index) => ({ Player: id, BannedBy: ALICE, Text: texts[index % texts.length] })),
    })
    expect(read(text)).toMatchObject({
      format: 'text',
      bans: ids.map((steamId) => ({ steamId, note: '' })),
      repeated: 0,
    })
  })

  test.each(['', '\n\n', '[]', '# nothing', '{"data":[]}'])('may be without an account: %j', (text) => {
    expect(read(text)).toMatchObject({ format: 'text', bans: [], expired: 0, repeated: 0, durations: [] })
  })
})

describe('texts', () => {
  const textsOf = (name: string, reason: string, note = '') =>
    read(JSON.stringify([{ steamId: ALICE, name, reason, note }])).bans[0]

  test('are plain, and names and reasons are on one line', () => {
    expect(textsOf('a\n\tb\u202e\u0000\ud800', 'x\r\n\u2066y\u2069 \\', 'one\r\n two\u0007\n\n\n\nthree ')).toEqual(
      ban({ name: 'a b', reason: 'x y', note: 'one\ntwo\n\nthree' }),
    )
  })

  test('keep the whole of a long reason in the note', () => {
    const reason = `${'x'.repeat(79)}😀`
    expect(textsOf('Bob', reason, 'seen')).toMatchObject({ reason, note: 'seen' })
    expect(textsOf('Bob', `${reason}y`, 'seen')).toMatchObject({
      reason: `${'x'.repeat(79)}…`,
      note: `${reason}y\nseen`,
    })
    expect(textsOf('Bob', '🇩🇪'.repeat(300), 'seen')).toMatchObject({
      reason: `${'🇩🇪'.repeat(39)}…`,
      note: `${'🇩🇪'.repeat(249)}…`,
    })
  })

  test('are within their limits', () => {
    expect(textsOf('n'.repeat(65), '', 'o'.repeat(501))).toMatchObject({
      name: `${'n'.repeat(63)}…`,
      note: `${'o'.repeat(499)}…`,
    })
  })

  test('notes that are cut are counted', () => {
    const entries = [500, 501, 600].map((length, index) => ({ steamId: nth(index), note: 'x'.repeat(length) }))
    expect(read(JSON.stringify(entries)).cutNotes).toBe(2)
    expect(read(JSON.stringify([{ steamId: ALICE, reason: 'y'.repeat(81), note: 'x'.repeat(450) }])).cutNotes).toBe(1)
  })
})

describe('whatever a text is,', () => {
  const fragments = [
    String.raw`" \ \" ' , ; | : # { } [ ] -1 30d null by 203.0.113.7 ::1 banid "steamId": "attributes":{ "expiryDate": {{expires}}`.split(
      ' ',
    ),
    [
      '\n',
      '\r\n',
      '\r',
      ' ',
      '\t',
      ' : ',
      '1 ',
      'permanent',
      '59,983 min',
      'steamid,name,until\n',
      'sep=;\n',
      '```',
      '\uFEFF',
    ],
    ['{"data":[{"type":"ban","attributes":{"expires":null,"identifiers":[{"type":"steamID","identifier":'],
    ['<a href="', '</a>', '\u202e', '\ud83d', '\u0000', '😀'],
    [ALICE, BOB, CAROL, '76561197960265728', '[U:1:39744703]', `${LATER}`, `${NOW}`],
  ].flat()
  const pieces = fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 6 }))
  const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))
  // A list of any format, of which a part is replaced.
  const lists = fc
    .tuple(
      fc.constantFrom(
        `banid ${ALICE} "Bob" "x" ${LATER}\r\nbanid ${BOB} "" "" -1\r\n`,
        `1 ${ALICE} "Bob" "x" ${LATER}\n2 ${BOB} "" "" -1\n`,
        `[{"steamid":${BOB},"group":"Banned","username":"x","notes":"y","expiry":-1},\n{"steamid":${ALICE},"expiry":1}]`,
        `steamid;name;until\n'${ALICE};"B;ob";2031-11-25\n${BOB};x;never\n`,
      ),
      fc.nat(200),
      fc.nat(20),
      texts,
    )
    .map(([list, start, length, text]) => list.slice(0, start) + text + list.slice(start + length))

  test('it is read without an error, and only bans that can be stored come out', () => {
    fc.assert(
      fc.property(fc.oneof(texts, lists), (text) => {
        const { bans, durations, notUnderstood, notUnderstoodCount } = read(text)
        for (const { line, ...terms } of bans) {
          expect(banTermsSchema.parse(terms)).toEqual(terms)
          expect(isSteamId(terms.steamId)).toBe(true)
          expect(terms.until ?? LATER).toBeGreaterThan(NOW)
          expect(terms.name).toBe(toBanName(terms.name))
          expect(terms.reason).toBe(toBanReason(terms.reason))
          expect(terms.note).toBe(toBanNote(terms.note))
          expect([terms.reason.length <= 160, terms.note.length <= 1_000]).toEqual([true, true])
          expect(line).toBeLessThanOrEqual(text.split(/\r\n|[\n\r]/).length)
        }
        expect(new Set(bans.map(({ steamId }) => steamId)).size).toBe(bans.length)
        expect(notUnderstoodCount).toBe(notUnderstood.length)
        expect(durations.length).toBeLessThanOrEqual(bans.length)
      }),
      { numRuns: numRuns(10_000) },
    )
  })

  test.each([
    '"',
    '""',
    '\\"',
    '[',
    '{"',
    '[{',
    '},',
    ',',
    '\n',
    ' \r',
    'a ',
    'by:',
    '{{',
    '<a ',
    `${ALICE} `,
    '"steamId":',
    '\u0301',
  ])('a long row of %j is read in linear time', (piece) => {
    const heads = [
      '',
      '[',
      '[{"steamId":"',
      '{"data":[{"attributes":{"reason":"',
      'steamid,name\n',
      `${ALICE} "`,
      `banid ${ALICE} "`,
    ]
    for (const head of heads) {
      // A tenth of a second at most; quadratic time would be more than ten seconds.
      expect(cpuMsOf(() => read(head + piece.repeat(60_000 / piece.length)))).toBeLessThan(3_000)
    }
  })

  test('it may have many lines that are not understood, of which the first are kept', () => {
    expect(read('x?\n'.repeat(3_000))).toMatchObject({ notUnderstoodCount: 3_000, notUnderstood: { length: 1_000 } })
  })
})
