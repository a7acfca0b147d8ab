import { describe, expect, test } from 'vitest'
import { readAction } from '../../../demo/prompt/action.ts'
import { readCommands } from '../../../demo/prompt/commands.ts'
import { DEPLOYED } from '../../../packages/sim-discord/test/deployed.ts'

const english = readCommands(DEPLOYED, 'en-US')
const german = readCommands(DEPLOYED, 'de')

test.each([
  ['', { kind: 'nothing' }],
  ['help', { kind: 'help' }],
  ['quit', { kind: 'quit' }],
  ['file', { kind: 'file' }],
  ['2', { kind: 'button', number: 2 }],
  ['#3', { kind: 'show', number: 3 }],
  ['@anna', { kind: 'menu', of: 'user', text: 'anna' }],
  ['nick Bob', { kind: 'person', change: 'nick', name: 'Bob' }],
  ['#3 2', { kind: 'button', number: 2, message: 3 }],
  ['locale de', { kind: 'locale', locale: 'de' }],
  ['locale German', { kind: 'locale', locale: 'de' }],
  ['server de', { kind: 'server', locale: 'de' }],
  ['ban raider vac', { kind: 'world', change: { verb: 'ban', account: 'raider', ban: 'vac' } }],
  [' lift   raider  Trade ', { kind: 'world', change: { verb: 'lift', account: 'raider', ban: 'trade' } }],
  ['time +1d', { kind: 'world', change: { verb: 'time', seconds: 86_400 } }],
  ['steam down', { kind: 'world', change: { verb: 'steam', state: 'down' } }],
  ['join raider', { kind: 'game', action: { verb: 'join', account: 'raider' } }],
  [
    'join  raider  owner honest_joe',
    { kind: 'game', action: { verb: 'join', account: 'raider', owner: 'honest_joe' } },
  ],
  [
    'server.bansServerEndpoint "http://127.0.0.1:8080/game/rsp_x"',
    { kind: 'game', action: { verb: 'endpoint', url: 'http://127.0.0.1:8080/game/rsp_x' } },
  ],
  // A line copied from a message whose frame was broken into several lines.
  [
    '┃ server.bansServerEndpoint ┃ "http://127.0.0.1:8080/game/rsp_ ┃ abc" ┃ ```',
    { kind: 'game', action: { verb: 'endpoint', url: 'http://127.0.0.1:8080/game/rsp_abc' } },
  ],
  ['server.bansserverendpoint ""', { kind: 'game', action: { verb: 'endpoint', url: '' } }],
  ['server.bansServerFailureMode 1', { kind: 'game', action: { verb: 'failureMode', mode: 1 } }],
  ['> is 76561198000010431  banned?', { kind: 'menu', of: 'message', text: 'is 76561198000010431  banned?' }],
  ['/lookup raider', { kind: 'command', line: '/lookup raider', paths: {} }],
  ['/watch add raider reason:too good', { kind: 'command', line: '/watch add raider reason:too good', paths: {} }],
  ['/watch import file:a.txt', { kind: 'command', line: '/watch import', paths: { file: 'a.txt' } }],
])('reads %j', (line, action) => {
  expect(readAction(line, english)).toEqual(action)
})

describe('reading the files of a command', () => {
  test.each([
    ['/batch file:./players.txt', '/batch', './players.txt'],
    ['/batch file:"my players.txt" accounts:raider', '/batch accounts:raider', 'my players.txt'],
  ])('%s', (line, command, file) => {
    const action = readAction(line, english)
    expect(action).toMatchObject({ kind: 'command', paths: { file } })
    expect(action.kind === 'command' && action.line.replaceAll(/ +/g, ' ')).toBe(command)
  })
})

describe('reading German commands', () => {
  test.each([
    ['/nachschlagen raider', '/lookup raider'],
    ['/lookup raider', '/lookup raider'],
    ['/nachschlagen konto:raider innerhalb:30', '/lookup account:raider within:30'],
    ['/nachschlagen raider kind:VAC-Bans', '/lookup raider kind:vac'],
    ['/nachschlagen raider kind:"game-bans (Rust?)" konto:x', '/lookup raider kind:game account:x'],
    ['/nachschlagen raider kind:VAC-Bansx', '/lookup raider kind:VAC-Bansx'],
    ['/beobachten hinzufügen konto:raider grund:Wallhack', '/watch add account:raider reason:Wallhack'],
  ])('%s', (line, command) => {
    expect(readAction(line, german)).toEqual({ kind: 'command', line: command, paths: {} })
  })
})

describe('rejects', () => {
  test.each([
    ['lookup raider', 'Commands begin with a slash: /lookup raider'],
    ['/frends raider', 'There is no command /frends. Available: /lookup, /batch, /watch.'],
    ['/nachschlagen raider', 'There is no command /nachschlagen. Available: /lookup, /batch, /watch.'],
    ['/watch', 'There is no command /watch. Available: /watch add, /watch channel, /watch import.'],
    ['/watch raider', 'There is no command /watch raider. Available: /watch add, /watch channel, /watch import.'],
    ['/watch import file:', 'Add the path of a file: /watch import file:./players.txt'],
    ['server', 'Add a language, for instance: server de, or server en'],
    ['>', 'Add the text of the message: > is this you? 76561198000010431'],
    ['locale', 'Add a language, for instance: locale de, or locale en'],
    ['ban raider', 'Type one account and one kind of ban (vac, game, community, trade): ban raider vac'],
    ['lift', 'Type one account and one kind of ban (vac, game, community, trade): lift raider vac'],
    ['ban raider economy', 'There is no kind of ban economy. Available: vac, game, community, trade.'],
    ['76561198000010431', 'To look up an account, type /lookup 76561198000010431'],
    ['constructor', 'Type a command (/…), a message (> …) or the number of a button; help lists everything.'],
    ...['', ' -1d', ' +0d', ' +1.5d', ' +10000d'].map((rest) => [
      `time${rest}`,
      'Time moves forward by 1 to 9999 days or hours: time +1d, time +6h, time +30d',
    ]),
    ['steam', 'Type a state of Steam: steam up, steam down, steam slow, steam blocking, steam hangs'],
    ['quit now', 'Type a command (/…), a message (> …) or the number of a button; help lists everything.'],
  ])('%j', (line, sentence) => {
    expect(() => readAction(line, english)).toThrow(new Error(sentence))
  })

  test.each([
    ['server.hostname x', /^The simulated game server has no server\.hostname\. Available: server\.bansServerEndpoint/],
    ['server.bansServerFailureMode 2', /^When the check fails, 0 lets players in and 1 rejects them: server\./],
    ['join', /^Type who joins.*: join raider, or join honest_joe owner raider\n {2}honest_joe +no bans/],
    ['join raider honest_joe', /^Type who joins/],
  ])('%j with an example', (line, sentence) => {
    expect(() => readAction(line, english)).toThrow(sentence)
  })
})
