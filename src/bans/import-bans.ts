import type { Actor } from '../model/actor.ts'
import { type BanAction, BanError, type BanTerms } from '../model/ban.ts'
import { refuseFullList } from './add-bans.ts'
import type { BansContext } from './bans-context.ts'
import type { BanImport } from './database/ban-imports.ts'
import type { StoredBan } from './database/bans.ts'
import type { BanRepositories } from './database/repositories.ts'
import { loggedBy } from './logged-by.ts'

/** Small enough that no change of another server waits for 100 ms. */
const BANS_PER_PORTION = 200
/** Longer than an import is stored; an older one was left by a process that has ended. */
const MAX_STAGING_SECONDS = 60

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
  id: number
  added: number
}

/** Determines the effect of an import, without writing anything. Throws `ban_list_full` or `all_bans_full` if the new bans do not fit. */
export async function previewBanImport<T extends BanTerms>(
  { database, clock, banLimits: { maxPerGuild, maxTotal } }: Pick<BansContext, 'database' | 'clock' | 'banLimits'>,
  guildId: string,
  listed: readonly T[],
): Promise<BanImportPreview<T>> {
  const preview: BanImportPreview<T> = { fresh: [], present: [], differing: [], exempted: [] }
  const now = clock.unixSeconds()
  const exempted = new Set(await database.read(({ exemptedAccounts }) => exemptedAccounts.of(guildId, now)))
  for (const portion of inPortions(listed)) {
    const steamIds = portion.map(({ steamId }) => steamId)
    const active = await database.read(({ bans }) => bans.activeOf(guildId, steamIds, now))
    const bySteamId = new Map(active.map((ban) => [ban.steamId, ban]))
    for (const ban of portion) {
      const kept = bySteamId.get(ban.steamId)
      if (!kept) preview[exempted.has(ban.steamId) ? 'exempted' : 'fresh'].push(ban)
      else if (kept.reason === ban.reason && kept.until === ban.until) preview.present.push(ban)
      else preview.differing.push({ listed: ban, kept })
    }
  }
  if (preview.fresh.length === 0) return preview
  await database.read(async ({ bans }) => {
    const more = preview.fresh.length
    await refuseFullList(bans, { guildId, more, limit: maxPerGuild, now })
    if ((await bans.countAll()) + more > maxTotal) throw new BanError({ code: 'all_bans_full', limit: maxTotal })
  })
  return preview
}

/**
 * Adds the bans of a list whose accounts have no active ban. They are stored in portions, in which they do not count yet, and become valid
 * by one short transaction: after a crash either all of them count, or none. Throws `nothing_to_import`, or as `previewBanImport` does.
 */
export async function importBans(
  context: BansContext,
  actor: Actor,
  listed: readonly BanTerms[],
): Promise<CompletedImport> {
  const { imported } = await importNewBans(context, actor, listed)
  if (!imported) throw new BanError({ code: 'nothing_to_import' })
  return imported
}

interface ImportOptions {
  /** Aborts the import; once its bans are valid, it has no effect any more. */
  signal?: AbortSignal
  /** Whether the import is refused (`import_running`) while another one of the server is being stored, also by another process. */
  runsAlone?: boolean
}

/** Imports as `importBans` does, and returns the effect as well; `imported` is null when no ban is new. */
export async function importNewBans<T extends BanTerms>(
  context: BansContext,
  actor: Actor,
  listed: readonly T[],
  options: ImportOptions = {},
): Promise<{ preview: BanImportPreview<T>; imported: CompletedImport | null }> {
  const since = await context.database.read(({ events }) => events.newestId())
  const preview = await previewBanImport(context, actor.guildId, listed)
  const imported = preview.fresh.length === 0 ? null : await store(context, actor, preview.fresh, { since, ...options })
  return { preview, imported }
}

async function store(
  context: BansContext,
  { guildId, locale, userId }: Actor,
  fresh: readonly BanTerms[],
  { since, signal, runsAlone = false }: ImportOptions & { since: number },
): Promise<CompletedImport> {
  const { database, clock, bans: lists } = context
  const staged = await database.transaction(async ({ guilds, banImports }) => {
    const now = clock.unixSeconds()
    if (runsAlone && (await banImports.isStaging(guildId, now - MAX_STAGING_SECONDS)))
      throw new BanError({ code: 'import_running' })
    await guilds.touch(guildId, locale, now, userId)
    return banImports.begin(guildId, userId, now)
  })
  const origin = { guildId, addedBy: userId, addedAt: staged.at, importId: staged.id }
  try {
    for (const portion of inPortions(fresh)) {
      const rows = portion.map(({ steamId, name, reason, note, until }) => ({
        steamId,
        name,
        reason,
        note,
        until,
        ...origin,
      }))
      signal?.throwIfAborted()
      await database.transaction(({ bans }) => bans.stage(rows))
    }
    const added = await completeImport(context, staged, { since, count: fresh.length, signal })
    await lists.reloadImports()
    return { number: staged.number, id: staged.id, added }
  } catch (error) {
    await database.transaction(({ banImports }) => banImports.discard(staged, clock.unixSeconds())).catch(() => {})
    throw error
  }
}

/** Makes a staged import of `count` bans valid, and returns the number of those that count. Throws `ban_list_full` if the list has grown meanwhile. */
const completeImport = (
  { database, clock, banLimits }: Pick<BansContext, 'database' | 'clock' | 'banLimits'>,
  staged: BanImport,
  { since, count, signal }: { since: number; count: number; signal: AbortSignal | undefined },
): Promise<number> =>
  database.transaction(async ({ bans, banImports, exemptedAccounts, audit }) => {
    const now = clock.unixSeconds()
    const { guildId, userId } = staged
    const accounts = await exemptedAccounts.of(guildId, now)
    const { exempted, isChanged } = await banImports.complete(staged, { since, exempted: accounts, now })
    if (isChanged) await refuseFullList(bans, { guildId, more: 0, limit: banLimits.maxPerGuild, now })
    const added = isChanged ? await banImports.countBans(staged.id) : count - exempted
    await audit.add([logLine(staged, 'bans_imported', { userId, count: added, now })])
    signal?.throwIfAborted()
    return added
  })

/** The newest import of a server, with the number of its bans that are left; undefined without one. */
export async function newestImport(
  { database }: Pick<BansContext, 'database'>,
  guildId: string,
): Promise<(BanImport & { count: number }) | undefined> {
  return database.read(async ({ banImports }) => {
    const newest = await banImports.newest(guildId)
    return newest && { ...newest, count: await banImports.countBans(newest.id) }
  })
}

/**
 * Removes the bans that an import added and that have not been replaced since, by one short transaction. Throws `nothing_to_undo` when
 * the import with this id is not the newest one of the server.
 */
export async function undoImport(
  { database, clock, bans }: Pick<BansContext, 'database' | 'clock' | 'bans'>,
  { guildId, locale, userId, importId }: Actor & { importId: number },
): Promise<CompletedImport> {
  const undone = await database.transaction(async ({ guilds, banImports, audit }) => {
    const now = clock.unixSeconds()
    const newest = await banImports.newest(guildId)
    if (newest?.id !== importId) throw await nothingToUndo(audit, guildId)
    const count = await banImports.countBans(importId)
    await guilds.touch(guildId, locale, now, userId)
    await banImports.undo(newest, { now, author: userId })
    await audit.add([logLine(newest, 'ban_import_undone', { userId, count, now })])
    return { number: newest.number, id: importId, added: count }
  })
  await bans.reloadImports()
  return undone
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
  { guildId, number }: BanImport,
  action: BanAction,
  { userId, count, now }: { userId: string; count: number; now: number },
) => ({ guildId, at: now, userId, action, steamId: null, detail: `${number} ${count}` })

function* inPortions<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += BANS_PER_PORTION)
    yield items.slice(start, start + BANS_PER_PORTION)
}
