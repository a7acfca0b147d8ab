import type { Actor } from '../model/actor.ts'
import type { AuditEntry } from '../database/audit.ts'
import { type BanAction, BanError, type LoggedChange } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type BanPrecondition, removeBans } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'
import type { BanRepositories } from './database/repositories.ts'

type LiftContext = Pick<BansContext, 'database' | 'clock' | 'bans'>

/**
 * Lifts the ban of an account and returns it; the account may join at once. Throws what `precondition` throws about the ban that would be
 * lifted, or `not_banned`.
 */
export async function liftBan(
  context: LiftContext,
  { steamId, ...actor }: Actor & { steamId: SteamId },
  precondition: BanPrecondition = () => {},
): Promise<StoredBan> {
  const [ban] = await lift(context, actor, async ({ bans }, now) => {
    const [current] = await bans.activeOf(actor.guildId, [steamId], now)
    precondition(current ?? null)
    return [steamId]
  })
  if (ban) return ban
  throw await notBanned(context, actor.guildId, steamId)
}

/** The error about an account without an active ban, with who has lifted its last one. */
export async function notBanned(
  { database }: Pick<LiftContext, 'database'>,
  guildId: string,
  steamId: SteamId,
): Promise<BanError> {
  const actions = ['ban_added', 'ban_changed', 'ban_removed'] satisfies BanAction[]
  const last = await database.read(({ audit }) => audit.newestAbout(guildId, steamId, actions))
  return new BanError({ code: 'not_banned', steamId, lifted: last?.action === 'ban_removed' ? loggedBy(last) : null })
}

/**
 * Lifts the bans that the user has added by hand at this time, Unix seconds, and returns them; only that of `steamId` if it is given. Bans
 * that were lifted or replaced since stay as they are. Throws `nothing_to_take_back`.
 */
export async function takeBansBack(
  context: LiftContext,
  { addedAt, steamId, ...actor }: Actor & { addedAt: number; steamId?: SteamId | undefined },
): Promise<StoredBan[]> {
  const lifted = await lift(context, actor, async ({ bans }, now) => {
    const added = await bans.addedTogether(actor.guildId, actor.userId, addedAt, now)
    return added.map((ban) => ban.steamId).filter((each) => steamId === undefined || each === steamId)
  })
  if (lifted.length === 0) throw new BanError({ code: 'nothing_to_take_back' })
  return lifted
}

async function lift(
  { database, clock, bans }: LiftContext,
  actor: Actor,
  findAccounts: (repositories: BanRepositories, now: number) => Promise<SteamId[]>,
): Promise<StoredBan[]> {
  const lifted = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    await repositories.guilds.touch(actor.guildId, actor.locale, now, actor.userId)
    return removeBans(repositories, actor, await findAccounts(repositories, now), now)
  })
  if (lifted.length > 0) await bans.reload()
  return lifted
}

/** By whom and when a logged change was made; null without an entry, or for a change by the service itself. */
export const loggedBy = (entry: AuditEntry | undefined): LoggedChange | null =>
  entry?.userId ? { userId: entry.userId, at: entry.at } : null
