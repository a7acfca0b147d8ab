import { ApiError, type Client } from '../src/index.ts'

/** What a tool shows about an account: unknown is never "no bans". */
export async function checkAccount(rapsheet: Client, account: string): Promise<string> {
  try {
    const { bans, steamId } = await rapsheet.lookUp(account)
    if (bans === null) return `${steamId}: bans unknown`
    const isBanned = bans.VACBanned || bans.NumberOfGameBans > 0
    return `${steamId}: ${isBanned ? `banned, ${bans.DaysSinceLastBan} days ago` : 'no bans on record'}`
  } catch (error) {
    if (error instanceof ApiError) return `nothing is known: ${error.message}`
    throw error
  }
}
