import fc from 'fast-check'
import SteamID from 'steamid'
import { describe, expect, test } from 'vitest'
import {
  type AccountInput,
  isSteamId,
  MAX_STEAM_ID,
  MIN_STEAM_ID,
  parseAccount,
  toProfileUrl,
  toSteam2,
  toSteam3,
} from '../../src/model/steam-id.ts'
import { cpuMsOf } from '../../packages/sim-discord/test/cpu-time.ts'
import { numRuns } from '../support/num-runs.ts'

// One account in all its spellings: account id 22202.
const steamId = '76561197960287930'
const account: AccountInput = { kind: 'steamId', steamId }
const first: AccountInput = { kind: 'steamId', steamId: '76561197960265729' }
const last: AccountInput = { kind: 'steamId', steamId: '76561202255233023' }
const vanity = (name: string): AccountInput => ({ kind: 'vanity', name })

describe('toSteam2 and toSteam3', () => {
  test('give the known forms of an id', () => {
    expect([toSteam2(steamId), toSteam3(steamId)]).toEqual(['STEAM_0:0:11101', '[U:1:22202]'])
    expect([toSteam2(MAX_STEAM_ID), toSteam3(MAX_STEAM_ID)]).toEqual(['STEAM_0:1:2147483647', '[U:1:4294967295]'])
  })

  test('give the texts of the package steamid, which parse as the account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0xffff_ffff }), (accountId) => {
        const id = SteamID.fromIndividualAccountID(accountId).getSteamID64()
        const known = new SteamID(id)
        expect([toSteam2(id), toSteam3(id)]).toEqual([known.getSteam2RenderedID(), known.getSteam3RenderedID()])
        for (const form of [toSteam2(id), toSteam3(id)])
          expect(parseAccount(form)).toEqual({ kind: 'steamId', steamId: id })
      }),
    )
  })
})

describe('parsing 17 digits', () => {
  test.each([
    ['an account', '76561197960287930', account],
    ['the first account', '76561197960265729', first],
    ['the last account', '76561202255233023', last],
  ])('%s: %j', (_, input, expected) => {
    expect(parseAccount(input)).toEqual(expected)
    expect(isSteamId(input)).toBe(true)
  })

  test.each([
    ['account id 0', '76561197960265728'],
    ['another universe', '148618791998193665'],
    ['18 digits', '765611979602879300'],
  ])('%s is a vanity name: %j', (_, input) => {
    expect(parseAccount(input)).toEqual(vanity(input))
    expect(isSteamId(input)).toBe(false)
  })

  test.each([
    ['white space before', ' 76561197960287930'],
    ['a line feed after', '76561197960287930\n'],
  ])('isSteamId rejects %s: %j', (_, input) => {
    expect(isSteamId(input)).toBe(false)
  })
})

describe('parseAccount accepts', () => {
  test.each<[string, string, AccountInput]>([
    ['Steam2, the first account', 'STEAM_1:1:0', first],
    ['Steam2, the last account', 'STEAM_1:1:2147483647', last],
    ['Steam2, mixed case', 'Steam_1:0:11101', account],
    ['Steam3, the first account', '[U:1:1]', first],
    ['a profile link relative to a scheme', '//steamcommunity.com/profiles/76561197960287930', account],
    ['a profile link, upper case', 'HTTPS://WWW.SteamCommunity.COM/profiles/76561197960287930', account],
    ['a profile link, the first account', 'https://steamcommunity.com/profiles/76561197960265729', first],
    ['a profile link, the last account', 'https://steamcommunity.com/profiles/76561202255233023', last],
    ['a profile link, Steam3 encoded', 'https://steamcommunity.com/profiles/%5bU:1:22202%5d/', account],
    ['the Chinese site without a scheme, Steam3', 'MY.SteamChina.com/profiles/[U:1:22202]', account],
    ['a vanity link, upper case', 'WWW.STEAMCOMMUNITY.COM/id/gabelogannewell', vanity('gabelogannewell')],
    ['a vanity link of 2 characters', 'https://steamcommunity.com/id/me', vanity('me')],
    ['an invite link', 's.team/p/qpn-pmn', { kind: 'steamId', steamId: '76561197972494985' }],
    ['an invite link, upper case', 'HTTPS://S.TEAM/p/HJ-QP', account],
    ['an invite link, query and fragment', 'https://s.team/p/hj-qp?x#y', account],
    ['an invite link, leading zeros', 's.team/p/bbbb-hjqp', account],
    ['an invite link, the first account', 's.team/p/c', first],
    ['an invite link, the last account', 's.team/p/wwww-wwww', last],
    ['a trade link without a token', 'https://m.steamcommunity.com/tradeoffer/new/?partner=22202', account],
    ['a trade link, the first account', 'https://steamcommunity.com/tradeoffer/new/?partner=1', first],
    ['a trade link, the last account', 'https://steamcommunity.com/tradeoffer/new/?partner=4294967295', last],
    ['a vanity name of 2 characters', 'me', vanity('me')],
    ['a number of 4 digits', '9999', vanity('9999')],
    ['a number past 32 bits', '4294967296', vanity('4294967296')],
    ['spaces and tabs around an id', ' \t76561197960287930  ', account],
    ['line ends around a name', '\r\ngabelogannewell\n', vanity('gabelogannewell')],
    ['no-break spaces and a byte order mark', '\u00a0\ufeffs.team/p/hj-qp\u00a0', account],
  ])('%s: %j', (_, input, expected) => {
    expect(parseAccount(input)).toEqual(expected)
  })

  test.each([
    ['5 digits', '10000', '76561197960275728'],
    ['the last account', '4294967295', '76561202255233023'],
  ])('a number that can be a friend code, %s: %j', (_, input, friendCodeOf) => {
    expect(parseAccount(input)).toEqual({ kind: 'vanity', name: input, friendCodeOf })
  })
})

describe('parseAccount refuses', () => {
  test.each([
    ['nothing', ''],
    ['a name of 33 characters', 'x'.repeat(33)],
    ['an id in two lines', '76561197960287930\n76561197960287931'],
    ['a control character after', '76561197960287930\u0000'],
    ['a Cyrillic letter', 'g\u0430be'],
    ['half of a surrogate pair', 'gabe\ud83d'],
    ['Steam2, account id 0', 'STEAM_0:0:0'],
    ['Steam2, universe 2', 'STEAM_2:0:11101'],
    ['Steam2, no universe', 'STEAM_:0:11101'],
    ['Steam2, Z past 31 bits', 'STEAM_0:0:2147483648'],
    ['Steam2, Z past 32 bits', 'STEAM_0:1:4294967296'],
    ['Steam2, more than 10 digits', 'STEAM_0:0:00000011101'],
    ['Steam2, no Z', 'STEAM_0:1:'],
    ['Steam2, a long s, whose upper case is S', '\u017fteam_0:0:11101'],
    ['Steam2, in brackets', '[STEAM_0:0:11101]'],
    ['Steam2, more behind it', 'STEAM_0:0:11101:1'],
    ['Steam3, account id 0', '[U:1:0]'],
    ['Steam3, past 32 bits', '[U:1:4294967296]'],
    ['Steam3, past 32 bits, where it would run over into account 1', 'U:1:4294967297'],
    ['Steam3, more than 10 digits', '[U:1:00000022202]'],
    ['Steam3, universe 2', 'U:2:22202'],
    ['Steam3, open bracket alone', '[U:1:22202'],
    ['link, another host', 'https://evil.example/profiles/76561197960287930'],
    ['link, the host as the end of a name', 'https://evilsteamcommunity.com/id/gabe'],
    ['link, the Chinese site as a subdomain', 'https://my.steamchina.com.evil.example/id/gabe'],
    ['link, m. and www.', 'https://m.www.steamcommunity.com/id/gabe'],
    ['link, two times www.', 'https://www.www.steamcommunity.com/id/gabe'],
    ['link, another character in place of the dot', 'https://steamcommunityXcom/id/gabe'],
    ['link, a percent sign for the dot, at which URL throws', 'https://steamcommunity%com/id/gabe'],
    ['link, another top-level domain', 'https://steamcommunity.co/id/gabe'],
    ['link, a long s, which URL turns into an s', 'https://\u017fteamcommunity.com/id/gabe'],
    ['link, an ideographic full stop, which URL makes a dot', 'https://steamcommunity\u3002com/id/gabe'],
    ['link, the host as user name', 'https://steamcommunity.com@evil.example/id/gabe'],
    ['link, an empty user name', 'https://@steamcommunity.com/id/gabe'],
    ['link, an empty port', 'https://steamcommunity.com:/id/gabe'],
    ['link, the host in a path without a scheme', 'evil.example/steamcommunity.com/id/gabe'],
    ['link, the host in a fragment', 'https://evil.example#//steamcommunity.com/id/gabe'],
    ['link, a backslash after the host', 'https://steamcommunity.com\\@evil.example/id/gabe'],
    ['link, a tab in the host', 'https://steam\tcommunity.com/id/gabe'],
    ['link, a space in the path', 'https://steamcommunity.com/id/gabe newell'],
    ['link, a space in what follows', 'https://steamcommunity.com/id/gabe/ https://evil.example'],
    ['link, a control character in what follows', 'https://steamcommunity.com/id/gabe?\u0007'],
    ['link, a right-to-left override in what follows', 'https://steamcommunity.com/id/gabe#\u202e'],
    ['link, a scheme with one slash', 'https:/steamcommunity.com/id/gabe'],
    ['link, a colon without a scheme', '://steamcommunity.com/id/gabe'],
    ['link, two schemes', 'steam://openurl/https://steamcommunity.com/id/gabe'],
    ['link, Markdown around it', '<https://steamcommunity.com/id/gabe>'],
    ['page, a group', 'https://steamcommunity.com/groups/valve'],
    ['page, the host alone', 'https://steamcommunity.com'],
    ['page, the front page', 'https://steamcommunity.com/'],
    ['page, an empty account and a path', 'https://steamcommunity.com/profiles//76561197960287930'],
    ['page, the section further down', 'https://steamcommunity.com/market/id/gabe'],
    ['page, another section of steamcommunity.com', 'https://s.team/user/hj-qp'],
    ['page, the path in a fragment', 'https://steamcommunity.com/#/id/gabe'],
    ['page, a dot in the name', 'https://steamcommunity.com/id/gabe.newell'],
    ['page, broken encoding in the name', 'https://steamcommunity.com/id/gabe%'],
    ['page, a Steam3 id under /id/', 'https://steamcommunity.com/id/[U:1:22202]'],
    ['page, account id 0', 'https://steamcommunity.com/profiles/76561197960265728'],
    ['page, 16 digits', 'https://steamcommunity.com/profiles/7656119796028793'],
    ['page, 18 digits', 'https://steamcommunity.com/profiles/765611979602879300'],
    ['page, account id 0 in Steam3', 'https://steamcommunity.com/profiles/[U:1:0]'],
    ['page, past 32 bits in Steam3', 'https://steamcommunity.com/profiles/[U:1:4294967296]'],
    ['page, Steam3 encoded twice', 'https://steamcommunity.com/profiles/%255BU:1:22202%255D'],
    ['page, Steam2', 'https://steamcommunity.com/profiles/STEAM_0:0:11101'],
    ['page, an invite on the Chinese site', 'https://my.steamchina.com/user/hj-qp'],
    ['page, a trade link with two partners', 'https://steamcommunity.com/tradeoffer/new/?partner=22202&partner=22203'],
    ['page, a trade link with a partner past 32 bits', 'https://steamcommunity.com/tradeoffer/new/?partner=4294967296'],
    ['page, a trade link with a SteamID64', 'https://steamcommunity.com/tradeoffer/new/?partner=76561197960287930'],
    ['page, an existing trade offer', 'https://steamcommunity.com/tradeoffer/22202/?partner=22202'],
    ['page, more behind new', 'https://steamcommunity.com/tradeoffer/new/x?partner=22202'],
    ['page, a trade link elsewhere', 'https://evil.example/tradeoffer/new/?partner=22202'],
    ['invite code, no code', 's.team/p/'],
    ['invite code, dashes alone', 's.team/p/---'],
    ['invite code, account id 0', 's.team/p/b'],
    ['invite code, more than 8 digits', 's.team/p/cbbb-bbbb-b'],
    ['invite code, more than 8 digits, zeros in front', 's.team/p/b-bbbb-hjqp'],
    ['invite code, a letter that is no digit', 's.team/p/hj-qa'],
    ['invite code, a Kelvin sign, whose lower case is k', 's.team/p/hj-\u212a'],
    ['invite code, a SteamID64 in place of the code', 'https://steamcommunity.com/user/76561197960287930'],
  ])('%s: %j', (_, input) => {
    expect(parseAccount(input)).toBeNull()
  })
})

describe('properties of parseAccount', () => {
  const accountIds = fc.integer({ min: 1, max: 0xffff_ffff })
  const vanityNames = fc.stringMatching(/^[A-Za-z0-9_-]{2,32}$/).filter((name) => !/^\d{5,}$/.test(name))
  const links = fc.constantFrom(
    'https://steamcommunity.com',
    'http://WWW.steamcommunity.com',
    '//steamcommunity.com',
    'steamcommunity.com',
    'https://m.steamcommunity.com',
  )
  const tails = fc.constantFrom('', '/', '/friends', '/inventory/?a=b#c', '?xml=1', '#top')
  const blanks = fc.stringMatching(/^[ \t\r\n\u00a0\ufeff]{0,4}$/)

  // Pieces of hostile links, in any order.
  const pieces = fc.constantFrom(
    ...'https: http: steam: javascript: // / \\ @ : 443 . .. ? # %2f %40 %00'.split(' '),
    ...'www. steamcommunity.com STEAMCOMMUNITY.COM s.team s%team evil.example'.split(' '),
    ...'\u017fteamcommunity.com st\u0435amcommunity.com steamcommunity\u3002com'.split(' '),
    ...'m. my.steamchina.com /tradeoffer/new ?partner=22202 &token=x &partner=1 22202'.split(' '),
    ...'/id/ /profiles/ /user/ /p/ /groups/ gabe hj-qp 76561197960287930 [U:1:22202] STEAM_0:0:11101'.split(' '),
    '\t',
    ' ',
  )
  const mosaics = fc.array(pieces, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
  const valid = fc.constantFrom(
    'https://steamcommunity.com/id/gabe/',
    'https://www.steamcommunity.com/profiles/76561197960287930?x',
    'https://steamcommunity.com/profiles/[U:1:22202]',
    'steam://steamcommunity.com/user/hj-qp#x',
    'https://s.team/p/hj-qp/WRTGNDBH',
    'https://my.steamchina.com/id/gabe',
    'https://m.steamcommunity.com/profiles/76561197960287930',
    'https://steamcommunity.com/tradeoffer/new/?partner=22202&token=aB3_-x9Z',
  )
  // A valid link with text inserted or replaced.
  const tampered = fc
    .tuple(valid, fc.nat(60), fc.nat(3), fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })))
    .map(([link, at, cut, insert]) => link.slice(0, at) + insert + link.slice(at + cut))
  const hostile = fc.oneof(fc.string({ unit: 'binary' }), mosaics, tampered)

  test('never throws, and gives ids in range or possible names', () => {
    fc.assert(
      fc.property(hostile, (input) => {
        const parsed = parseAccount(input)
        if (parsed?.kind === 'steamId') expect(isSteamId(parsed.steamId)).toBe(true)
        if (parsed?.kind === 'vanity') {
          expect(parsed.name).toMatch(/^[A-Za-z0-9_-]{2,32}$/)
          expect(parsed.friendCodeOf === undefined || isSteamId(parsed.friendCodeOf)).toBe(true)
        }
      }),
      { numRuns: numRuns(5_000) },
    )
  })

  test('never accepts a link that a browser would open on another host', () => {
    fc.assert(
      fc.property(hostile, (input) => {
        const url = asLink(input.trim())
        fc.pre(url !== null && parseAccount(input) !== null)
        expect(url).toMatchObject({ username: '', password: '', port: '' })
        expect(url?.hostname.toLowerCase()).toMatch(
          /^(?:(?:www\.|m\.)?steamcommunity\.com|my\.steamchina\.com|s\.team)$/,
        )
      }),
      { numRuns: numRuns(2_000), maxSkipsPerRun: 1_000 },
    )
  })

  test('gives the account of the page that a browser would open', () => {
    fc.assert(
      fc.property(hostile, (input) => {
        const url = asLink(input.trim())
        const parsed = parseAccount(input)
        fc.pre(url !== null && parsed !== null)
        // The link without all other parts leads to the same account.
        const query = url?.pathname.startsWith('/tradeoffer/') ? url.search : ''
        expect(parseAccount(`https://${url?.hostname}${url?.pathname}${query}`)).toEqual(parsed)
        if (parsed?.kind === 'vanity') expect(url?.pathname.split('/')[2]).toBe(parsed.name)
      }),
      { numRuns: numRuns(2_000), maxSkipsPerRun: 1_000 },
    )
  })

  test('every written form of an account is parsed as that account', () => {
    fc.assert(
      fc.property(accountIds, links, tails, (accountId, link, tail) => {
        const id = SteamID.fromIndividualAccountID(accountId)
        const expected: AccountInput = { kind: 'steamId', steamId: id.getSteamID64() }
        const code = toInviteCode(accountId)
        const forms = [
          id.getSteamID64(),
          id.steam2(),
          id.steam2(true),
          id.steam3(),
          id.steam3().slice(1, -1),
          id.steam2().toLowerCase(),
          id.steam3().toLowerCase(),
          `https://my.steamchina.com/profiles/${id.getSteamID64()}${tail}`,
          `${link}/tradeoffer/new/?partner=${accountId}&token=aB3_-x9Z`,
          toProfileUrl(id.getSteamID64()),
          `${link}/profiles/${id.getSteamID64()}${tail}`,
          `${link}/profiles/${id.steam3()}${tail}`,
          `${link}/profiles/${encodeURIComponent(id.steam3())}${tail}`,
          `${link}/user/${code}${tail}`,
          `s.team/p/${code}${tail}`,
          `https://s.team/p/${code.toUpperCase()}${tail}`,
        ]
        expect(forms.map(parseAccount)).toEqual(forms.map(() => expected))
      }),
    )
  })

  test('every vanity name is parsed as itself, bare and in a link', () => {
    fc.assert(
      fc.property(vanityNames, links, tails, (name, link, tail) => {
        expect(parseAccount(name)).toEqual(vanity(name))
        expect(parseAccount(`${link}/id/${name}${tail}`)).toEqual(vanity(name))
      }),
    )
  })

  test('17 digits are an account inside the range and a vanity name outside it', () => {
    const nearRange = fc.bigInt({
      min: BigInt(MIN_STEAM_ID) - 1_000_000_000n,
      max: BigInt(MAX_STEAM_ID) + 1_000_000_000n,
    })
    const digits = fc.oneof(nearRange, fc.bigInt({ min: 10n ** 16n, max: 10n ** 17n - 1n }))
    fc.assert(
      fc.property(digits, (value) => {
        const inside = value >= BigInt(MIN_STEAM_ID) && value <= BigInt(MAX_STEAM_ID)
        expect(parseAccount(String(value))?.kind).toBe(inside ? 'steamId' : 'vanity')
        expect(isSteamId(String(value))).toBe(inside)
      }),
    )
  })

  test('white space around the input changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, valid, vanityNames), blanks, blanks, (input, before, after) => {
        expect(parseAccount(before + input + after)).toEqual(parseAccount(input))
      }),
      { numRuns: numRuns(1_000) },
    )
  })

  test.each([
    ['letters', 'a'],
    ['digits', '7'],
    ['spaces', ' '],
    ['dashes', '-'],
    ['slashes', '/'],
    ['colons', ':'],
    ['dot segments', '../'],
    ['encoded bytes', '%5B'],
    ['hosts', 'https://steamcommunity.com/id/'],
  ])('megabytes of %s are refused quickly, alone and in every form', (_, unit) => {
    const filler = unit.repeat(2_000_000 / unit.length)
    const cpuMs = cpuMsOf(() => {
      for (const start of [
        '',
        'x',
        'STEAM_0:0:',
        '[U:1:',
        'https://',
        'https://steamcommunity.com/groups/',
        's.team/p/x',
      ]) {
        expect(parseAccount(`${start}${filler}!`)).toBeNull()
      }
    })
    // All seven take some 50 ms; one quadratic step would take minutes.
    expect(cpuMs).toBeLessThan(5_000)
  })
})

/** The link that a browser would make of the text, or null when the text is not a link but a bare name or id. */
function asLink(text: string): URL | null {
  if (!text.includes('/')) return null
  const candidate = [text, `https:${text}`, `https://${text}`].find((spelling) => URL.canParse(spelling))
  return candidate === undefined ? null : new URL(candidate)
}

function toInviteCode(accountId: number): string {
  const letters = accountId
    .toString(16)
    .replaceAll(/./g, (digit) => 'bcdfghjkmnpqrtvw'.charAt(Number.parseInt(digit, 16)))
  return letters.replace(/(?<=^.{4})(?=.)/, '-')
}
