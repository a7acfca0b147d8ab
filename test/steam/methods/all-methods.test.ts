import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { getFriendList } from '../../../src/steam/methods/get-friend-list.ts'
import { getInventoryPage } from '../../../src/steam/methods/get-inventory-page.ts'
import { getPlayerBans } from '../../../src/steam/methods/get-player-bans.ts'
import { getSummaries } from '../../../src/steam/methods/get-player-summaries.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import { getRustStats } from '../../../src/steam/methods/get-rust-stats.ts'
import { resolveVanityUrl } from '../../../src/steam/methods/resolve-vanity-url.ts'
import type { SteamCall, SteamMethod } from '../../../src/steam/upstream/request.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { answering, startOddPlatform } from '../../support/odd-platform.ts'
import { REFUSALS, type Refusal } from '../../support/refusals.ts'

const ALICE = '76561197960287930'
const BOB = '76561197972494985'

/** Asks for each method, and returns `null` where it says that the player is private. */
const ASK: Record<SteamMethod, (call: SteamCall) => Promise<unknown>> = {
  summaries: (call) => getSummaries(call, [ALICE, BOB], anyCall()),
  bans: (call) => getPlayerBans(call, [ALICE, BOB], anyCall()),
  vanity: (call) => resolveVanityUrl(call, 'raider', anyCall()),
  friends: (call) => getFriendList(call, ALICE, anyCall()),
  games: (call) => getRustHours(call, ALICE, anyCall()),
  stats: async (call) => {
    const { kind } = await getRustStats(call, ALICE, anyCall(), () => {})
    return kind === 'private' ? null : kind
  },
  inventory: (call) => getInventoryPage(call, ALICE, anyCall()),
}

/** `private`, or the code of the error. */
async function meaningOf(method: SteamMethod, { answer: { status, headers, body } }: Refusal): Promise<unknown> {
  const { call } = connect(await startOddPlatform({ status, headers, body }))
  try {
    const value = await ASK[method](call)
    return value === null ? 'private' : value
  } catch (error) {
    return error instanceof RapsheetError ? error.code : error
  }
}

describe.each(Object.keys(ASK) as SteamMethod[])('a refused call for %s', (method) => {
  test('says that the player is private only in the words of Steam', async () => {
    const meanings = await Promise.all(
      REFUSALS.map(async (refusal) => [refusal.name, await meaningOf(method, refusal)]),
    )
    expect(meanings).toEqual(
      REFUSALS.map(({ name, code, private: about = [] }) => [name, about.includes(method) ? 'private' : code]),
    )
  })
})

test.each<[SteamMethod, string]>([
  ['summaries', `/ISteamUser/GetPlayerSummaries/v2/?steamids=${ALICE}%2C${BOB}`],
  ['bans', `/ISteamUser/GetPlayerBans/v1/?steamids=${ALICE}%2C${BOB}`],
  ['vanity', '/ISteamUser/ResolveVanityURL/v1/?vanityurl=raider'],
  ['friends', `/ISteamUser/GetFriendList/v1/?steamid=${ALICE}&relationship=friend`],
  [
    'games',
    `/IPlayerService/GetOwnedGames/v1/?steamid=${ALICE}&include_played_free_games=1&appids_filter%5B0%5D=252490`,
  ],
  ['stats', `/ISteamUserStats/GetUserStatsForGame/v2/?steamid=${ALICE}&appid=252490`],
  ['inventory', `/inventory/${ALICE}/252490/2?l=english&count=50`],
])('the request for %s is %s', async (method, url) => {
  const { call, requests } = await answering(null)
  await failureOf(ASK[method](call))
  expect(requests.map((request) => request.url)).toEqual([url])
})
