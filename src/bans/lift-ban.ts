import type { Actor } from '../model/actor.ts'
import { type BanAction, BanError, loggedBy } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type UndoId, undoOf } from '../model/undo.ts'
import { type BanPrecondition, removeBans } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'

type LiftContext = Pick<BansContext, 'database' | 'clock' | 'bans'>

/** A ban that was lifted. */
export interface LiftedBan {
  ban: StoredBan
  undo: UndoId | null
}

/**
 * Lifts the ban of an account and returns it; the account may join at once. Throws what `precondition` throws about the ban that would be
 * lifted, or `not_banned`.
 */
export async function liftBan(
  context: LiftContext,
  { steamId, ...actor }: Actor & { steamId: SteamId },
  precondition: BanPrecondition = () => {},
): Promise<LiftedBan> {
  const { database, clock, bans: lists } = context
  const lifted = await database.transaction(async (repositories) => {
    const { guilds, bans, pending } = repositories
    const now = clock.unixSeconds()
    const [current] = await bans.activeOf(actor.guildId, [steamId], now)
    precondition(current ?? null)
    await guilds.touch(actor.guildId, actor.locale, now, actor.userId)
    if (!current) return undefined
    const undo = await pending.keepUndo(undoOf(now, { bans: [{ steamId, before: current, after: null }] }), actor)
    await removeBans(repositories, actor, [steamId], now, undo)
    return { ban: current, undo }
  })
  if (!lifted) throw await notBanned(context, actor.guildId, steamId)
  await lists.reload()
  return lifted
}

/** The error about an account without an active ban, with who has lifted its last one. */
export async function notBanned(
  { database }: Pick<LiftContext, 'database'>,
  guildId: string,
  steamId: SteamId,
): Promise<BanError> {
  const actions = ['ban_added', 'ban_changed', 'ban_removed', 'ban_restored'] satisfies BanAction[]
  const newest = await database.read(({ audit }) => audit.newestOfEach(guildId, [steamId], { actions }))
  const last = newest.get(steamId)
  return new BanError({ code: 'not_banned', steamId, lifted: last?.action === 'ban_removed' ? loggedBy(last) : null })
}
