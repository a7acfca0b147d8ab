import { describe, expect, test } from 'vitest'
import type { Context } from '../../src/accounts/context.ts'
import { readAccount, resolveAccount } from '../../src/accounts/resolve-account.ts'
import { anyCall } from '../support/callers.ts'
import { failureOf, steamIsDown } from '../support/failure.ts'
import { cached, fakeContext } from '../support/fake-context.ts'

const alice = '76561197960287930'

const found = (customUrl: string | null) => ({
  steamId: alice,
  resolvedFrom: customUrl,
  foundBy: customUrl === null ? null : { customUrl },
})
const resolve = async (context: Context, text: string) => resolveAccount(context, readAccount(text), anyCall())

test.each([
  ['a SteamID64', ' 76561197960287930 '],
  ['a profile link', 'https://steamcommunity.com/profiles/76561197960287930/'],
  ['a Steam2 id', 'STEAM_0:0:11101'],
  ['a Steam3 id', '[U:1:22202]'],
  ['a trade link', 'https://steamcommunity.com/tradeoffer/new/?partner=22202&token=aB3_-x9Z'],
  ['an id with dirt around it', '<"76561197960287930">,'],
])('resolveAccount reads %s without a call', async (_, text) => {
  const context = fakeContext({ resolveVanityName: () => Promise.reject(new Error('asked')) })
  expect(await resolve(context, text)).toEqual(found(null))
})

test.each([
  ['a custom name', 'gaben', 'gaben'],
  ['a link with a custom name', 'steamcommunity.com/id/Gaben/', 'Gaben'],
  ['a number outside the range of accounts', '76561197960265728', '76561197960265728'],
])('resolveAccount asks Steam for %s', async (_, text, name) => {
  const names: string[] = []
  const context = fakeContext({
    async resolveVanityName(asked) {
      names.push(asked)
      return cached(alice)
    },
  })
  expect(await resolve(context, text)).toEqual(found(name))
  expect(names).toEqual([name])
})

test('resolveAccount says of an unknown custom URL that it is not a display name', async () => {
  const failure = await failureOf(resolve(fakeContext(), 'nobody'))
  expect(failure.code).toBe('account_not_found')
  expect(failure.message).toContain('"nobody". A custom URL is not the name shown in the game')
})

test.each([
  ['7656119796028793', '"7656119796028793" has 16 digits, and a SteamID64 has 17;'],
  ['765611979602879', 'has 15 digits'],
  ['7656119796028793011', 'has 19 digits'],
  ['76561197960265728', 'No individual account can have the SteamID64 "76561197960265728"'],
])('resolveAccount says that a SteamID64 is mistyped: %s', async (text, expected) => {
  const failure = await failureOf(resolve(fakeContext(), text))
  expect(failure.code).toBe('account_not_found')
  expect(failure.message).toContain(expected)
})

test.each(['76561197960287', '76561197960287930111', '1656119796028793', '765611979602879x'])(
  'resolveAccount calls a text that does not look like a SteamID64 a custom URL: %s',
  async (text) => {
    const { message } = await failureOf(resolve(fakeContext(), text))
    expect(message).toContain(`No Steam account has the custom URL "${text}"`)
  },
)

describe('a number that can be a friend code or a custom URL', () => {
  const named = (owner: string | null) => fakeContext({ resolveVanityName: async () => cached(owner) })

  test('is the account with that custom URL, if there is one', async () => {
    const bob = '76561198097494388'
    expect(await resolve(named(bob), '22202')).toEqual({ ...found('22202'), steamId: bob })
  })

  test('is otherwise the account with that friend code', async () => {
    expect(await resolve(named(null), ' "22202".')).toEqual({ ...found(null), foundBy: { friendCode: '22202' } })
  })

  test.each(['https://steamcommunity.com/id/22202', '1337', '4294967296', '022202'])(
    'is not found when it can only be a custom URL: %s',
    async (text) => {
      expect((await failureOf(resolve(named(null), text))).code).toBe('account_not_found')
    },
  )
})

test.each([
  ['https://steamcommunity.com/profiles/7656119800001043', '"7656119800001043" has 16 digits, and a SteamID64 has 17;'],
  ['steamcommunity.com/profiles/765611980000104301/', '"765611980000104301" has 18 digits'],
  ['/profiles/76561197960265728', 'No individual account can have the SteamID64 "76561197960265728"'],
])('resolveAccount says that the SteamID64 in a profile link is mistyped: %s', async (text, expected) => {
  const failure = await failureOf(resolve(fakeContext(), text))
  expect(failure.code).toBe('malformed_account')
  expect(failure.message).toContain(expected)
})

test('the error of resolveAccount does not contain the token of a trade link', async () => {
  const link = 'https://steamcommunity.com/tradeoffer/new/?partner=0&token=aB3_-x9Z'
  const failure = await failureOf(resolve(fakeContext(), link))
  expect(failure.code).toBe('malformed_account')
  expect(failure.message).toContain('partner=0&token=…"')
})

test('resolveAccount throws malformed_account, with the text cut to 64 characters', async () => {
  const failure = await failureOf(resolve(fakeContext(), `two words${'!'.repeat(200)}`))
  expect(failure.code).toBe('malformed_account')
  expect(failure.message).toContain(`"two words${'!'.repeat(55)}…"`)
})

test('resolveAccount throws the failure of Steam, not account_not_found', async () => {
  const context = fakeContext({ resolveVanityName: () => Promise.reject(steamIsDown()) })
  expect((await failureOf(resolve(context, 'gaben'))).code).toBe('platform_unavailable')
})
