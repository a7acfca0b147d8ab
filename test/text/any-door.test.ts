import fc from 'fast-check'
import SteamID from 'steamid'
import { describe, expect, test } from 'vitest'
import { readBanList } from '../../src/bans/formats/read-ban-list.ts'
import { readAccountInput } from '../../src/text/account-input.ts'
import { readAccountList, readAccountsInMessage, readNamedAccounts } from '../../src/text/account-list.ts'
import { formatAccountInput } from '../../src/text/find-ids.ts'
import { numRuns } from '../support/num-runs.ts'

const alice = '76561198000010431'
const bob = '76561198097494388'
const carol = '76561198054287977'
const gabe = '76561197960287930'

/** The accounts that each reader finds in a text that is an account alone. */
function readByEach(text: string) {
  const single = readAccountInput(text)
  return {
    single: single === null ? [] : [formatAccountInput(single)],
    named: readNamedAccounts(text),
    message: readAccountsInMessage(text).accounts,
    list: readAccountList(text).accounts,
    lines: readAccountList(`${text}\n${carol}`).accounts.filter((account) => account !== carol),
  }
}

const readByAll = (accounts: string[]) => ({
  single: accounts.length === 1 ? accounts : [],
  named: accounts,
  message: accounts,
  list: accounts,
  lines: accounts,
})

describe('each reader reads', () => {
  test.each([
    ['a number with a longer fraction', `${alice}.00`],
    ['a label of the column', `SteamID64=${alice}`],
    ['an isolate in the number', `765\u2068611980\u206900010431`],
    ['a link to SteamDB with Steam3', 'https://steamdb.info/calculator/[U:1:22202]/', gabe],
    ['a link with an escaped link in it', `https://a.example/login?to=https%3A%2F%2Fb.example%2Fplayer%2F${alice}`],
    ['a link with escaped Steam3', 'https://a.example/bans?search=%5BU%3A1%3A22202%5D', gabe],
    ['a link without a scheme', `bans.example/player/${alice}`],
    ['a masked link', `[their profile](https://steamcommunity.com/profiles/${alice})`],
    ['escaped slashes', String.raw`"https:\/\/steamcommunity.com\/profiles\/${alice}"`],
  ])('%s: %j', (_, text, account = alice) => {
    expect(readByEach(text)).toEqual(readByAll([account]))
  })

  test.each([
    ['labels without a space between', `steam_${alice}steam_${bob}`],
    ['a link with two ids', `https://a.example/compare?a=${alice}&b=${bob}`],
  ])('two accounts: %s, %j', (_, text) => {
    expect(readByEach(text)).toEqual(readByAll([alice, bob]))
  })
})

test.each([
  ['a message of Discord', `https://discord.com/channels/${alice}/${bob}/${carol}`],
  ['a file of Discord', `https://cdn.discordapp.com/attachments/${alice}/${bob}/list.txt`],
  ['a page of another game', 'https://www.battlemetrics.com/players/76561198'],
  ['a number of 17 digits that no account has', 'https://a.example/player/76561202255233024'],
  ['an id that is cut off', 'https://a.example/player/[U:1:222'],
  ['a profile with an id that no account has', 'https://steamcommunity.com/profiles/12345678901234567'],
])('no reader reads a link to %s: %j', (_, text) => {
  expect(readByEach(text)).toEqual(readByAll([]))
})

test('a link to a custom URL of 17 digits leads to that custom URL', () => {
  const link = `https://steamcommunity.com/id/${alice}`
  expect(readByEach(link)).toEqual(readByAll([link]))
  expect(readByEach(`${link}\u2026`).message).toEqual([])
})

/** The accounts of a ban list, whatever the list says about them. */
function readAsBans(text: string): string[] {
  const { bans, unclear, unreadEnds } = readBanList(text, 1_700_000_000)
  return [...bans, ...unclear, ...unreadEnds].map(({ steamId }) => steamId)
}

test('what one reader reads as an id or a link with an id, all read, in any form and decoration', () => {
  const ids = fc.integer({ min: 1, max: 0xffff_ffff }).map((accountId) => SteamID.fromIndividualAccountID(accountId))
  const forms: ((id: SteamID) => string)[] = [
    (id) => id.getSteamID64(),
    (id) => id.steam2(),
    (id) => id.steam2(true),
    (id) => id.steam3(),
    (id) => `="${id.getSteamID64()}"`,
    (id) => `${id.getSteamID64()}.0`,
    (id) => `steam_${id.getSteamID64()}`,
    (id) => `steam:${id.getSteamID64()}`,
    (id) => `steam:${id.steam3()}`,
    (id) => `https://steamcommunity.com/profiles/${id.getSteamID64()}/`,
    (id) => `steamcommunity.com/profiles/${id.steam3()}`,
    (id) => `https://steamcommunity.com/openid/id/${id.getSteamID64()}`,
    (id) => `https://steamcommunity.com/inventory/${id.getSteamID64()}/252490/2`,
    (id) => `steam://url/SteamIDPage/${id.getSteamID64()}`,
    (id) => `https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=${id.getSteamID64()}`,
    (id) => `https://steamdb.info/calculator/${id.getSteamID64()}/`,
    (id) => `https://bans.example/?player=${id.getSteamID64()}&page=2`,
  ]
  const dress = fc.constantFrom(
    ['', ''],
    ['"', '"'],
    ['- ', ''],
    ['> ', ''],
    ['**', '**'],
    ['`', '`'],
    [' ', ','],
    ['<', '>'],
  )
  const mark = fc.constantFrom('', '\u200b', '\u200e', '\u2069', '\ufeff')
  fc.assert(
    fc.property(
      ids,
      fc.constantFrom(...forms),
      dress,
      mark,
      fc.nat(),
      (id, form, [before = '', after = ''], mark, place) => {
        const written = form(id)
        const at = place % (written.length + 1)
        const text = `${before}${written.slice(0, at)}${mark}${written.slice(at)}${after}`
        const account = id.getSteamID64()
        expect(readByEach(text)).toEqual(readByAll([account]))
        expect(readAsBans(text)).toEqual([account])
      },
    ),
    { numRuns: numRuns(1_000) },
  )
})
