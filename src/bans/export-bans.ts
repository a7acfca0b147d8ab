import type { Actor } from '../model/actor.ts'
import type { BanAction } from '../model/ban.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'
import { readAllBans } from './list-bans.ts'

/** All active bans of a server, for a file in this format; the log says who exported them. */
export async function exportBans(
  context: Pick<BansContext, 'database' | 'clock'>,
  { guildId, locale, userId, format }: Actor & { format: string },
): Promise<StoredBan[]> {
  const bans = await readAllBans(context, guildId)
  if (bans.length === 0) return bans
  await context.database.transaction(async ({ guilds, audit }) => {
    const at = context.clock.unixSeconds()
    await guilds.touch(guildId, locale, at)
    const action: BanAction = 'bans_exported'
    await audit.add([{ guildId, at, userId, action, steamId: null, detail: `${bans.length} ${format}` }])
  })
  return bans
}
