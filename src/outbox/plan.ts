import { createHash } from 'node:crypto'
import type { OutboxDatabase, OutboxRepositories } from './database/repositories.ts'
import type { Entry } from './database/outbox.ts'
import type { KindRules } from './kind.ts'
import { isHeld } from './restored.ts'
import { usableChannelOf } from './messages.ts'

/** Up to this many entries for a channel are sent as single messages. */
const MAX_SINGLE = 5
/** Entries wait for the unsent messages of their server until all these messages have failed for this long. */
const FAILING_SECONDS = 600
/** Maximum number of unsent messages of a server: five single messages, and some for later entries. */
const MAX_MESSAGES = 8
/** Entries that never expire are parked when they could not be sent for this long. */
const PARK_SECONDS = 7 * 86_400

/**
 * Groups the due entries of each server into messages. Entries with a digest key become one digest for each key. Up to five other entries
 * become single messages; more become one digest. Without a usable channel, entries are parked, or wait until they expire. Entries of a
 * server with unsent messages wait until these messages are sent, or have all failed for ten minutes. Does nothing between a restore and
 * the end of the first sweep after it. When planning fails for a server, the other servers are still planned before the promise rejects.
 */
export async function planMessages(database: OutboxDatabase, kind: KindRules, now: number): Promise<void> {
  const guildIds = await database.read(async (repositories) => {
    if (await isHeld(repositories)) return []
    const limits = { failingSince: now - FAILING_SECONDS, maxMessages: MAX_MESSAGES }
    return repositories.outbox.guildsToPlan(kind.name, now, limits)
  })
  const failures: unknown[] = []
  for (const guildId of guildIds) {
    const planned = database.transaction((repositories) => planForGuild(repositories, kind, guildId, now))
    await planned.catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * For a kind with `lapseSeconds`: gives up messages that are older than that, and returns their number. For any other kind: parks the
 * entries that could not be sent for seven days, and returns 0; parks nothing between a restore and the end of the first sweep after it. To
 * be called only while the clock is confirmed.
 */
export async function endOldMessages(database: OutboxDatabase, kind: KindRules, now: number): Promise<number> {
  const { name, lapseSeconds } = kind
  return database.transaction(async (repositories) => {
    if (lapseSeconds !== null) return repositories.outbox.giveUpOlderThan(name, now - lapseSeconds, now)
    if (!(await isHeld(repositories))) await repositories.outbox.parkOlderThan(name, now - PARK_SECONDS)
    return 0
  })
}

async function planForGuild(
  { guilds, outbox }: OutboxRepositories,
  { name, maxDigest, paceSeconds, lapseSeconds }: KindRules,
  guildId: string,
  now: number,
): Promise<void> {
  const channelId = usableChannelOf(await guilds.get(guildId))
  if (channelId === null) {
    if (lapseSeconds === null) await outbox.holdBackAll(name, guildId)
    return
  }
  // Counted again, because another process may have planned since.
  const room = Math.max(0, MAX_MESSAGES - (await outbox.messageCount(name, guildId)))
  const told = paceSeconds === 0 ? 0 : await outbox.countTold(name, guildId, now - paceSeconds, now)
  // If more than `MAX_SINGLE` entries were sent in the last `paceSeconds`, they were sent as a digest. Entries without a digest key then
  // wait for the end of the pause.
  const digestsOnly = told > MAX_SINGLE
  const entries = await outbox.unplanned({ kind: name, guildId, now, digestsOnly }, maxDigest)
  for (const { entryIds, ...plan } of groupEntries(entries, channelId, { told, room }).slice(0, room))
    await outbox.plan({ ...plan, kind: name, guildId, channelId, createdAt: now }, entryIds)
}

/** A message before it is stored, with the ids of its entries. */
interface Plan {
  isDigest: boolean
  nonce: string
  entryIds: number[]
}

/**
 * Groups the entries of one server into messages. Entries without a digest key get a message each. They become one digest if `told` (the
 * number of recently sent entries) and they together are more than `MAX_SINGLE`, if they do not fit into `room` (the number of further
 * messages for the server), or if one of them was held back.
 * @example
 *   groupEntries([ban, lift], channelId, { told: 0, room: 8 }).length // 2
 *   groupEntries([ban, lift], channelId, { told: 4, room: 8 }).length // 1, a digest
 */
export function groupEntries(
  entries: readonly Entry[],
  channelId: string,
  { told = 0, room = MAX_MESSAGES }: { told?: number; room?: number } = {},
): Plan[] {
  const digests = new Map<string, Entry[]>()
  const others: Entry[] = []
  for (const entry of entries) {
    const { digest } = entry
    const members = digest === null ? others : (digests.get(digest) ?? [])
    members.push(entry)
    if (digest !== null) digests.set(digest, members)
  }
  const plans = [...digests.values()].map((members) => toPlan(members, true, channelId))
  if (others.length === 0) return plans
  const wereHeldBack = others.some(({ mark }) => mark !== null)
  const isDigest = wereHeldBack || told + others.length > MAX_SINGLE || others.length > room - plans.length
  const groups = isDigest ? [others] : others.map((entry) => [entry])
  return [...plans, ...groups.map((members) => toPlan(members, isDigest, channelId))]
}

/**
 * The nonce is a hash of the channel and of what identifies the entries, their times included. Without the channel, Discord could answer
 * with a message in another channel that has the same nonce. Without the times, an id that is used again after a restore could give the
 * nonce of an earlier message.
 */
function toPlan(members: readonly Entry[], isDigest: boolean, channelId: string): Plan {
  const identities = members.map(({ kind, guildId, steamId, key, digest, createdAt }) => [
    kind,
    guildId,
    steamId,
    key,
    digest,
    createdAt,
  ])
  return { isDigest, nonce: toNonce([channelId, isDigest, identities]), entryIds: members.map(({ id }) => id) }
}

/** 132 bits in base64url: within Discord's limit of 25 characters for a nonce. */
const NONCE_CHARACTERS = 22

/** Hashes JSON values that identify a message into its nonce. */
function toNonce(identity: unknown): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, NONCE_CHARACTERS)
}
