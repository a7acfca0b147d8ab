import { randomBytes } from 'node:crypto'
import type { OutboxDatabase, OutboxRepositories } from './database/repositories.ts'
import type { Entry } from './database/outbox.ts'
import type { KindRules } from './kind.ts'

/** Up to this many entries for a channel are sent as single messages. */
const MAX_SINGLE = 5
/** Entries wait for the unsent messages of their server until all these messages have failed for this long. */
const FAILING_SECONDS = 600
/** Maximum number of unsent messages of a server: five single messages, and some for later entries. */
const MAX_MESSAGES = 8

/**
 * Groups the due entries of each server into messages. Entries with a digest key become one digest for each key. Up to five other entries
 * become single messages; more become one digest. Without a channel, entries wait until they expire. Entries of a
 * server with unsent messages wait until these messages are sent, or have all failed for ten minutes. When planning fails for a server, the other servers are still planned before the promise rejects.
 */
export async function planMessages(database: OutboxDatabase, kind: KindRules, now: number): Promise<void> {
  const limits = { failingSince: now - FAILING_SECONDS, maxMessages: MAX_MESSAGES }
  const guildIds = await database.read(({ outbox }) => outbox.guildsToPlan(kind.name, now, limits))
  const failures: unknown[] = []
  for (const guildId of guildIds) {
    const planned = database.transaction((repositories) => planForGuild(repositories, kind, guildId, now))
    await planned.catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function planForGuild(
  { outbox }: OutboxRepositories,
  { name, maxDigest, paceSeconds }: KindRules,
  guildId: string,
  now: number,
): Promise<void> {
  // Counted again, because another process may have planned since.
  const room = Math.max(0, MAX_MESSAGES - (await outbox.messageCount(name, guildId)))
  const told = paceSeconds === 0 ? 0 : await outbox.countTold(name, guildId, now - paceSeconds, now)
  // If more than `MAX_SINGLE` entries were sent in the last `paceSeconds`, they were sent as a digest. Entries without a digest key then
  // wait for the end of the pause.
  const digestsOnly = told > MAX_SINGLE
  const entries = await outbox.unplanned({ kind: name, guildId, now, digestsOnly }, maxDigest)
  for (const entryIds of groupEntries(entries, { told, room }).slice(0, room))
    await outbox.plan({ kind: name, guildId, nonce: createNonce(), createdAt: now }, entryIds)
}

/** Stays with the message, so that Discord, which knows it for some minutes, does not post the message again after a lost answer. */
const createNonce = () => randomBytes(16).toString('base64url')

/**
 * Groups the entries of one server into messages, and returns the ids of the entries of each message. Entries with the same digest key share
 * a message. Each other entry gets its own message. All of these become one digest if more than `MAX_SINGLE` entries would be sent within a
 * short time, or if there are more entries than `room` for messages. `told` is the number of entries that were sent a short time ago.
 * @example
 *   groupEntries([ban, lift], { told: 0, room: 8 }).length // 2: a message for each
 *   groupEntries([ban, lift], { told: 4, room: 8 }).length // 1: a digest of both, because four were sent a short time ago
 */
export function groupEntries(
  entries: readonly Entry[],
  { told = 0, room = MAX_MESSAGES }: { told?: number; room?: number } = {},
): number[][] {
  const digests = new Map<string, Entry[]>()
  const others: Entry[] = []
  for (const entry of entries) {
    const { digest } = entry
    const members = digest === null ? others : (digests.get(digest) ?? [])
    members.push(entry)
    if (digest !== null) digests.set(digest, members)
  }
  const isDigest = told + others.length > MAX_SINGLE || others.length > room - digests.size
  const groups = isDigest && others.length > 0 ? [others] : others.map((entry) => [entry])
  return [...digests.values(), ...groups].map((members) => members.map(({ id }) => id))
}
