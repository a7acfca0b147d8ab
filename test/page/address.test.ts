import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasSameSubject,
  isSameAddress,
  MAX_ACCOUNTS_IN_URL,
  readAddress,
  START,
  TABS,
  toUrl,
  type Address,
} from '../../page/address.ts'

const at = (url: string) => new URL(url, 'https://rapsheet.example')

/** Texts with the characters that mean something in a URL, and any other Unicode. */
const anyText = fc
  .array(fc.oneof(fc.constantFrom(',', '#', '%', '%2C', '&', '=', '+', '?', ' ', '/'), fc.string({ unit: 'binary' })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')

const anyListing = fc.record({ show: anyText, sort: anyText, within: anyText, find: anyText }, { requiredKeys: [] })
const anyAccounts = fc.uniqueArray(anyText, { maxLength: MAX_ACCOUNTS_IN_URL })
const anyAddress: fc.Arbitrary<Address> = fc.oneof(
  fc.record({
    account: anyText,
    tab: fc.constantFrom(...TABS),
    other: fc.option(anyText),
    accounts: fc.constant([]),
    beyond: fc.constant(0),
    listing: anyListing,
  }),
  fc
    .record({ accounts: anyAccounts, beyond: fc.integer({ min: 0, max: 999_999 }), listing: anyListing })
    .map(({ accounts, beyond, listing }) => ({
      ...START,
      accounts,
      beyond: accounts.length === 0 ? 0 : beyond,
      listing,
    })),
)

test('every address with at most 50 accounts can be read from its URL', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect(readAddress(at(toUrl(address)))).toEqual(address)
    }),
  )
})

test('the start page has no query and no fragment', () => {
  expect(toUrl(START)).toBe('/')
  expect(readAddress(at('/'))).toEqual(START)
})

describe('a URL that the page did not make', () => {
  test('any fragment and query are read without an error, as at most 50 different accounts without surrounding spaces', () => {
    fc.assert(
      fc.property(anyText, anyText, (query, fragment) => {
        const { account, accounts } = readAddress({ search: `?${query}`, hash: `#${fragment}` })
        expect(new Set(accounts).size).toBe(accounts.length)
        expect(accounts.length).toBeLessThanOrEqual(MAX_ACCOUNTS_IN_URL)
        expect(accounts).not.toContain('')
        if (account !== null) expect(accounts).toEqual([])
      }),
    )
  })

  test('a malformed escape is taken as it is', () => {
    expect(readAddress(at('/#%zz,%E0%A4,ok')).accounts).toEqual(['%zz', '%E0%A4', 'ok'])
  })

  test('empty parts and repeated accounts of the fragment are left out', () => {
    expect(readAddress(at('/#,a,,%20,b,a,')).accounts).toEqual(['a', 'b'])
  })

  test('an unknown tab is the first one, and spaces around accounts are removed', () => {
    const address = readAddress(at('/?account=%20gabe%20&tab=admin&other=%20%20'))
    expect(address).toEqual({ ...START, account: 'gabe' })
  })

  test('the fragment is ignored beside an account', () => {
    expect(readAddress(at('/?account=a#b,c'))).toEqual({ ...START, account: 'a' })
  })

  test('only the first 50 accounts are taken, and the others are counted', () => {
    const many = Array.from({ length: 60 }, (_, index) => `account-${index}`)
    expect(readAddress(at(`/#${many.join()}`))).toMatchObject({ accounts: many.slice(0, 50), beyond: 10 })
    expect(readAddress(at(`/?more=5#${many.join()}`)).beyond).toBe(15)
  })

  test.each(['', '-5', '1e3', '0x10', '1.5', 'many', '9999999'])('a count that is none is ignored: "%s"', (more) => {
    expect(readAddress(at(`/?more=${more}#a,b`)).beyond).toBe(0)
  })

  test('a count without accounts is ignored', () => {
    expect(readAddress(at('/?more=5'))).toEqual(START)
  })
})

describe('a list that the history entry keeps', () => {
  const long = Array.from({ length: 500 }, (_, index) => `account,${index}`)
  const url = at(toUrl({ ...START, accounts: long }))

  test('has all accounts, although the URL has 50', () => {
    expect(url.hash.split(',')).toHaveLength(50)
    expect(readAddress(url, long).accounts).toEqual(long)
  })

  test('leaves nothing out, while a user who opens its link is told how many accounts are missing there', () => {
    expect(readAddress(url, long).beyond).toBe(0)
    expect(readAddress(url)).toMatchObject({ accounts: long.slice(0, 50), beyond: 450 })
  })

  test('is still said to leave out the accounts after the 500th when the page is loaded anew', () => {
    const cut = at(toUrl({ ...START, accounts: long, beyond: 7 }))
    expect(readAddress(cut, long).beyond).toBe(7)
    expect(readAddress(cut).beyond).toBe(457)
  })

  test('is ignored when the URL names other accounts', () => {
    expect(readAddress(at('/#x,y'), long).accounts).toEqual(['x', 'y'])
    expect(readAddress(at('/#a,b'), ['a,b']).accounts).toEqual(['a', 'b'])
    expect(readAddress(at('/'), long)).toEqual(START)
  })

  test.each([null, undefined, 7, 'a,b', { 0: 'a' }, [1, null]])('anything else is ignored: %j', (kept) => {
    expect(readAddress(at('/#a,b'), kept).accounts).toEqual(['a', 'b'])
  })
})

test('lists whose accounts contain commas are told apart', () => {
  expect(hasSameSubject({ ...START, accounts: ['a,b'] }, { ...START, accounts: ['a', 'b'] })).toBe(false)
  expect(hasSameSubject({ ...START, accounts: ['a', 'b'] }, { ...START, accounts: ['a', 'b'] })).toBe(true)
  expect(hasSameSubject({ ...START, account: 'a' }, { ...START, accounts: ['a'] })).toBe(false)
})

test('tabs and filters are the same subject, but not the same address', () => {
  const card: Address = { ...START, account: 'a' }
  for (const other of [
    { ...card, tab: 'friends' as const },
    { ...card, listing: { show: 'banned' } },
  ]) {
    expect(hasSameSubject(card, other)).toBe(true)
    expect(isSameAddress(card, other)).toBe(false)
  }
  expect(isSameAddress(card, { ...card })).toBe(true)
})

test('lists that differ after the 50th account are not the same address', () => {
  const accounts = Array.from({ length: 51 }, (_, index) => `${index}`)
  expect(isSameAddress({ ...START, accounts }, { ...START, accounts: [...accounts, 'more'] })).toBe(false)
})
