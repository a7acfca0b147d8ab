/** Whether Steam says that an account is banned. Rejects if Steam does not say it. */
export async function isBanned(steamId: string, apiUrl: string, key: string): Promise<boolean> {
  const response = await fetch(`${apiUrl}/ISteamUser/GetPlayerBans/v1/?steamids=${steamId}`, {
    headers: { 'x-webapi-key': key },
  })
  if (!response.headers.get('content-type')?.startsWith('application/json')) throw new Error('Steam is down')
  const { players = [] } = (await response.json()) as {
    players?: { SteamId: string; VACBanned: boolean; NumberOfGameBans: number }[]
  }
  const record = players.find((player) => player.SteamId === steamId)
  if (record === undefined) throw new Error('Steam left the account out')
  return record.VACBanned || record.NumberOfGameBans > 0
}
