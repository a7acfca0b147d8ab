import {
  type Ban,
  type BanAction,
  BAN_TEXTS,
  BanError,
  type BanTerms,
  type BanText,
  type BanTexts,
  MAX_BANNED_AT_ONCE,
} from '../model/ban.ts'
import type { NewAuditEntry } from '../database/audit.ts'
import type { Actor } from '../model/actor.ts'
import { keysOf, mapValues } from '../model/objects.ts'
import { parseUntil } from '../model/parse-until.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { toTermsDetail } from '../model/terms-detail.ts'
import type { UndoId } from '../model/undo.ts'
import { isForGood, toBanText } from './ban-texts.ts'
import type { BanLimits, BansContext } from './bans-context.ts'
import type { BanRepositories } from './database/repositories.ts'
import type { StoredBan } from './database/bans.ts'

/** Number of bans added by hand that each server may have. */
export const ALWAYS_ACCEPTED = 1_000

/** The terms as the user typed them, which apply to all accounts of the command; `until` is empty for never. */
export type TypedBan = Record<BanText | 'until', string>

/** The terms that people choose. */
type ChosenTerms = Omit<BanTerms, 'steamId' | 'name'>

export interface NewBans extends Actor {
  /** The accounts with their names, each once; at most 25. */
  accounts: readonly Pick<BanTerms, 'steamId' | 'name'>[]
  terms: ChosenTerms
  /** Whether bans that these accounts have already are replaced. */
  replaces: boolean
}

/** A request to ban accounts by hand, with what the user typed. */
export interface BanRequest extends Omit<NewBans, 'terms'> {
  typed: TypedBan
  /** Whether exceptions that let these accounts in are removed. Only for users with *Manage Server* and *Ban Members* who have confirmed. */
  replacesExceptions: boolean
}

export interface AddedBans {
  added: Ban[]
  /** The bans that were replaced. */
  replaced: StoredBan[]
  /** The bans that these accounts have already and keep. */
  alreadyBanned: StoredBan[]
}

/** Reads what the user typed; throws a BanError about a text, or a WatchError about an end that is not understood. */
export function readBanTerms({ until, ...texts }: TypedBan, now: number): ChosenTerms {
  return { ...cleanBanTexts(texts), until: isForGood(until, now) ? null : parseUntil(until, now) }
}

/** The texts of a ban as they are stored; throws a BanError about a text that is too long. */
const cleanBanTexts = (texts: { [Name in BanText]?: string | undefined }): BanTexts =>
  mapValues(BAN_TEXTS, ({ maxCharacters: limit }, field) => {
    const text = toBanText(field, texts[field] ?? '')
    const { length } = Array.from(text)
    if (length > limit) throw new BanError({ code: `ban_${field}_too_long`, field, length, limit })
    return text
  })

/** Bans accounts by hand, within a transaction. Throws `not_a_player`, `too_many_accounts`, `ban_list_full` or `all_bans_full`. */
export async function addBans(
  repositories: BanRepositories,
  { guildId, locale, userId, accounts, terms, replaces }: NewBans,
  {
    now,
    limits,
    keepUndo = async () => null,
  }: {
    now: number
    limits: BanLimits
    /** Keeps how the bans are undone, before the log names them. */
    keepUndo?: (added: readonly Ban[], replaced: readonly StoredBan[]) => Promise<UndoId | null>
  },
): Promise<AddedBans & { undo: UndoId | null }> {
  const { guilds, bans, audit } = repositories
  if (accounts.length > MAX_BANNED_AT_ONCE) throw new BanError({ code: 'too_many_accounts', limit: MAX_BANNED_AT_ONCE })
  for (const { steamId } of accounts) if (!isSteamId(steamId)) throw new BanError({ code: 'not_a_player', steamId })
  const steamIds = accounts.map(({ steamId }) => steamId)
  const present = await bans.activeOf(guildId, steamIds, now)
  const before = new Map(present.map((ban) => [ban.steamId, ban]))
  const banned = replaces ? accounts : accounts.filter(({ steamId }) => !before.has(steamId))
  await guilds.touch(guildId, locale, now, userId)
  if (replaces) await bans.remove(present, { now, author: userId, isReplaced: true })
  await refuseFullList(bans, { guildId, more: banned.length, now, limits, alwaysAccepted: ALWAYS_ACCEPTED })
  const origin = { guildId, addedBy: userId, addedAt: now, importNumber: null }
  const added = banned.map((account) => ({ ...account, ...terms, ...origin }))
  await bans.add(added, { now, replaced: new Set(before.keys()) })
  const actionOf = (steamId: SteamId): BanAction => (before.has(steamId) ? 'ban_changed' : 'ban_added')
  const replaced = replaces ? present : []
  const undo = added.length === 0 ? null : await keepUndo(added, replaced)
  const lines: NewAuditEntry[] = []
  for (const ban of added) {
    const { steamId } = ban
    const detail = toTermsDetail(ban, before.get(steamId))
    // The Undo button of a line is about its account alone.
    const undoOfLine = added.length === 1 ? undo : await keepUndo([ban], replaced)
    lines.push({ guildId, at: now, userId, action: actionOf(steamId), steamId, detail, undo: undoOfLine })
  }
  await audit.add(lines)
  return { added, replaced, alreadyBanned: replaces ? [] : present, undo }
}

interface FullCheck {
  guildId: string
  /** Number of bans that are to be added. */
  more: number
  limits: BanLimits
  /** Number of bans added by hand that the server may have even while the limit of all servers is reached. */
  alwaysAccepted?: number
  now: number
}

/** Throws `ban_list_full` or `all_bans_full` if bans that are to be added do not fit. */
export async function refuseFullList(
  bans: Pick<BanRepositories['bans'], 'count' | 'countRows' | 'countByHand'>,
  { guildId, more, limits: { maxPerGuild, maxTotal }, alwaysAccepted = 0, now }: FullCheck,
): Promise<void> {
  // Counting the active bans of a long list takes tens of milliseconds.
  if ((await bans.countRows(guildId)) + more > maxPerGuild) {
    const active = await bans.count(guildId, { search: '', state: 'active' }, now)
    if (active + more > maxPerGuild) throw new BanError({ code: 'ban_list_full', limit: maxPerGuild })
  }
  if ((await bans.countRows()) + more <= maxTotal) return
  if ((await bans.countByHand(guildId, now)) + more > alwaysAccepted)
    throw new BanError({ code: 'all_bans_full', limit: maxTotal })
}

/** Lifts the active bans of these accounts, within a transaction; returns the bans that were lifted. */
export async function removeBans(
  { bans, audit }: Pick<BanRepositories, 'bans' | 'audit'>,
  { guildId, userId }: Pick<Actor, 'guildId' | 'userId'>,
  steamIds: readonly SteamId[],
  now: number,
  undo: UndoId | null,
): Promise<StoredBan[]> {
  const lifted = await bans.activeOf(guildId, steamIds, now)
  await bans.remove(lifted, { now, author: userId, isReplaced: false })
  const line = { guildId, at: now, userId, action: 'ban_removed' satisfies BanAction, undo }
  await audit.add(lifted.map((ban) => ({ ...line, steamId: ban.steamId, detail: toTermsDetail(ban) })))
  return lifted
}

/** Checks the ban that an account has before it is changed, within the transaction; throws to keep it. */
export type BanPrecondition = (current: Ban | null) => void

type GivenBan = Pick<BanTerms, 'steamId' | 'name' | 'until'> & Parameters<typeof cleanBanTexts>[0]

/**
 * Gives an account exactly this ban: adds it, or replaces the one that the account has. A ban with the same texts and end stays as it is,
 * and nothing is written, so that two lists which copy from each other come to rest. An empty name keeps the name of the ban. Throws a BanError,
 * `exempted` if an exception lets the account in, or what `precondition` throws.
 */
export async function putBan(
  { database, clock, bans: lists, banLimits: limits }: BansContext,
  { guildId, locale, userId, steamId, name, until, ...texts }: Actor & GivenBan,
  precondition: BanPrecondition,
): Promise<{ ban: Ban; isNew: boolean }> {
  const terms = { ...cleanBanTexts(texts), until }
  const { ban, isNew, isChanged } = await database.transaction(async (repositories) => {
    const { bans, exemptedAccounts } = repositories
    const now = clock.unixSeconds()
    const [current] = await bans.activeOf(guildId, [steamId], now)
    precondition(current ?? null)
    if (current && isSame(current, terms)) return { ban: current, isNew: false, isChanged: false }
    if (await exemptedAccounts.has(guildId, steamId, now)) throw new BanError({ code: 'exempted', steamIds: [steamId] })
    const accounts = [{ steamId, name: name === '' ? (current?.name ?? '') : name }]
    const request = { guildId, locale, userId, accounts, terms, replaces: true }
    const { added } = await addBans(repositories, request, { now, limits })
    const [ban] = added
    if (!ban) throw new Error(`the ban of ${steamId} was not added`)
    return { ban, isNew: !current, isChanged: true }
  })
  if (isChanged) await lists.reload()
  return { ban, isNew }
}

/** Whether a ban has these terms already. */
export const isSame = (ban: Ban, terms: ChosenTerms) => keysOf(terms).every((field) => ban[field] === terms[field])
