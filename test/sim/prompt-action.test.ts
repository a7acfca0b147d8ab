import { describe, expect, test } from 'vitest'
import { readAction } from '../../sim/prompt-action.ts'
import { readCommands } from '../../sim/prompt-commands.ts'
import { DEPLOYED } from './prompt-deployed.ts'

const english = readCommands(DEPLOYED, 'en-US')
const german = readCommands(DEPLOYED, 'de')

test.each([
  ['', { kind: 'nothing' }],
  ['   ', { kind: 'nothing' }],
  ['help', { kind: 'help' }],
  ['?', { kind: 'help' }],
  ['quit', { kind: 'quit' }],
  ['exit', { kind: 'quit' }],
  ['file', { kind: 'file' }],
  ['2', { kind: 'button', number: 2 }],
  [' 12 ', { kind: 'button', number: 12 }],
  ['#3', { kind: 'show', number: 3 }],
  ['locale de', { kind: 'locale', locale: 'de' }],
  ['locale en', { kind: 'locale', locale: 'en-US' }],
  ['locale German', { kind: 'locale', locale: 'de' }],
  ['locale pt-BR', { kind: 'locale', locale: 'pt-BR' }],
  ['> is 76561198000010431  banned?', { kind: 'message', text: 'is 76561198000010431  banned?' }],
  ['/lookup raider', { kind: 'command', line: '/lookup raider', paths: {} }],
  ['/batch', { kind: 'command', line: '/batch', paths: {} }],
])('%j', (line, action) => {
  expect(readAction(line, english)).toEqual(action)
})

describe('files', () => {
  test.each([
    ['/batch file:./players.txt', '/batch', './players.txt'],
    ['/batch raider, joe file:players.txt', '/batch raider, joe', 'players.txt'],
    ['/batch file:"my players.txt" accounts:raider', '/batch accounts:raider', 'my players.txt'],
    ['/batch profile:x file:a', '/batch profile:x', 'a'],
  ])('%s', (line, command, file) => {
    const action = readAction(line, english)
    expect(action).toMatchObject({ kind: 'command', paths: { file } })
    expect(action.kind === 'command' && action.line.replaceAll(/ +/g, ' ')).toBe(command)
  })

  test('of no command but the one that takes them', () => {
    expect(readAction('/lookup file:x', english)).toEqual({ kind: 'command', line: '/lookup file:x', paths: {} })
  })
})

describe('in German', () => {
  test.each([
    ['/nachschlagen raider', '/lookup raider'],
    ['/lookup raider', '/lookup raider'],
    ['/nachschlagen konto:raider innerhalb:30', '/lookup account:raider within:30'],
    ['/nachschlagen account:raider', '/lookup account:raider'],
  ])('%s', (line, command) => {
    expect(readAction(line, german)).toEqual({ kind: 'command', line: command, paths: {} })
  })

  test('a file', () => {
    expect(readAction('/liste datei:a.txt', german)).toEqual({
      kind: 'command',
      line: '/batch',
      paths: { file: 'a.txt' },
    })
  })
})

describe('refused in a sentence', () => {
  test.each([
    ['lookup raider', 'Commands begin with a slash: /lookup raider'],
    ['batch', 'Commands begin with a slash: /batch'],
    ['/frends raider', 'There is no command /frends; there are /lookup, /batch.'],
    ['/', 'There is no command /; there are /lookup, /batch.'],
    ['/nachschlagen raider', 'There is no command /nachschlagen; there are /lookup, /batch.'],
    ['/batch file:', 'Say which file: /batch file:./players.txt'],
    ['>', 'Say what the message says: > is this you? 76561198000010431'],
    ['locale', 'Say which language Discord is in, for instance: locale de, or locale en'],
    ['hello', 'That is neither a command (/…), nor a message (> …), nor the number of a button; try help.'],
    ['quit now', 'That is neither a command (/…), nor a message (> …), nor the number of a button; try help.'],
  ])('%j', (line, sentence) => {
    expect(() => readAction(line, english)).toThrow(new Error(sentence))
  })

  test.each(['klingon', 'xx'])('a language that Discord does not have: %s', (locale) => {
    expect(() => readAction(`locale ${locale}`, english)).toThrow(
      new RegExp(`^Discord has no language ${locale}; its are .*\\bde\\b`),
    )
  })
})
