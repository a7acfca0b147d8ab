import { createHash } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import { readBriefly } from '../lib/read-briefly.ts'
import type { Actor } from '../model/actor.ts'
import { BAN_TEXTS, type BanAction, BanError } from '../model/ban.ts'
import { parseUntil, toShortSpan } from '../model/parse-until.ts'
import { MAX_PRESETS, type Preset } from '../model/preset.ts'
import { WatchError } from '../model/watch.ts'
import { isForGood, toBanReason } from './ban-texts.ts'
import type { BanDatabase } from './database/repositories.ts'

/** Between a reason, which has none, and its usual end. */
export const SEPARATOR = '|'
/** How old the presets in memory may be, because another process may have changed them. */
const KNOWN_MS = 5_000
const MAX_SERVERS = 10_000

export type Presets = ReturnType<typeof createPresets>

/** The dependencies of reading and changing the usual reasons of a server. */
export interface PresetsContext {
  database: BanDatabase
  clock: Pick<Clock, 'unixSeconds'>
  presets: Presets
}

/** Keeps the usual reasons of servers in memory, because Discord does not wait for the choices of an option. */
export function createPresets({ database, clock }: { database: Pick<BanDatabase, 'read'>; clock: Clock }) {
  const known = createLru<{ presets: readonly Preset[]; readAt: number }>(MAX_SERVERS)
  const learn = (guildId: string, presets: readonly Preset[]) =>
    void known.set(guildId, { presets, readAt: clock.now() })
  /** The usual reasons of a server, at most five seconds old. Rejects with a DatabaseError. */
  const read = async (guildId: string): Promise<readonly Preset[]> => {
    const last = known.get(guildId)
    if (last && clock.now() - last.readAt < KNOWN_MS) return last.presets
    const presets = await database.read(({ guilds }) => guilds.presets(guildId))
    // A read that began before this process has changed them is outdated.
    if (known.get(guildId) !== last) return read(guildId)
    learn(guildId, presets)
    return presets
  }
  return {
    /** The usual reasons to choose from; while the database cannot be read, those that were read last. Never rejects. */
    of: async (guildId: string): Promise<readonly Preset[]> =>
      (await readBriefly(clock, () => read(guildId))) ?? known.get(guildId)?.presets ?? [],
    /** The usual end of a reason, empty for good and for a reason that is none of the usual ones. Rejects while that is unknown. */
    async endOf(guildId: string, reason: string): Promise<string> {
      const key = toKey(toBanReason(reason))
      return (await read(guildId)).find((preset) => toKey(preset.reason) === key)?.end ?? ''
    },
    /** To be called when this process has changed the usual reasons of a server. */
    learn,
  }
}

/** Reasons that differ only in capitals are one. */
const toKey = (reason: string) => reason.toLowerCase()

/** The usual reasons as people write them: each on a line, with its end. */
export const formatPresets = (presets: readonly Preset[]): string =>
  presets.map(({ reason, end }) => (end === '' ? reason : `${reason} ${SEPARATOR} ${end}`)).join('\n')

/**
 * Reads usual reasons, one a line, each with its end after a bar; without one it is for good. Throws a BanError that names the wrong line.
 * @example
 *   readPresets('toxic | 7 days\ncheating', now) // [{ reason: 'toxic', end: '7d' }, { reason: 'cheating', end: '' }]
 */
export function readPresets(text: string, now: number): Preset[] {
  const found = new Map<string, Preset>()
  const limit = BAN_TEXTS.reason.maxCharacters
  for (const line of text.split(/[\r\n]+/).filter((each) => each.trim() !== '')) {
    const refuse = (why: 'no_reason' | 'too_long' | 'no_end' | 'twice'): never => {
      throw new BanError({ code: 'wrong_preset', line, why, limit })
    }
    const [typed = '', ...ends] = line.split(SEPARATOR)
    const reason = toBanReason(typed)
    if (reason === '') refuse('no_reason')
    // Not in code points: Discord's limits for labels and values count some characters twice.
    if (reason.length > limit) refuse('too_long')
    const end = readUsualEnd(ends.join(SEPARATOR).trim(), now) ?? refuse('no_end')
    const key = toKey(reason)
    if (found.has(key)) refuse('twice')
    found.set(key, { reason, end })
  }
  if (found.size > MAX_PRESETS) throw new BanError({ code: 'too_many_presets', limit: MAX_PRESETS })
  return [...found.values()]
}

/** A usual end in its short form, empty for good; null for a text that is none. A date is none, because it passes. */
function readUsualEnd(text: string, now: number): string | null {
  if (isForGood(text, now)) return ''
  const span = toShortSpan(text)
  try {
    if (span !== null) parseUntil(span, now)
  } catch (error) {
    if (!(error instanceof WatchError)) throw error
    return null
  }
  return span
}

/** What identifies the usual reasons that were shown, when they are changed. */
export const versionOf = (presets: readonly Preset[]): string =>
  createHash('sha256').update(formatPresets(presets)).digest('base64url').slice(0, 12)

/**
 * Replaces the usual reasons of a server by those in a text. Throws a BanError, `presets_changed` if they are not those of `version` any more. The
 * detail of the audit entry is the reasons, each on a line.
 */
export async function setPresets(
  { database, clock, presets }: PresetsContext,
  { guildId, locale, userId, text, version }: Actor & { text: string; version: string },
): Promise<readonly Preset[]> {
  const now = clock.unixSeconds()
  const wanted = readPresets(text, now)
  await database.transaction(async ({ guilds, audit }) => {
    const before = await guilds.presets(guildId)
    if (versionOf(before) !== version) throw new BanError({ code: 'presets_changed' })
    if (versionOf(wanted) === version) return
    await guilds.touch(guildId, locale, now)
    await guilds.setPresets(guildId, wanted)
    const action: BanAction = 'reasons_set'
    await audit.add([{ guildId, at: now, userId, action, steamId: null, detail: formatPresets(wanted) }])
  })
  presets.learn(guildId, wanted)
  return wanted
}
