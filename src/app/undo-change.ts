import { type LoggedTerms, toTermsDetail } from '../model/terms-detail.ts'
import { ALWAYS_ACCEPTED, refuseFullList } from '../bans/add-bans.ts'
import type { BanLimits } from '../bans/bans-context.ts'
import { type CompletedImport, removeImported } from '../bans/import-bans.ts'
import type { StoredBans } from '../bans/stored-bans.ts'
import { CommandError } from '../discord/command-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { Actor } from '../model/actor.ts'
import { BAN_ACTIONS, type BanAction, isInForce, BAN_TEXT_NAMES, loggedBy } from '../model/ban.ts'
import { MAX_EXCEPTIONS, POLICY_ACTIONS, type PolicyAction } from '../model/policy.ts'
import { PolicyError } from '../model/policy-error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { readUndoClass, reversed, type Undo, UndoError, type UndoId, undoOfLine } from '../model/undo.ts'
import { WATCH_ACTIONS, type WatchAction, WatchError } from '../model/watch.ts'
import { findRoom } from '../watch/entries.ts'
import type { WatchLimits } from '../watch/watch-context.ts'
import type { WatchedIds } from '../watch/watched-ids.ts'
import type { Database, Repositories } from './database.ts'

export interface UndoOptions {
  database: Database
  clock: Pick<Clock, 'unixSeconds'>
  policies: { reload: () => Promise<void> }
  bans: Pick<StoredBans, 'reload'>
  watched: Pick<WatchedIds, 'add'>
  banLimits: BanLimits
  limits: WatchLimits
}

/** What was undone, and how that is undone itself; an import is not repeated. */
export interface Undone {
  undone: Undo
  imported: CompletedImport | null
  undo: UndoId | null
}

/** An undo within its transaction. */
interface Undoing extends Pick<UndoOptions, 'banLimits' | 'limits'> {
  repositories: Repositories
  actor: Actor
  /** When the change was made that is undone. */
  at: number
  now: number
  /** How the undo is undone, for its lines in the log. */
  undo: UndoId | null
}

/**
 * Puts back all that one action has changed, or nothing: throws an UndoError if an entry was changed since, an exception or a ban stands against it, or its
 * end has passed; the error of a full list; and `outdated_button` a day after the action.
 */
export async function undoChange(options: UndoOptions, id: UndoId, actor: Actor): Promise<Undone> {
  const { database, clock, policies, bans, watched } = options
  const done = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    const undone = await repositories.pending.getUndo(id, actor.guildId, now)
    if (!undone) throw new CommandError('outdated_button')
    await repositories.guilds.touch(actor.guildId, actor.locale, now, actor.userId)
    if (undone.importNumber !== null) {
      const imported = await removeImported(repositories, { ...actor, number: undone.importNumber }, now)
      return { undone, imported, undo: null }
    }
    const undo = await repositories.pending.keepUndo(reversed(undone, now), actor, readUndoClass(id))
    // Any number of watches is one line.
    const lines = Math.max(undone.bans.length, undone.exceptions.length, 1)
    const undoing = { ...options, repositories, actor, at: undone.at, now, ...undoOfLine(undo, lines) }
    for (const change of undone.bans) await undoBan(undoing, change)
    for (const change of undone.exceptions) await undoException(undoing, change)
    if (undone.watches.length > 0) await undoWatches(undoing, undone.watches)
    await refuseContradiction(undoing, undone)
    return { undone, imported: null, undo }
  })
  await Promise.all([policies.reload(), bans.reload()])
  watched.add(done.undone.watches.flatMap(({ before }) => (before ? [before.steamId] : [])))
  return done
}

/** What the log says of an entry that comes back in place of the current one, or of one that is taken away. */
const toDetail = (before: LoggedTerms | null, current: LoggedTerms | null): string =>
  before ? toTermsDetail(before, current ?? undefined) : current ? toTermsDetail(current) : ''

interface Change<Entry> {
  steamId: SteamId
  before: Entry | null
  after: Entry | null
}

interface Lasting {
  steamId: SteamId
  until: number | null
}

/** The newest changes of these accounts since the change that is undone. */
const readNewest = (
  { repositories: { audit }, actor: { guildId }, at: since }: Undoing,
  steamIds: readonly SteamId[],
  actions: readonly string[],
) => audit.newestOfEach(guildId, steamIds, { actions, since })

/** Throws if the entry of an account is not as the change has left it, or an end has passed. */
function refuseChanged<Entry extends Lasting>(
  { at, now }: Undoing,
  { steamId, before, after, current }: Change<Entry> & { current: Entry | null },
  newestOf: Awaited<ReturnType<typeof readNewest>>,
  fields: readonly (keyof Entry)[],
): void {
  const hasEnded = [before, after].some((entry) => entry !== null && !isInForce(entry, now))
  if (hasEnded) throw new UndoError({ code: 'ended_since', steamId })
  const newest = newestOf.get(steamId)
  // An account without an entry may have had another one since.
  const isSame =
    current && after
      ? fields.every((field) => current[field] === after[field])
      : current === after && !isNewer(newest, at)
  if (!isSame) throw new UndoError({ code: 'changed_since', steamId, by: loggedBy(newest) })
}

const isNewer = (entry: { at: number } | undefined, at: number) => entry !== undefined && entry.at > at

async function undoBan(undoing: Undoing, change: Undo['bans'][number]): Promise<void> {
  const { repositories, actor, banLimits: limits, now, undo } = undoing
  const { bans, audit } = repositories
  const { guildId, userId } = actor
  const { steamId, before } = change
  const [current = null] = await bans.activeOf(guildId, [steamId], now)
  const fields = [...BAN_TEXT_NAMES, 'until', 'addedBy', 'addedAt'] as const
  refuseChanged(undoing, { ...change, current }, await readNewest(undoing, [steamId], BAN_ACTIONS), fields)
  if (current) await bans.remove([current], { now, author: userId, isReplaced: before !== null })
  else await refuseFullList(bans, { guildId, more: 1, now, limits, alwaysAccepted: ALWAYS_ACCEPTED })
  if (before)
    await bans.add([{ ...before, guildId }], { now, replaced: new Set(current ? [steamId] : []), author: userId })
  const action: BanAction = before ? (current ? 'ban_changed' : 'ban_restored') : 'ban_removed'
  await audit.add([{ guildId, at: now, userId, action, steamId, detail: toDetail(before, current), undo }])
}

async function undoException(undoing: Undoing, change: Undo['exceptions'][number]): Promise<void> {
  const { repositories, actor, now, undo } = undoing
  const { policyExceptions, audit } = repositories
  const { guildId, userId } = actor
  const { steamId, before } = change
  const stored = await policyExceptions.get(guildId, steamId)
  const current = stored && isInForce(stored, now) ? stored : null
  const newest = await readNewest(undoing, [steamId], POLICY_ACTIONS)
  refuseChanged(undoing, { ...change, current }, newest, ['reason', 'until', 'addedBy', 'addedAt'])
  if (before) {
    if (!current && (await policyExceptions.countValid(guildId, now)) >= MAX_EXCEPTIONS)
      throw new PolicyError({ code: 'exceptions_full', limit: MAX_EXCEPTIONS })
    await policyExceptions.set({ ...before, guildId })
  } else await policyExceptions.remove(guildId, steamId)
  const action: PolicyAction = before ? 'exception_restored' : 'exception_removed'
  await audit.add([{ guildId, at: now, userId, action, steamId, detail: toDetail(before, current), undo }])
}

/** All at once, because an import has up to 1,000 of them. */
async function undoWatches(undoing: Undoing, changes: Undo['watches']): Promise<void> {
  const { repositories, actor, limits, now, undo } = undoing
  const { accounts, watches, audit } = repositories
  const { guildId, userId } = actor
  const steamIds = changes.map(({ steamId }) => steamId)
  const stored = new Map((await watches.ofServer(guildId, steamIds)).map((watch) => [watch.steamId, watch]))
  const newest = await readNewest(undoing, steamIds, WATCH_ACTIONS)
  const changed = changes.map((change) => ({ ...change, current: stored.get(change.steamId) ?? null }))
  for (const change of changed) refuseChanged(undoing, change, newest, ['reason', 'until', 'addedBy', 'addedAt'])
  const by = { at: now, author: userId }
  for (const { before, current } of changed) if (before && current) await watches.change(current, before, by)
  const added = changed.flatMap(({ before, current }) => (before && !current ? [{ ...before, guildId }] : []))
  if (added.length > 0) {
    const { room, problem } = await findRoom(repositories, guildId, limits)
    if (room < added.length) throw new WatchError(problem)
    await accounts.ensure(added.map(({ steamId }) => steamId))
    await watches.add(added, by)
  }
  const removed = changed.flatMap(({ before, current }) => (!before && current ? [current] : []))
  await watches.removeThese(guildId, removed, by)
  const [back, away]: WatchAction[] = changes.length > 1 ? ['imported', 'import_undone'] : ['restored', 'removed']
  await audit.add(
    changed.map(({ steamId, before, current }) => {
      const action = (before ? (current ? 'changed' : back) : away) ?? 'restored'
      return { guildId, at: now, userId, action, steamId, detail: toDetail(before, current), undo }
    }),
  )
}

/** Throws if an account would have both a ban and an exception. */
async function refuseContradiction(
  { repositories: { bans, policyExceptions }, actor: { guildId }, now }: Undoing,
  undone: Undo,
): Promise<void> {
  for (const { steamId, before } of undone.bans) {
    const exception = before && (await policyExceptions.get(guildId, steamId))
    if (!exception || !isInForce(exception, now)) continue
    throw new UndoError({ code: 'exempted_since', steamId })
  }
  const exempted = undone.exceptions.flatMap(({ before }) => (before ? [before.steamId] : []))
  const [ban] = await bans.activeOf(guildId, exempted, now)
  if (ban)
    throw new UndoError({ code: 'banned_since', steamId: ban.steamId, by: { userId: ban.addedBy, at: ban.addedAt } })
}
