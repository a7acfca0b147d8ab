import { STEAM_KEY, type Platform } from './platform.ts'
import { median } from './table.ts'

/** The duration of one call to the platform on an open connection, in milliseconds. */
export async function measureRoundTrip({ url }: Platform, steamId: string): Promise<number> {
  const path = `${url}/ISteamUser/GetPlayerBans/v1/?steamids=${steamId}`
  const times: number[] = []
  for (let round = 0; round < 6; round++) {
    const startedAt = performance.now()
    await (await fetch(path, { headers: { 'x-webapi-key': STEAM_KEY } })).arrayBuffer()
    times.push(performance.now() - startedAt)
  }
  return median(times.slice(1))
}
