import type { Actor } from '../model/actor.ts'
import { type Ban, BAN_ACTIONS, type BanAction, BanError, loggedBy } from '../model/ban.ts'
import { toTermsDetail } from '../model/terms-detail.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type UndoId, undoOf } from '../model/undo.ts'
import { isSame, readBanTerms, type TypedBan } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'
import { notBanned } from './lift-ban.ts'

export interface BanEdit extends Actor {
  steamId: SteamId
  /** The row of the ban that was shown. */
  id: number
  /** The texts as typed, and the typed end; null keeps the end. */
  typed: Omit<TypedBan, 'until'> & { until: string | null }
}

/** A ban after an edit; `undo` is null if nothing was changed. */
export interface EditedBan {
  ban: Ban
  undo: UndoId | null
}

/**
 * Gives a ban other texts and another end, and keeps who added it and when. Throws a BanError, `changed_meanwhile` if it was changed since it was shown, `not_banned`
 * if it was lifted, or a WatchError about the end.
 */
export async function editBan(context: BansContext, { steamId, id, typed, ...actor }: BanEdit): Promise<EditedBan> {
  const { database, clock, bans: lists } = context
  const { guildId, locale, userId } = actor
  const result = await database.transaction(
    async ({ guilds, bans, audit, pending }): Promise<EditedBan | undefined> => {
      const now = clock.unixSeconds()
      const [current] = await bans.activeOf(guildId, [steamId], now)
      if (!current) return undefined
      if (current.id !== id) {
        const newest = await audit.newestOfEach(guildId, [steamId], { actions: BAN_ACTIONS })
        const by = loggedBy(newest.get(steamId)) ?? { userId: current.addedBy, at: current.addedAt }
        throw new BanError({ code: 'changed_meanwhile', by })
      }
      const read = readBanTerms({ ...typed, until: typed.until ?? '' }, now)
      const terms = typed.until === null ? { ...read, until: current.until } : read
      if (isSame(current, terms)) return { ban: current, undo: null }
      const { id: _, ...before } = current
      // An undo of the import leaves bans that people have changed.
      const ban = { ...before, ...terms, importNumber: null }
      await guilds.touch(guildId, locale, now, userId)
      await bans.remove([current], { now, author: userId, isReplaced: true })
      await bans.add([ban], { now, replaced: new Set([steamId]), author: userId })
      const undo = await pending.keepUndo(undoOf(now, { bans: [{ steamId, before: current, after: ban }] }), actor)
      const action: BanAction = 'ban_changed'
      await audit.add([{ guildId, at: now, userId, action, steamId, detail: toTermsDetail(ban, current), undo }])
      return { ban, undo }
    },
  )
  if (!result) throw await notBanned(context, guildId, steamId)
  await lists.reload()
  return result
}
