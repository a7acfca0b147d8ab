import fc from 'fast-check'
import SteamID from 'steamid'
import { describe, expect, test } from 'vitest'
import { readAccountInput } from '../../src/text/account-input.ts'
import { readAccountList, readAccountsInMessage, readNamedAccounts } from '../../src/text/account-list.ts'
import { parseAccount } from '../../src/model/steam-id.ts'
import { cpuMsOf } from '../../packages/sim-discord/test/cpu-time.ts'
import { numRuns } from '../support/num-runs.ts'

const alice = '76561198000010431'
const bob = '76561198097494388'
const carol = '76561198054287977'
// Account id 22202, which has short forms.
const gabe = '76561197960287930'

/** The result for a list without duplicates in which everything is recognized. */
const just = (...accounts: string[]) => ({ accounts, repeated: [], notRecognized: [] })

describe('a list of accounts', () => {
  test.each([
    ['Steam3 without brackets', 'U:1:22202', gabe],
    ['an invite link', 's.team/p/hj-qp', gabe],
    ['a link to a custom name', 'https://steamcommunity.com/id/Raider/', 'Raider'],
    ['a custom name of digits', '22202', '22202'],
    ['a custom name that looks like an id', `steamcommunity.com/id/${alice}`, `https://steamcommunity.com/id/${alice}`],
  ])('may contain %s: %j', (_, text, account) => {
    expect(readAccountList(text)).toEqual(just(account))
    expect(readAccountList(`${text}\n${carol}`)).toEqual(just(account, carol))
  })

  test.each([
    ['angle brackets', '<https://steamcommunity.com/id/raider>'],
    ['a number and a bracket', '3) raider'],
    ['a spoiler', '||raider||'],
    ['a zero-width space', 'raider\u200b'],
    ['a full stop after a link', 'https://steamcommunity.com/id/raider.'],
    ['underlined link', '__https://steamcommunity.com/id/raider__'],
    ['a label before a link', 'profile:https://steamcommunity.com/id/raider'],
    ['a masked link', '[their profile](https://steamcommunity.com/id/raider)'],
    [
      'a masked link with another in its text',
      `[steamcommunity.com/id/joe](<https://steamcommunity.com/id/raider> "x")`,
    ],
    ['dividers', '---\nraider\n====='],
    ['comments', '# from last night\nraider\n// end'],
  ])('may be decorated with %s: %j', (_, text) => {
    expect(readAccountList(text)).toEqual(just('raider'))
    expect(readAccountList(`${text}\n${alice}`)).toEqual(just('raider', alice))
  })

  test.each([
    ['commas', `${alice}, raider,https://steamcommunity.com/id/joe , [U:1:22202]`, [alice, 'raider', 'joe', gabe]],
    ['quotes and commas', `"${alice}", "raider", ${bob}`, [alice, 'raider', bob]],
    ['spaces between names', 'raider  honest_joe 1337', ['raider', 'honest_joe', '1337']],
    ['a code fence that has lost its line ends', '```txt raider joe ```', ['raider', 'joe']],
    ['a code fence right before a name', '```logan joe```', ['logan', 'joe']],
    ['brackets', `[${alice}] [${bob}] ${carol}`, [alice, bob, carol]],
    ['bullets that have lost their line ends', '- raider - joe 3. ann', ['raider', 'joe', 'ann']],
    ['numbers that have lost their line ends', `1. ${alice} 2. ${bob}`, [alice, bob]],
  ])('in one line may have its accounts separated by %s: %j', (_, text, accounts) => {
    expect(readAccountList(text)).toEqual(just(...accounts))
  })

  test('in several lines may have names separated by commas', () => {
    expect(readAccountList('raider, joe;ann\nbob_the_builder')).toEqual(just('raider', 'joe', 'ann', 'bob_the_builder'))
  })

  test.each(['\n'])('has lines that end in %j', (lineEnd) => {
    expect(readAccountList(`${alice}${lineEnd}joe`)).toEqual(just(alice, 'joe'))
  })

  test('gives a duplicate for each further mention, as it was written first', () => {
    const text = `${gabe}\nRaider\nSTEAM_1:0:11101\nhttps://steamcommunity.com/id/raider\nRAIDER\n${alice}`
    expect(readAccountList(text)).toEqual({
      accounts: [gabe, 'Raider', alice],
      repeated: [gabe, 'Raider', 'Raider'],
      notRecognized: [],
    })
    expect(readAccountList(`${alice} ${alice}`)).toMatchObject({ accounts: [alice], repeated: [alice] })
  })

  test.each(['\n', ' ', ', '])('may hold as many accounts as a file does, separated by %j', (separator) => {
    const accounts = Array.from({ length: 58_000 }, (_, index) => String(BigInt(alice) + BigInt(index)))
    expect(readAccountList(accounts.join(separator))).toEqual(just(...accounts))
  })

  test('may be several texts, each with its own layout', () => {
    expect(readAccountList('raider joe', `steamid,name\n${alice},joe`, `${bob}\n${alice}`)).toEqual({
      accounts: ['raider', 'joe', alice, bob],
      repeated: [alice],
      notRecognized: [],
    })
  })

  test('does not count duplicates within one of several lines', () => {
    const line = (id: string) => `${id},https://steamcommunity.com/profiles/${id}`
    expect(readAccountList(`${line(alice)}\n${line(bob)}`)).toEqual(just(alice, bob))
  })
})

describe('a row of a status list with a malformed id', () => {
  const heading = '# userid name uniqueid connected ping loss state adr'
  test.each([
    ['a wrong character in Steam3', '# 4 "Bad Guy" [U:1:3974470Z] 10:00 45 0 active'],
    ['a Steam3 id without its closing bracket', '# 4 "Bad Guy" [U:1:3974 10:00 45 0 active'],
    ['an id in place of a name', `# 8 "${bob}" [U:1:3974470Z] 10:00 45 0 active`],
  ])('is not recognized: %s', (_, row) => {
    for (const text of [`${row}\n${alice}`, `${heading}\n${row}\n${alice}\n#end`]) {
      expect(readAccountList(text)).toEqual({ ...just(alice), notRecognized: [row] })
    }
  })
})

test('a status list without line ends gives the account of each row', () => {
  const line = `# userid name uniqueid # 2 "joe" [U:1:22202] 00:10 50 0 active # 3 "x" ${bob} 00:11 #end`
  expect(readAccountList(line).accounts).toEqual([gabe, bob])
})

test.each([
  ['Honest Joe, Raider of Doom', ['Honest Joe', 'Raider of Doom']],
  ['Honest Joe; raider', ['Honest Joe', 'raider']],
  ['Honest Joe | Raider of Doom,', ['Honest Joe', 'Raider of Doom']],
])('entries of several words between commas are not custom names: %j', (line, notRecognized) => {
  expect(readAccountList(line)).toEqual({ ...just(), notRecognized })
})

describe('a word is a custom name only in a typed list of single words, ids and links', () => {
  const link = 'https://steamcommunity.com/id/ann'
  test.each([
    ['in a file', 'raider\njoe', ['raider', 'joe']],
    ['in one line of a file', 'raider, joe', ['raider', 'joe']],
    ['beside ids of a file', `${alice}\nraider`, ['raider'], [alice]],
    ['beside links of a file', `raider\n${link}`, ['raider'], ['ann']],
  ])('and not %s: %j', (_, file, notRecognized, accounts: string[] = []) => {
    expect(readAccountList('', file)).toEqual({ ...just(...accounts), notRecognized })
  })

  test.each([
    ['in a JSON array', `["raider","${alice}"]`, ['raider'], [alice]],
    ['in JSON of several lines', '[\n  "raider",\n  "joe"\n]', ['raider', 'joe']],
    ['in YAML', `players:\n  - raider\n  - name: joe\n    id: ${alice}`, ['- raider', '- name: joe'], [alice]],
    ['in prose', `Hello\nplease check these\n${alice}\nthanks`, ['Hello', 'please check these', 'thanks'], [alice]],
    ['among names with spaces', 'raider\nHonest Joe\njoe', ['raider', 'Honest Joe', 'joe']],
    ['before an id', `raider ${alice}`, ['raider'], [alice]],
    ['after an id', `[U:1:22202] raider`, ['raider'], [gabe]],
    ['between ids and spaces', `raider ${alice} joe ${bob}`, ['raider', 'joe'], [alice, bob]],
    ['after an id and a colon', `${alice}:raider, ${bob}:joe`, [':raider', ':joe'], [alice, bob]],
    ['before an id and a colon', `raider:${alice}\njoe:${bob}\nann`, ['ann'], [alice, bob]],
    ['in a row beside rows of ids and names', `${alice} raider\njoe`, ['joe'], [alice]],
    ['in a row beside ids and commas', `${alice}, raider\njoe`, ['joe'], [alice]],
    ['before and after ids with names', `Roof Raider ${alice}, raider`, ['Roof Raider', 'raider'], [alice]],
  ])('and not %s: %j', (_, text, notRecognized, accounts: string[] = []) => {
    expect(readAccountList(text)).toEqual({ ...just(...accounts), notRecognized })
  })
})

describe('a number that a program has changed', () => {
  const grouped = (separator: string) => ['76', '561', '198', '007', '433', '923'].join(separator)
  test.each([
    ['commas', grouped(',')],
    ['points', grouped('.')],
    ['spaces', grouped(' ')],
    ['apostrophes', grouped("'")],
    ['underscores', grouped('_')],
    ['groups of four digits', '7656 1198 0074 3392 3'],
    ['the groups of India', '7,65,61,19,80,07,43,39,23'],
    ['an exponent', '7.65612E+16'],
    ['an exponent and a comma', '7,65612E+16'],
    ['an exponent of one digit', '8E+16'],
  ])('is not recognized as a whole and gives no account: %s, %j', (_, number) => {
    expect(readAccountList(number)).toEqual({ ...just(), notRecognized: [number] })
    expect(readAccountList(`${number}\n${alice}`)).toEqual({ ...just(alice), notRecognized: [number] })
    expect(readAccountList(`${alice}\traider\t${number}\n${bob}`)).toEqual({
      ...just(alice, bob),
      notRecognized: [number],
    })
    expect(readAccountList('', `id,name\n"${number}",raider\n${alice},joe`).notRecognized.join()).toContain(number)
    expect(readAccountsInMessage(`look at ${number}!`)).toEqual({ ...just(), notRecognized: [number] })
    expect(readNamedAccounts(number)).toEqual([])
    expect(readAccountInput(number)).toBeNull()
  })

  test.each(['39,744,703', "39'744'703", '39.744.703'])('is no list of custom names: %j', (number) => {
    expect(readAccountList(number)).toEqual({ ...just(), notRecognized: [number] })
    expect(readAccountList(`raider\n${number}`)).toEqual({ ...just(), notRecognized: ['raider', number] })
    expect(readNamedAccounts(number)).toEqual([])
  })
})

describe('a Steam3 id without its closing bracket', () => {
  test.each(['[U:1:22202', '- [U:1:22202', '"[U:1:22202"', '[[U:1:22202'])(
    'is not recognized in a line or a list: %j',
    (entry) => {
      for (const text of [`${entry}\n${alice}`, `${alice}\n${entry}`]) {
        expect(readAccountList(text)).toEqual({ ...just(alice), notRecognized: [entry] })
      }
      expect(readAccountsInMessage(entry).accounts).toEqual([])
      expect(readNamedAccounts(entry)).toEqual([])
    },
  )

  test.each([
    ['alone', '[U:1:22202', '[U:1:22202'],
    ['between commas', `[U:1:22202, ${alice}`, '[U:1:22202'],
    ['between spaces', `${alice} [U:1:22202`, '[U:1:22202'],
    ['in a status row', `# 5 "y" [U:1:3974 10:00 ${alice}`, '[U:1:3974'],
    ['in a status list without line ends', `# 4 "x" [U:1:3974Z] 10:00 # 5 "y" ${alice} 9`, '# 4 "x" [U:1:3974Z] 10:00'],
  ])('is not recognized in the only line: %s', (_, line, entry) => {
    const { accounts, notRecognized } = readAccountList(line)
    expect(accounts).toEqual(line.includes(alice) ? [alice] : [])
    expect(notRecognized[0]).toBe(entry)
  })
})

describe('words that are not custom names', () => {
  test('are ignored next to an id or a link', () => {
    const text = `${alice} raider\n${bob},honest_joe,3\njoe: https://steamcommunity.com/id/ann`
    expect(readAccountList(text)).toEqual(just(alice, bob, 'ann'))
  })

  test.each([
    ['words next to an id', `${alice} raider, honest_joe`, ['raider', 'honest_joe']],
    ['words between ids', `- ${alice} - Alice ${bob}`, ['- Alice']],
    ['no words next to a name in quotes', `"the raider" Alice ${alice}`, []],
    ['no words next to brackets', `[Admin] raider ${alice}`, []],
    ['no words next to an address', `${alice} raider 1.2.3.4:5 26`, []],
    [
      'what people write to each other',
      `please check ${alice} he is new <@${bob}>`,
      ['please check', `he is new <@${bob}>`],
    ],
    ['another page', `${alice} https://evil.example/id/joe`, ['https://evil.example/id/joe']],
    ['names of rows that have lost their line ends', `raider ${alice} Honest Joe ${bob}`, ['raider', 'Honest Joe']],
    ['the same with the ids first', `${alice} raider ${bob} Honest Joe`, ['raider', 'Honest Joe']],
    ['a label', `SteamID64 ${alice}`, ['SteamID64']],
    ['a word with an accent', `naïve raider ${alice}`, ['naïve raider']],
    ['the end of a word with an id in it', `${alice}-alt`, ['-alt']],
  ])('are reported as not recognized in a single line, %s: %j', (_, text, notRecognized) => {
    expect(readAccountList(text).notRecognized).toEqual(notRecognized)
    expect(readAccountList(text).accounts).toEqual(readAccountsInMessage(text).accounts)
  })

  test.each([
    ['a name with a space', 'John Smith'],
    ['a sentence', 'raider, who is that?'],
    ['a name that cannot be', 'x'],
    ['letters outside ASCII', 'r\u0430ider'],
    ['a label', 'cheaters:'],
    ['a mention', '<@76561198000010431>'],
    ['a name and a mention', 'raider, <@76561198000010431>'],
    ['a time', '<t:1700000000:R>'],
    ['a group', 'https://steamcommunity.com/groups/raider'],
    ['another page', 'https://evil.example/profiles/raider'],
    ['another page without a scheme', 'evil.example/id/raider'],
    ['a page of Discord', 'https://discord.com/users/76561198000010431'],
    ['a masked link to another page', '[raider](https://evil.example/id/raider)'],
    ['an address', '109.240.100.173:18521'],
    ['an instance of an account', 'STEAM_0:0:11101:1'],
    ['another instance of an account', '[U:1:22202:2]'],
  ])('are reported in a line of their own, such as %s: %j', (_, line) => {
    expect(readAccountList(`${alice}\n  ${line} \n${bob}`)).toEqual({
      accounts: [alice, bob],
      repeated: [],
      notRecognized: [line],
    })
  })

  test('are reported as a whole line when one of them cannot be a custom name', () => {
    expect(readAccountList('raider naïve joe')).toEqual({ ...just(), notRecognized: ['raider naïve joe'] })
    expect(readAccountList('"John Smith" raider')).toEqual({ ...just(), notRecognized: ['"John Smith" raider'] })
  })

  test('are not found in an empty text', () => {
    for (const text of ['', ' \n\t', '```\n```', '---', '\u200b']) expect(readAccountList(text)).toEqual(just())
  })
})

describe('server output', () => {
  const frame = [
    'hostname: [EU] Raider Paradise',
    'version : 2260 secure (secure mode enabled, connected to Steam3)',
    'map     : Procedural Map',
    'players : 2 (500 max) (0 queued) (0 joining)',
    '',
    'id                name  ping connected addr                 owner violation kicks ',
  ]
  const row = (id: string, name: string, owner = '') =>
    `${id} "${name}"  26   58847.23s 85.76.8.230:64178  ${owner}        0.0       0     `
  const status = [...frame, row(alice, 'raider'), row(bob, 'John Smith')]

  test.each([
    ['status', status],
    ['status without its frame', status.slice(6)],
    ['status without players', frame, [], [] as string[]],
    [
      'status where the name of a player is the id of another account',
      [...frame, row(alice, carol), row(bob, `x ${carol}`)],
      [carol, carol],
    ],
    ['status where the name of a player is the id of another player', [row(alice, bob), row(bob, `x ${alice}`)]],
    [
      'status where a name is a link',
      [row(alice, 'steamcommunity.com/id/joe'), row(bob, '<https://s.team/p/c>')],
      ['steamcommunity.com/id/joe', 'https://s.team/p/c'],
    ],
    [
      'status where a name is like a line of the log',
      [row(alice, `1.2.3.4:5/${carol}/`), row(bob, `x[1/${carol}]`)],
      [carol, carol],
    ],
    [
      'status where a name is like the column of the owner',
      [row(alice, `1.2.3.4:5 ${carol} x`), row(bob, 'x')],
      [carol],
    ],
    ['status with the owner of a shared game', [...frame, row(alice, 'raider', carol), row(bob, 'joe', carol)]],
    ['status with an id after its columns', [`${row(alice, 'raider', bob)} ${carol}`, row(bob, 'x')], [carol]],
    ['the same as rows without a frame', [row(alice, 'raider', carol), row(bob, 'joe', carol)]],
    ['users', ['<slot:userid:"name">', `${alice}:"x" ${carol} "y"`, `${bob}:"${carol}"`, '2users'], [carol, carol]],
    ['banlistex', [`${alice} "raider" "alt of ${carol}"`, `${bob} "joe" ""`], [carol]],
    [
      'joining',
      [`1.2.3.4:18521/${alice}/raider joined [windows/${alice}]`, `1.2.3.4:5/${bob}/${carol} joined [linux/${bob}]`],
      [carol],
    ],
    [
      'joining with a shared game',
      [`1.2.3.4:18521/${alice}/x joined [windows/${carol}]`, `1.2.3.4:5/${bob}/y joined [linux/${bob}]`],
    ],
    [
      'leaving',
      [`1.2.3.4:18521/${alice}/x[1/${carol}] disconnecting: closing`, `1.2.3.4:5/${bob}/joe kicked: AFK`],
      [carol],
    ],
    [
      'entering',
      [`${carol} x[${alice}/12345] has entered the game`, `${carol}[${bob}] has entered the game`],
      [carol, carol],
    ],
    [
      'connecting',
      [`joe with steamid ${alice} joined from ip 1.2.3.4:5`, `${carol} with steamid ${bob} joined from ip 1.2.3.4:5`],
      [carol],
    ],
    ['kills', [`raider[263066/${alice}] was killed by ${carol}[1/${bob}]`], [carol]],
    [
      'chat',
      [`[CHAT] raider[${alice}] : ${carol} is cheating`, `[CHAT] joe[5/${bob}] : steamcommunity.com/id/joe`],
      [carol, 'steamcommunity.com/id/joe'],
    ],
    [
      'status of another game',
      ['# userid name uniqueid', `# 2 "${carol}" ${alice} 00:10 50 0 active`, `# 3 "x" ${bob} 00:11`],
      [carol],
    ],
  ])(
    'is read, and names what else looks like an account: %s',
    (_, lines, notRecognized: string[] = [], accounts = [alice, bob]) => {
      expect(readAccountList(lines.join('\n'))).toEqual({ ...just(...accounts), notRecognized })
      expect(readAccountsInMessage(lines.join('\r\n'))).toEqual({ ...just(...accounts), notRecognized })
    },
  )

  test('of one line names an id that a quote in a name could hide', () => {
    expect(readAccountList(`${alice} Big"Joe ${bob} Ann`).accounts).toEqual([alice, bob])
    expect(readAccountList(`${alice} Big"Joe ${bob} and "Ann`)).toEqual({ ...just(alice), notRecognized: [bob] })
  })

  test('of the command players has names without quotes', () => {
    const lines = ['id name ping snap updt posi dist', `${alice} ${carol} 26 100 20 0`, `${bob} John Smith 5 0 0 0`]
    expect(readAccountList(lines.join('\n'))).toEqual({ ...just(alice, bob), notRecognized: [carol] })
  })

  test.each([
    ['status', status],
    ['users', ['<slot:userid:"name">', `${alice}:"raider"`, `${bob}:"${carol}"`, '2users']],
    [
      'joining',
      [`1.2.3.4:18521/${alice}/raider joined [windows/${alice}]`, `1.2.3.4:5/${bob}/${carol} joined [linux/${bob}]`],
    ],
  ])('without line ends is read: %s', (_, lines) => {
    expect(readAccountList(lines.join(' ')).accounts).toEqual([alice, bob])
  })

  test('of the command playerlist is read', () => {
    const player = (SteamID: string, DisplayName: string) => ({
      SteamID,
      OwnerSteamID: carol,
      DisplayName,
      Ping: 37,
      Address: '123.123.321.31:56814',
      ConnectedSeconds: 463,
      VoiationLevel: 0.5,
    })
    const list = [player(alice, `"${carol}`), player(bob, 'raider')]
    const expected = { ...just(alice, bob), notRecognized: [carol] }
    expect(readAccountList(JSON.stringify(list, null, 2))).toEqual(expected)
    expect(readAccountList(JSON.stringify(list))).toEqual(expected)
    expect(readAccountList(list.map((entry) => JSON.stringify(entry)).join('\n'))).toEqual(expected)
  })

  describe('JSON with a malformed Steam id', () => {
    test.each([
      ['a number', '"steamid": 7656119800001043'],
      ['text', '"SteamID": "7656119800001043"'],
      ['Steam3', '"steamId3": "[U:1:222x]"'],
      ['another key', '"steamUserId64": "none of yours"'],
    ])('is not recognized: %s', (_, field) => {
      const pretty = ['{', `  ${field},`, '  "DisplayName": "x"', '}', alice].join('\n')
      expect(readAccountList(pretty)).toEqual({ ...just(alice), notRecognized: [`${field},`] })
      expect(readAccountList(`[{"steamid":"${alice}"},{${field},"name":"x"}]`)).toEqual({
        ...just(alice),
        notRecognized: [field],
      })
      expect(readAccountList(`[{"steamid":"${alice}"},{${field}}]\n${bob}`)).toEqual({
        ...just(alice, bob),
        notRecognized: [field],
      })
    })

    test.each(['"steamid": ""', '"steamid": "0"', '"steamid": 0', '"steamid": null', '"OwnerSteamID": "0"'])(
      'is not reported for an empty field or another id: %s',
      (field) => {
        expect(readAccountList(['{', field, '}', alice].join('\n'))).toEqual(just(alice))
        expect(readAccountList(`[{"steamid":"${alice}"},{${field}}]`)).toEqual(just(alice))
      },
    )
  })

  test('JSON with an id as a number is read to the last digit', () => {
    expect(readAccountList(`{"steamid": ${alice}, "reason": "like ${bob}"}`)).toEqual({
      ...just(alice),
      notRecognized: [bob],
    })
  })

  test('has words that are reported and not read as custom names', () => {
    expect(readAccountList(`${row(alice, 'joe')}\nraider`)).toEqual({ ...just(alice), notRecognized: ['raider'] })
    const text = ['status', ...status, 'raider'].join('\n')
    expect(readAccountList(text)).toEqual({ ...just(alice, bob), notRecognized: ['status', 'raider'] })
    expect(readAccountList(`12 ${alice} "raider" "x" 13 ${bob} "joe" "y"`)).toEqual({
      ...just(alice, bob),
      notRecognized: ['12'],
    })
  })
})

describe('a friend code in a list', () => {
  test.each([
    ['as the whole text', '39744703', ['39744703']],
    ['in quotes', '"39744703"', ['39744703']],
    ['alone on a line', `39744703\n${bob}\n- 22202`, ['39744703', bob, '22202']],
    ['in a line of friend codes', '39744703 39757389', ['39744703', '39757389']],
    ['in a line of friend codes with commas', '39744703, 22202', ['39744703', '22202']],
    ['alone on a line of a list of ids', `Steam ID\n39744703`, ['39744703']],
  ])('is read %s: %j', (_, text, accounts) => {
    expect(readAccountList(text)).toEqual(just(...accounts))
  })

  test.each([
    ['an id and a comma', `${alice}, 39744703`, [alice, 'https://steamcommunity.com/id/39744703']],
    [
      'alternating names, as in rows that have lost their line ends',
      'raider 39744703 joe 22202',
      ['raider', 'https://steamcommunity.com/id/39744703', 'joe', 'https://steamcommunity.com/id/22202'],
    ],
    [
      'another name in one of several lines',
      `${bob}\nraider,22202`,
      [bob, 'raider', 'https://steamcommunity.com/id/22202'],
    ],
  ])('is read as a custom name next to %s: %j', (_, text, accounts) => {
    expect(readAccountList(text)).toEqual(just(...accounts))
  })

  test('is not an account next to an id, in a link or in a chat message', () => {
    expect(readAccountList(`${alice} 39744703\n${bob}`)).toEqual(just(alice, bob))
    expect(readAccountList('https://steamcommunity.com/id/22202')).toEqual(just('https://steamcommunity.com/id/22202'))
    expect(readAccountsInMessage('39744703\n22202')).toEqual(just())
  })
})

test.each([
  ['a name', 'raid...'],
  ['a name with the character …', 'raid…'],
  ['Steam2', 'STEAM_0:0:111…'],
  ['Steam3', 'U:1:222...'],
  ['a link', 'https://steamcommunity.com/id/raid…'],
  ['an invite link', '(s.team/p/hj-q...)'],
])('a text before an ellipsis may be truncated and is not an account: %s, %j', (_, line) => {
  expect(readAccountList(`${line}\n${bob}`)).toEqual({ ...just(bob), notRecognized: [line] })
})

test('the results do not contain the token of a trade link', () => {
  const link = (partner: number) => `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=aB3_-x9Z`
  expect(readAccountList(`${link(22202)}\n${link(0)}`)).toEqual({
    ...just(gabe),
    notRecognized: ['https://steamcommunity.com/tradeoffer/new/?partner=0&token=…'],
  })
})

describe('readNamedAccounts reads', () => {
  test.each([
    ['a row of status', `${alice} "raider" 26 58847.23s 1.2.3.4:5 0.0 0`, [alice]],
    ['a row of status where the name is an id', `${alice} "${bob}" 26 58847.23s 1.2.3.4:5 0.0 0`, [alice]],
    ['a row of status where the name is a link', `${alice} "https://steamcommunity.com/id/joe" 26 5.5s`, [alice]],
    ['a row of status with the owner of a shared game', `${alice} "x" 26 5.5s 1.2.3.4:5 ${carol} 0.0 0`, [alice]],
    ['a line of the log', `1.2.3.4:18521/${alice}/raider joined [windows/${alice}]`, [alice]],
    ['a name and an id', `Roof Raider ${alice}`, [alice]],
    ['a name of one word and an id', `raider ${alice}`, [alice]],
    ['an id and a name', `${alice} Roof Raider`, [alice]],
    ['a label', `SteamID: ${alice}`, [alice]],
    ['one id in two forms', `${gabe} STEAM_0:0:11101 [U:1:22202]`, [gabe]],
    ['a name and a link', 'Roof Raider <https://steamcommunity.com/id/raider>', ['raider']],
    ['a masked link', '[their profile](https://steamcommunity.com/id/raider)', ['raider']],
    ['dirt', ' "raider". ', ['raider']],
    ['a custom name with something of a server in it', '2users', ['2users']],
    ['a friend code in a list', '39744703', ['39744703']],
    [
      'a custom name that looks like an id',
      `steamcommunity.com/id/${alice}`,
      [`https://steamcommunity.com/id/${alice}`],
    ],
    ['a custom name of digits', 'https://steamcommunity.com/id/22202', ['https://steamcommunity.com/id/22202']],
    ['two ids', `${alice} ${bob}`, [alice, bob]],
    ['an id and a link to a custom name', `${alice} https://steamcommunity.com/id/raider`, [alice, 'raider']],
    ['two custom names', 'raider, joe', ['raider', 'joe']],
    ['a custom name and an id with a comma', `raider, ${alice}`, ['raider', alice]],
    ['three lines', `raider\n${alice}\n22202`, ['raider', alice, '22202']],
    ['two players who have lost their line end', `${alice} "a" 26 5.5s ${bob} "b" 26 5.5s`, [alice, bob]],
    ['a kill', `raider[263066/${alice}] was killed by joe[1/${bob}]`, [alice, bob]],
    [
      'a link with a second one behind it',
      `https://steamcommunity.com/id/raider/,https://steamcommunity.com/id/joe/`,
      ['raider', 'joe'],
    ],
    ['words', 'Roof Raider', []],
    ['a mention', `<@${alice}>`, []],
    ['another page', 'https://evil.example/profiles/raider', []],
    ['nothing', ' ', []],
  ])('%s: %j', (_, text, accounts) => {
    expect(readNamedAccounts(text)).toEqual(accounts)
  })
})

describe('a table', () => {
  test.each([
    ['CSV', `steamid,name\n${alice},raider\n${bob},joe`],
    ['CSV where a name is an id', `Name,Steam ID,Notes\n${carol},${alice},alt of ${carol}\nJoe,${bob},`],
    ['CSV in quotes', `"Name","SteamID64"\n"${carol}","${alice}"\n"x, ""${carol}""","${bob}"`],
    ['semicolons', `SteamID;Name\n${alice};Smith, John\n${bob};"x;${carol}"`],
    ['tabs', `#\tPlayer Name\tSteam ID\n1\t${carol}\t${alice}\n2\tJohn Smith\t${bob}`],
    [
      'a table of Markdown',
      `| Player | Profile URL |\n|---|---|\n| raider | ${alice} |\n| ${carol} | s.team/p/hj-qp |`,
      [alice, gabe],
    ],
    ['ids outside of their column', `id,name,identifiers\n1,${carol},steam:${alice}\n2,x,steam:${bob}`],
    ['no column of ids', `Player,Reason\n${alice},aimbot\nraider ${bob},x`],
    ['one column', `Steam ID\n${alice}\n${bob}`],
  ])('%s: %j', (_, text, accounts = [alice, bob]) => {
    for (const list of [readAccountList(text), readAccountList('', text)]) {
      expect(list).toMatchObject({ accounts, repeated: [] })
      // The id in a name or a note is no account of the table, and named.
      expect(list.notRecognized.filter((part) => part !== carol)).toEqual([])
      expect(list.notRecognized.length > 0).toBe(text.includes(carol))
    }
  })

  test('has columns of the owner of a shared game and of the input, which are no players', () => {
    const text = `eingabe,steam_id,name,owner_id\nhttps://steamcommunity.com/id/raider,${alice},x,${carol}\n,${bob},y,`
    expect(readAccountList('', text)).toEqual(just(alice, bob))
  })

  test('of one column has custom names if a user has typed it', () => {
    expect(readAccountList(`username\nraider\njoe`)).toEqual(just('raider', 'joe'))
  })

  test('has display names in its cells, not custom names', () => {
    const text = `Name,Reason\nraider,aimbot\n${alice},`
    expect(readAccountList(text)).toEqual({ ...just(alice), notRecognized: ['raider,aimbot'] })
  })

  test('reports a row without an id', () => {
    const text = `Name,Steam ID\n${carol},\njoe,${alice}`
    expect(readAccountList(text)).toEqual({ ...just(alice), notRecognized: [`${carol},`] })
  })

  test('does not have an account in its header', () => {
    expect(readAccountList(`steam, ${alice}\n${bob}`)).toEqual(just(alice, bob))
    expect(readAccountList('nick\nlink\njoe')).toEqual(just('nick', 'link', 'joe'))
    expect(readAccountList('link, players')).toEqual(just('link', 'players'))
  })
})

describe('a chat message', () => {
  test('gives the accounts of its ids and links', () => {
    const text = `Hey @mods, raider (${alice}, https://steamcommunity.com/id/Raider!) plays with STEAM_0:0:11101.
      also <https://s.team/p/c>: __${bob}__ and ${alice}, see [steamcommunity.com/id/ann]
      or \u2068steamcommunity.com/id/joe\u2069; U:1:1 and \u2068steamcommunity.com/profiles/[U:1:2]\u2069.`
    expect(readAccountsInMessage(text)).toEqual({
      accounts: [alice, 'Raider', gabe, '76561197960265729', bob, 'ann', 'joe', '76561197960265730'],
      repeated: [alice, '76561197960265729'],
      notRecognized: [],
    })
  })

  test.each([
    ['words', 'raider honest_joe'],
    ['mentions', `<@${alice}> <@!${alice}> <@&${alice}> <#${alice}>`],
    ['emoji', `<:raider:${alice}> <a:raider:${alice}>`],
    ['numbers', '109.240.100.173:18521 1700000000 123456789012345678 12345678901234567'],
    ['links to Discord', `https://discord.com/channels/${alice}/${alice}/${alice}`],
    ['links to elsewhere', 'https://steamcommunity.com.evil.example/id/raider https://evil.example/@raider'],
    ['nothing', ''],
  ])('gives no account for %s: %j', (_, text) => {
    expect(readAccountsInMessage(text)).toEqual(just())
  })

  test.each([
    [
      'seventeen digits out of range',
      '76561197960265728 and 76561202255233024',
      ['76561197960265728', '76561202255233024'],
    ],
    ['too many digits', 'it is 765611980000104310', ['765611980000104310']],
    ['Steam3 that is cut off', 'it is [U:1:222, I think', ['[U:1:222']],
    ['Steam2 with a wrong letter', 'it is STEAM_0:1:39S7', ['STEAM_0:1:39S7']],
    ['a link that is cut off', 'see https://steamcommunity.com/id/raid\u2026', ['steamcommunity.com/id/raid\u2026']],
  ])('names what looks like an account: %s, %j', (_, text, notRecognized) => {
    expect(readAccountsInMessage(text)).toEqual({ ...just(), notRecognized })
  })
})

describe('properties of account lists', () => {
  const ids = fc.integer({ min: 1, max: 0xffff_ffff }).map((accountId) => SteamID.fromIndividualAccountID(accountId))
  const writtenIds = fc.tuple(ids, fc.nat(6)).map(([id, form]) => ({
    account: id.getSteamID64(),
    text:
      [
        id.getSteamID64(),
        id.steam2(),
        id.steam2(true),
        id.steam3(),
        `https://steamcommunity.com/profiles/${id.getSteamID64()}/`,
        `steamcommunity.com/profiles/${id.steam3()}`,
        `<https://www.steamcommunity.com/profiles/${id.getSteamID64()}?x=1>`,
      ][form] ?? '',
  }))
  // A name in capitals is no header, and one with a letter at both ends is no decoration.
  const names = fc.stringMatching(/^[A-Z][A-Z0-9_-]{0,30}Z$/)
  const vanityLinks = names.map((name) => ({ account: name, text: `https://steamcommunity.com/id/${name}` }))
  const words = names.map((name) => ({ account: name, text: name }))
  const written = fc.oneof(writtenIds, vanityLinks, words)
  const dress = fc.constantFrom(
    ['', ''],
    ['- ', ''],
    ['* ', ''],
    ['12. ', ''],
    ['"', '",'],
    ['`', '`'],
    ['**', '**'],
    [' ', ';'],
    ['\u200b', '\u00a0'],
  )

  const expectAll = (entries: { account: string }[], text: string) => {
    const accounts = entries.map(({ account }) => account)
    expect(readAccountList(text)).toEqual({
      accounts: [...new Set(accounts)],
      repeated: accounts.filter((account, index) => accounts.indexOf(account) < index),
      notRecognized: [],
    })
  }

  test('a list gives its accounts in any form and decoration', () => {
    const lines = fc.array(fc.tuple(written, dress), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\n\n'), (entries, separator) => {
        const text = entries.map(([{ text }, [before, after]]) => `${before}${text}${after}`).join(separator)
        expectAll(
          entries.map(([entry]) => entry),
          text,
        )
      }),
      { numRuns: numRuns(500) },
    )
  })

  test('a list in one line gives its accounts when separated by commas', () => {
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(',', ', ', ' ; ', ';'),
        (entries, separator) => {
          expectAll(entries, entries.map(({ text }) => text).join(separator))
        },
      ),
      { numRuns: numRuns(500) },
    )
  })

  test('a list in one line gives its ids or names when separated by spaces', () => {
    const alike = fc.oneof(
      fc.array(fc.oneof(writtenIds, vanityLinks), { minLength: 1, maxLength: 12 }),
      fc.array(words, { minLength: 1, maxLength: 12 }),
    )
    fc.assert(
      fc.property(alike, fc.constantFrom(' ', '  ', '\t', '\u00a0'), (entries, separator) => {
        expectAll(entries, entries.map(({ text }) => text).join(separator))
      }),
      { numRuns: numRuns(500) },
    )
  })

  // Pieces of lists, names and logs, in any order.
  const shards = fc.constantFrom(
    ...`${alice} ${bob} STEAM_0:0:11101 [U:1:22202] U:1:22202 https:// steamcommunity.com/id/ s.team/p/hj-qp`.split(
      ' ',
    ),
    ...String.raw`raider id name x 0 " \ \" [ ]( ) < @ > <@ 1.2.3.4:5/ / : ; , | _ - * # { }`.split(' '),
    ...'with steamid ; joined; 26 5.5s ; ;\t;\n;`;```;\u200b;\u202e;\ud83d'.split(';'),
  )
  const mosaics = fc.array(shards, { maxLength: 24 }).map((parts) => parts.join(''))

  test('a server list never gives an account that is not in it', () => {
    const names = fc
      .oneof(mosaics, fc.string({ unit: 'binary' }))
      // The server escapes quotes, and cuts backslashes that would escape the closing one.
      .map((name) =>
        name
          .replaceAll(/[\n\r\v\f\u0085\u2028\u2029]/g, '')
          .replaceAll('"', '\\"')
          .replace(/\\+$/, ''),
      )
    const players = fc.uniqueArray(fc.tuple(ids, names), { minLength: 2, selector: ([id]) => id.accountid })
    fc.assert(
      fc.property(players, (entries) => {
        const text = entries
          .map(([id, name]) => `${id.getSteamID64()} "${name}" 26 58847.23s 1.2.3.4:5 0.0 0`)
          .join('\n')
        expect(readAccountList(text).accounts).toEqual(entries.map(([id]) => id.getSteamID64()))
        for (const row of text.split('\n')) expect(readNamedAccounts(row)).toEqual([row.slice(0, 17)])
      }),
      { numRuns: numRuns(1_000) },
    )
  })

  test('any text is read without an exception, into deduplicated accounts', () => {
    fc.assert(
      fc.property(fc.oneof(mosaics, fc.string({ unit: 'binary' })), (text) => {
        const list = readAccountList(text)
        const message = readAccountsInMessage(text)
        for (const { accounts, repeated } of [list, message]) {
          expect(accounts.filter((account) => parseAccount(account) === null)).toEqual([])
          expect(new Set(accounts.map((account) => account.toLowerCase())).size).toBe(accounts.length)
          expect(accounts).toEqual(expect.arrayContaining(repeated))
        }
        expect(list.accounts).toEqual(expect.arrayContaining(message.accounts))
        expect(list.notRecognized.filter((piece) => piece.trim() !== piece || piece === '')).toEqual([])
      }),
      { numRuns: numRuns(3_000) },
    )
  })

  test.each([
    ...String.raw`a 1 - _ " \ \" "\ [ ]( [a](https: <@ / a. // % … ab, "a":" "name":" U:1: STEAM_0:0:1 1.1.1.1:1/`.split(
      ' ',
    ),
    ...`${alice} ${alice}:" [${alice}] [11111111111111111111/ https:// =https:// steamcommunity.com/id/`.split(' '),
    ...`0 0. "steamId":"x",[U:1:x, "steamId":"[U:1:x",[U:1:y,`.split(' '),
    ...` ;\n;ab\n;\u202e;\`\`\`;${alice} ;${alice} ";${alice} "a" 1 ;s.team/p/c `.split(';'),
  ])('much of %j is read quickly', (unit) => {
    const text = `${unit.repeat(100_000 / unit.length)}x`
    const cpuMs = cpuMsOf(() => {
      for (const start of ['', '<#', `${alice} "`, 'steamid,name\n']) {
        readAccountList(start + text)
        readAccountsInMessage(start + text)
      }
    })
    // All eight take a tenth of a second at worst; one quadratic step would take a minute.
    expect(cpuMs).toBeLessThan(5_000)
  })
})
