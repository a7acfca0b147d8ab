import type { Actor } from '../model/actor.ts'
import { type BanAction, BanError, type BanTerms, isInForce, loggedBy } from '../model/ban.ts'
import { type UndoId, undoOf } from '../model/undo.ts'
import { refuseFullList } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'
import type { AuditEntry } from '../database/audit.ts'
import type { BanImport, StoredBan } from './database/bans.ts'
import type { BanDatabase, BanRepositories } from './database/repositories.ts'

/** Small enough that the process answers others in between. */
const BANS_PER_PORTION = 500

/** The effect of an import. Each ban of the list is in exactly one of the arrays; only those in `fresh` are added. */
export interface BanImportPreview<T extends BanTerms> {
  /** The bans that are added. */
  fresh: T[]
  /** The bans of accounts that are banned already with the same reason and end. */
  present: T[]
  /** The bans of accounts that are banned already with another reason or end, and the bans that they keep. */
  differing: { listed: T; kept: StoredBan }[]
  /** The bans of accounts that an exception lets in. */
  exempted: T[]
}

export interface CompletedImport {
  number: number
  /** Number of bans that were added, or removed. */
  count: number
}

/** An import that was just made. */
export type UndoableImport = CompletedImport & { undo: UndoId | null }

/** Determines the effect of an import, without writing anything. Throws `ban_list_full` or `all_bans_full` if the new bans do not fit. */
export const previewBanImport = <T extends BanTerms>(
  { database, ...context }: Pick<BansContext, 'database' | 'clock' | 'banLimits'>,
  guildId: string,
  listed: readonly T[],
): Promise<BanImportPreview<T>> => preview((work) => database.read(work), context, guildId, listed)

/** `read` runs the parts of the work: each by itself, so that other reads need not wait for all of them, or all within one transaction. */
async function preview<T extends BanTerms>(
  read: BanDatabase['read'],
  { clock, banLimits: limits }: Pick<BansContext, 'clock' | 'banLimits'>,
  guildId: string,
  listed: readonly T[],
): Promise<BanImportPreview<T>> {
  const effect: BanImportPreview<T> = { fresh: [], present: [], differing: [], exempted: [] }
  const now = clock.unixSeconds()
  const exempted = new Set(await read(({ exemptedAccounts }) => exemptedAccounts.of(guildId, now)))
  for (let start = 0; start < listed.length; start += BANS_PER_PORTION) {
    // A list that waited for its confirmation may have bans that have ended since.
    const portion = listed.slice(start, start + BANS_PER_PORTION).filter((ban) => isInForce(ban, now))
    const steamIds = portion.map(({ steamId }) => steamId)
    const active = await read(({ bans }) => bans.activeOf(guildId, steamIds, now))
    const bySteamId = new Map(active.map((ban) => [ban.steamId, ban]))
    for (const ban of portion) {
      const kept = bySteamId.get(ban.steamId)
      if (!kept) effect[exempted.has(ban.steamId) ? 'exempted' : 'fresh'].push(ban)
      else if (kept.reason === ban.reason && kept.until === ban.until) effect.present.push(ban)
      else effect.differing.push({ listed: ban, kept })
    }
  }
  const more = effect.fresh.length
  if (more > 0) await read(({ bans }) => refuseFullList(bans, { guildId, more, limits, now }))
  return effect
}

/** Adds the bans of a list whose accounts have no active ban. Throws `nothing_to_import`, or as `previewBanImport` does. */
export async function importBans(
  context: BansContext,
  actor: Actor,
  listed: readonly BanTerms[],
): Promise<UndoableImport> {
  const { imported } = await importNewBans(context, actor, listed)
  if (!imported) throw new BanError({ code: 'nothing_to_import' })
  return imported
}

/**
 * Imports as `importBans` does, and returns the effect as well; `imported` is null when no ban is new. All bans are stored in one transaction, for
 * which other changes wait up to 3 s. When the signal aborts before its end, nothing is stored.
 */
export async function importNewBans<T extends BanTerms>(
  context: BansContext,
  { guildId, locale, userId }: Actor,
  listed: readonly T[],
  signal?: AbortSignal,
): Promise<{ preview: BanImportPreview<T>; imported: UndoableImport | null }> {
  const { database, clock, bans: lists } = context
  const result = await database.transaction(async (repositories) => {
    const { guilds, bans, audit, pending } = repositories
    const effect = await preview((work) => work(repositories), context, guildId, listed)
    if (effect.fresh.length === 0) return { preview: effect, imported: null }
    const now = clock.unixSeconds()
    await guilds.touch(guildId, locale, now, userId)
    const imported = { number: await bans.nextImportNumber(guildId), count: effect.fresh.length }
    const origin = { guildId, addedBy: userId, addedAt: now, importNumber: imported.number }
    signal?.throwIfAborted()
    await bans.add(
      effect.fresh.map((ban) => ({ ...ban, ...origin })),
      { now },
    )
    const undo = await pending.keepUndo(undoOf(now, { importNumber: imported.number }), { guildId, userId })
    await audit.add([{ ...logLine(imported, 'bans_imported', { guildId, userId, at: now }), undo }])
    signal?.throwIfAborted()
    return { preview: effect, imported: { ...imported, undo } }
  })
  if (result.imported) await lists.reload()
  return result
}

/** The newest import of a server of which any ban is left; undefined without one. */
export const newestImport = (
  { database }: Pick<BansContext, 'database'>,
  guildId: string,
): Promise<BanImport | undefined> => database.read(({ bans }) => bans.newestImport(guildId))

/**
 * Removes the bans that an import added and that have not been replaced since. Throws `nothing_to_undo` unless the import with this number and
 * time, Unix seconds, is the newest one of the server.
 */
export async function undoImport(
  { database, clock, bans: lists }: Pick<BansContext, 'database' | 'clock' | 'bans'>,
  { guildId, locale, userId, number, at }: Actor & Pick<BanImport, 'number' | 'at'>,
): Promise<CompletedImport> {
  const undone = await database.transaction(async (repositories) => {
    const { guilds, bans, audit } = repositories
    const now = clock.unixSeconds()
    const newest = await bans.newestImport(guildId)
    if (newest?.number !== number || newest.at !== at) throw await nothingToUndo(audit, guildId)
    await guilds.touch(guildId, locale, now, userId)
    return removeImported(repositories, { guildId, userId, number }, now)
  })
  await lists.reload()
  return undone
}

/** Removes the bans of an import that are left, within a transaction. Throws `nothing_to_undo` if there are none. */
export async function removeImported(
  { bans, audit }: Pick<BanRepositories, 'bans' | 'audit'>,
  { guildId, userId, number }: Pick<Actor, 'guildId' | 'userId'> & Pick<CompletedImport, 'number'>,
  now: number,
): Promise<CompletedImport> {
  let count = 0
  for (;;) {
    const part = await bans.ofImport(guildId, number, BANS_PER_PORTION)
    await bans.remove(part, { now, author: userId, isReplaced: false })
    count += part.length
    if (part.length < BANS_PER_PORTION) break
  }
  if (count === 0) throw await nothingToUndo(audit, guildId)
  await audit.add([logLine({ number, count }, 'ban_import_undone', { guildId, userId, at: now })])
  return { number, count }
}

/** The error about an import that cannot be undone, with who has undone the last one. */
export async function nothingToUndo(
  audit: Pick<BanRepositories['audit'], 'listOf'>,
  guildId: string,
): Promise<BanError> {
  const [last] = await audit.listOf(guildId, ['ban_import_undone'] satisfies BanAction[], 1)
  return new BanError({ code: 'nothing_to_undo', undone: loggedBy(last) })
}

const logLine = (
  { number, count }: CompletedImport,
  action: BanAction,
  by: Pick<AuditEntry, 'guildId' | 'userId' | 'at'>,
) => ({ ...by, action, steamId: null, detail: `${number} ${count}` })
