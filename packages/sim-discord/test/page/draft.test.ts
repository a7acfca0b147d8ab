import { describe, expect, test } from 'vitest'
import {
  findEntries,
  listEntries,
  listMenuCommands,
  matchEntry,
  showCommand,
} from '../../src/page/view/state/command-entries.ts'
import { fillDraft, openDraft, problemOf, splitAtOption, toRequest } from '../../src/page/view/state/draft.ts'
import { textsOf } from '../../src/page/view/texts.ts'
import { EMPTY } from './fake-page.ts'

const [moderator, german, guest] = EMPTY.people
if (!moderator || !german || !guest) throw new Error('people are missing')
const entries = listEntries(EMPTY.commands, moderator)
const texts = textsOf('en-US')

const draftOf = (typed: string) => {
  const found = matchEntry(entries, typed)
  if (!found) throw new Error(`no command: ${typed}`)
  return fillDraft(openDraft(found.entry), found.rest)
}

describe('the commands of a person', () => {
  test('subcommands are commands of their own', () => {
    expect(entries.map(({ shown }) => shown)).toEqual(['friends', 'lookup', 'watch channel', 'watch import'])
  })

  test('names are in the language of the person', () => {
    expect(listEntries(EMPTY.commands, german).map(({ shown }) => shown)).toContain('nachschlagen')
    expect(listMenuCommands('message', EMPTY.commands, german)).toEqual([
      { name: 'Check Steam accounts', shown: 'Steam-Accounts prüfen' },
    ])
    expect(listMenuCommands('user', EMPTY.commands, german)).toEqual([
      { name: 'Check this person', shown: 'Check this person' },
    ])
  })

  test.each([
    ['/lookup account:raider', '/nachschlagen'],
    ['lookup', '/nachschlagen'],
    ['/watch channel channel:1', '/watch channel'],
    ['Check Steam accounts', 'Steam-Accounts prüfen'],
    ['/gone account:raider', '/gone account:raider'],
  ])('%j is used as %j', (title, shown) => {
    expect(showCommand(EMPTY.commands, title, german.locale)).toBe(shown)
  })

  test('someone without the permission has none', () => {
    expect(listEntries(EMPTY.commands, guest)).toEqual([])
    expect(listMenuCommands('message', EMPTY.commands, guest)).toEqual([])
    expect(listMenuCommands('user', EMPTY.commands, guest)).toEqual([])
  })

  test('those that begin with the typed text come first', () => {
    expect(findEntries(entries, 'wa').map(({ shown }) => shown)).toEqual(['watch channel', 'watch import'])
    expect(findEntries(entries, 'i').map(({ shown }) => shown)).toEqual(['friends', 'watch import'])
    expect(findEntries(entries, 'nothing')).toEqual([])
  })
})

describe('a typed command', () => {
  test.each([
    ['lookup raider', { command: 'lookup', subcommands: [], options: { account: 'raider' } }],
    ['lookup my friend raider ', { command: 'lookup', subcommands: [], options: { account: 'my friend raider' } }],
    [
      'friends raider within:30 kind:Game bans',
      { command: 'friends', subcommands: [], options: { account: 'raider', within: '30', kind: 'game' } },
    ],
    ['friends raider kind:game', { command: 'friends', subcommands: [], options: { account: 'raider', kind: 'game' } }],
    ['watch import accounts:a b', { command: 'watch', subcommands: ['import'], options: { accounts: 'a b' } }],
    [
      'lookup https://steamcommunity.com/id/raider',
      { command: 'lookup', subcommands: [], options: { account: 'https://steamcommunity.com/id/raider' } },
    ],
  ])('%j becomes a request', (typed, request) => {
    expect(toRequest(draftOf(typed))).toEqual(request)
  })

  test.each([
    ['friends ', 'account', texts.required],
    ['friends raider within:x', 'within', texts.notANumber],
    ['friends raider within:1.5', 'within', texts.notANumber],
    ['friends raider within:10000', 'within', texts.outOfRange(0, 9999)],
    ['friends raider within:0', 'within', undefined],
    ['friends raider kind:nonsense', 'kind', texts.noChoice],
    ['friends raider kind:game', 'kind', undefined],
    [`lookup ${'a'.repeat(101)}`, 'account', texts.tooLong(100)],
    ['watch channel ', 'channel', texts.required],
    ['watch channel nowhere', 'channel', texts.noChoice],
  ])('%j has a problem with %s: %s', (typed, name, problem) => {
    const draft = draftOf(typed)
    const field = draft.fields.find((each) => each.name === name)
    expect(field && problemOf(draft, field, texts)).toBe(problem)
  })

  test.each([
    ['account:', '', 'account'],
    ['raider within:', 'raider', 'within'],
    ['raider account:', undefined, undefined],
    ['within', undefined, undefined],
  ])('%j in the field account leaves %j and goes to %s', (text, before, name) => {
    const split = splitAtOption(draftOf('friends accoun'), 'account', text)
    expect(split?.before).toBe(before)
    expect(split?.option.option.name).toBe(name)
  })
})
