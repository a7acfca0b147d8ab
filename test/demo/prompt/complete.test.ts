import { expect, test } from 'vitest'
import { readCommands } from '../../../demo/prompt/commands.ts'
import { complete, sharedBeginning } from '../../../demo/prompt/complete.ts'
import { DEPLOYED } from '../../../packages/sim-discord/test/deployed.ts'

const places = { channels: ['#alerts', '#moderation'], roles: ['@everyone', '@The Mods'] }
const english = readCommands(DEPLOYED, 'en-US', places)
const german = readCommands(DEPLOYED, 'de')

const GAME_SETTINGS = ['server.bansServerEndpoint ', 'server.bansServerFailureMode ']
const CHANGES = ['ban ', 'lift ', 'time +', 'steam ', 'join ']
const ALL_WORDS = ['help', 'open ', 'as ', 'nick ', 'locale ', 'server ', ...CHANGES, ...GAME_SETTINGS, 'file', 'quit']

test.each([
  ['', '', ALL_WORDS],
  ['li', 'li', ['lift ']],
  ['ban raider ', '', ['vac', 'game', 'community', 'trade']],
  ['lift raider c', 'c', ['community']],
  ['steam d', 'd', ['down']],
  ['server.', 'server.', GAME_SETTINGS],
  ['join raider ', '', ['owner ']],
  ['/', '/', ['/lookup ', '/batch ', '/watch ']],
  ['/b', '/b', ['/batch ']],
  ['/lookup raider ', '', ['account:', 'within:', 'kind:']],
  ['/lookup account:raider ', '', ['within:', 'kind:']],
  ['/lookup raider kind:', '', ['"VAC bans" ', '"game bans" ', 'any ']],
  ['/lookup raider kind:"game', '"game', ['"game bans" ']],
  ['/lookup raider kind:"game bans" ', '', ['account:', 'within:']],
  ['/watch ', '', ['add ', 'channel ', 'import ']],
  ['/watch add ', '', ['account:', 'reason:']],
  ['/watch nothing ', '', []],
  ['/watch channel channel:', '', ['#alerts ', '#moderation ']],
  ['/watch channel channel:#alerts role:@T', '@T', ['"@The Mods" ']],
])('completes %j', (line, word, texts) => {
  const completion = complete(line, english)
  expect(completion.word).toBe(word)
  expect(completion.offers.map(({ text }) => text)).toEqual(texts)
})

test('completions are in the language of the user, with descriptions', () => {
  expect(complete('/n', german).offers).toEqual([{ text: '/nachschlagen ', about: 'Ein Konto' }])
  expect(complete('/nachschlagen i', german).offers).toEqual([{ text: 'innerhalb:', about: 'Days' }])
  expect(complete('/beobachten h', german).offers).toEqual([{ text: 'hinzufügen ', about: 'Adds an account' }])
  expect(complete('/lookup konto:x ', german).offers.map(({ text }) => text)).toEqual(['innerhalb:', 'kind:'])
  expect(complete('/lookup x kind:V', german).offers.map(({ text }) => text)).toEqual(['VAC-Bans '])
})

test.each([
  [[], ''],
  [['within:'], 'within:'],
  [['account:', 'accounts:'], 'account'],
  [['account', 'accounts'], 'account'],
  [['within:', 'kind:'], ''],
])('the common prefix of %j', (texts, beginning) => {
  expect(sharedBeginning(texts.map((text) => ({ text, about: '' })))).toBe(beginning)
})
