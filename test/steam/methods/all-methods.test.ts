import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import type { SteamMethod } from '../../../src/steam/upstream/request.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { answering, startOddPlatform } from '../../support/odd-platform.ts'
import { REFUSALS, type Refusal } from '../../support/refusals.ts'
import { askEach, STEAM_METHODS } from '../../support/steam-methods.ts'

const ALICE = '76561197960287930'
const BOB = '76561197972494985'

const ASK = askEach(ALICE, BOB)

/** `private`, or the code of the error. */
async function meaningOf(method: SteamMethod, { answer: { status, headers, body } }: Refusal): Promise<unknown> {
  const { call } = connect(await startOddPlatform({ status, headers, body }))
  try {
    const value = await ASK[method](call)
    const isPrivate = value === null || (method === 'stats' && isDeepStrictEqual(value, { kind: 'private' }))
    return isPrivate ? 'private' : value
  } catch (error) {
    return error instanceof RapsheetError ? error.code : error
  }
}

describe.each(STEAM_METHODS)('a refused call for %s', (method) => {
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
