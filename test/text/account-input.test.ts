import fc from 'fast-check'
import SteamID from 'steamid'
import { describe, expect, test } from 'vitest'
import { readAccountInput, withoutTradeToken } from '../../src/text/account-input.ts'
import { readNamedAccounts } from '../../src/text/account-list.ts'
import { type AccountInput, isSteamId, parseAccount } from '../../src/model/steam-id.ts'
import { numRuns } from '../support/num-runs.ts'

const alice = '76561198000010431'
const bob = '76561198097494388'
const gabe = '76561197960287930'
const id = (steamId: string): AccountInput => ({ kind: 'steamId', steamId })
const vanity = (name: string): AccountInput => ({ kind: 'vanity', name })
const friendCode = (name: string, friendCodeOf: string): AccountInput => ({ kind: 'vanity', name, friendCodeOf })

describe('readAccountInput accepts', () => {
  test.each([
    ['double quotes', `"${alice}"`, id(alice)],
    ['curly quotes', '“raider”', vanity('raider')],
    ['angle brackets', '<https://steamcommunity.com/id/raider>', vanity('raider')],
    ['square brackets around a link', '[https://steamcommunity.com/id/raider]', vanity('raider')],
    ['round brackets around Steam2', '(STEAM_0:0:11101)', id(gabe)],
    ['brackets around Steam3', '"[U:1:22202]",', id(gabe)],
    ['a bracket after Steam3', 'U:1:22202]', id(gabe)],
    ['a full stop', 'raider.', vanity('raider')],
    ['a semicolon', `${alice};`, id(alice)],
    ['a colon after an id', `${alice}:`, id(alice)],
    ['a full stop after a link', `https://steamcommunity.com/profiles/${alice}.`, id(alice)],
    ['a full stop after an invite link', 's.team/p/hj-qp.', id(gabe)],
    ['a full stop after a trade link', 'https://steamcommunity.com/tradeoffer/new/?partner=22202.', id(gabe)],
    ['a zero-width space within', '7656119\u200b8000010431', id(alice)],
    ['a byte order mark', '\ufeffraider', vanity('raider')],
    ['a bullet', '- raider', vanity('raider')],
    ['quotes around a friend code', '"39744703"', friendCode('39744703', alice)],
    ['a zero-width space after a friend code', '39744703\u200b', friendCode('39744703', alice)],
    ['quotes around a link that ends in digits', '"https://steamcommunity.com/id/39744703"', vanity('39744703')],
  ])('%s: %j', (_, input, expected) => {
    expect(readAccountInput(input)).toEqual(expected)
  })
})

describe('readAccountInput refuses', () => {
  test.each([
    ['nothing', ''],
    ['words next to an id', `raider ${alice}`],
    ['a label', `steamid: ${alice}`],
    ['a name and a colon, as labels have one', 'raider:'],
    ['words', 'two words'],
    ['a row of a status list', `${alice} "raider" 26 58847.23s 1.2.3.4:5 0.0 0`],
    ['two ids', `${alice} ${bob}`],
    ['two ids in brackets', `[${alice}][${bob}]`],
    ['two names', 'raider,joe'],
    [
      'two links, of which the second could be a path of the first',
      `https://steamcommunity.com/profiles/${alice}/,https://steamcommunity.com/profiles/${bob}/`,
    ],
    ['a link with an id of another account behind it', `https://steamcommunity.com/profiles/${alice}/,${bob}`],
    ['a mention', `<@${alice}>`],
    ['a mention of a nickname', `<@!${alice}>`],
    ['an emoji', `<:raider:${alice}>`],
    ['a time', '<t:1700000000:R>'],
    ['a name that is cut off', 'raid…'],
    ['a name that is cut off, with full stops', 'raid...'],
    ['Steam2 that is cut off', 'STEAM_0:0:111…'],
    ['Steam3 that is cut off', '[U:1:222…'],
    ['Steam3 that is cut off, with full stops', 'U:1:222..'],
    ['Steam3 without its closing bracket', '[U:1:22202'],
    ['Steam3 without its closing bracket in quotes', '"[U:1:22202",'],
    ['a link that is cut off', 'https://steamcommunity.com/id/raid…'],
    ['an invite link that is cut off', '<s.team/p/hj-q…>'],
    ['a trade link that is cut off', 'https://steamcommunity.com/tradeoffer/new/?partner=222…'],
    ['a direction override within', 'ra\u202eider'],
    ['a control character', 'raider\u0000'],
    ['a link to another page', '<https://evil.example/id/raider>'],
    ['an id in a link to Discord', `"https://discord.com/users/${alice}"`],
    ['a number with a sign', '+39744703'],
  ])('%s: %j', (_, input) => {
    expect(readAccountInput(input)).toBeNull()
  })
})

test.each([
  [
    'https://steamcommunity.com/tradeoffer/new/?partner=0&token=aB3_-x9Z',
    'https://steamcommunity.com/tradeoffer/new/?partner=0&token=…',
  ],
  ['raider', 'raider'],
])('withoutTradeToken removes the token: %j', (input, shown) => {
  expect(withoutTradeToken(input)).toBe(shown)
})

describe('properties of readAccountInput', () => {
  const accounts = fc
    .integer({ min: 10_000, max: 0xffff_ffff })
    .map((accountId) => SteamID.fromIndividualAccountID(accountId))
  const names = fc.stringMatching(/^[A-Za-z0-9_-]{2,32}$/).filter((name) => /[A-Za-z0-9]/.test(name))
  const written = fc.oneof(
    names,
    names.map((name) => `https://steamcommunity.com/id/${name}`),
    fc.tuple(accounts, fc.nat(8)).map(([account, form]) => {
      const forms = [
        account.getSteamID64(),
        account.steam2(),
        account.steam2().toLowerCase(),
        account.steam3(),
        account.steam3().toLowerCase(),
        String(account.accountid),
        `https://steamcommunity.com/profiles/${account.getSteamID64()}/?l=english`,
        `my.steamchina.com/profiles/${account.steam3()}/`,
        `https://steamcommunity.com/tradeoffer/new/?partner=${account.accountid}&token=aB3_-x9Z`,
      ]
      return forms[form] ?? ''
    }),
  )
  const before = fc.constantFrom('', ' ', '"', "'", '<', '[', '`', '**', '“', '\u200b', '\u2066', '\ufeff', '- ', '> ')
  const after = fc.constantFrom('', ' ', '"', "'", '>', ']', '`', '**', '”', '\u200b', '\u2069', '.', ',', ';', '",')

  test('decoration never changes the account', () => {
    fc.assert(
      fc.property(written, before, after, (text, before, after) => {
        expect(readAccountInput(before + text + after)).toEqual(parseAccount(text))
      }),
      { numRuns: numRuns(3_000) },
    )
  })

  const shards = fc.constantFrom(
    ...`${alice} ${bob} STEAM_0:0:11101 [u:1:22202] U:1:1 39744703 raider https:// steamcommunity.com/id/ s.team/p/`.split(
      ' ',
    ),
    ...'/tradeoffer/new/ ?partner=22202 &token=x my.steamchina.com /profiles/ " < > [ ] ( ) . … , ; | : - _ * @ #'.split(
      ' ',
    ),
    ' ',
    '\n',
    '\u200b',
    '\u202e',
    '\ud83d',
  )
  const mosaics = fc.array(shards, { maxLength: 12 }).map((parts) => parts.join(''))

  test('never throws, and gives ids in range or possible names', () => {
    fc.assert(
      fc.property(fc.oneof(mosaics, fc.string({ unit: 'binary' })), (text) => {
        const account = readAccountInput(text)
        if (account?.kind === 'steamId') expect(isSteamId(account.steamId)).toBe(true)
        if (account?.kind === 'vanity') {
          expect(account.name).toMatch(/^[A-Za-z0-9_-]{2,32}$/)
          expect(account.friendCodeOf === undefined || isSteamId(account.friendCodeOf)).toBe(true)
        }
      }),
      { numRuns: numRuns(3_000) },
    )
  })

  test('never gives one of two accounts', () => {
    const separators = fc.constantFrom(' ', ', ', ',', ';', ' | ', '\n', '" "', '> <', '/ ', '/,', ' and ')
    fc.assert(
      fc.property(written, separators, accounts, before, after, (first, separator, second, before, after) => {
        fc.pre(!readNamedAccounts(first).includes(second.getSteamID64()))
        const text = `${before}${first}${separator}${second.getSteamID64()}${after}`
        expect(readAccountInput(text)).toBeNull()
        // Words next to an id are its display name; a second id or link is a second account.
        const isWord = parseAccount(first)?.kind === 'vanity' && !first.includes('/')
        if (!isWord) expect(readNamedAccounts(text)).toHaveLength(2)
        else expect(readNamedAccounts(text)).toContain(second.getSteamID64())
      }),
      { numRuns: numRuns(3_000) },
    )
  })
})
