import type { Actor } from '../model/actor.ts'
import { BanError } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import { removeBans } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'

/** Lifts the ban of an account and returns it; the account may join at once. Throws `not_banned`. */
export async function liftBan(
  { database, clock, bans }: Pick<BansContext, 'database' | 'clock' | 'bans'>,
  { steamId, ...actor }: Actor & { steamId: SteamId },
): Promise<StoredBan> {
  const [lifted] = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    await repositories.guilds.touch(actor.guildId, actor.locale, now)
    return removeBans(repositories, actor, [steamId], now)
  })
  if (!lifted) throw new BanError({ code: 'not_banned', steamId })
  await bans.reload()
  return lifted
}
