import type { Database } from '../database/database.ts'
import type { AlertBlock, Guild } from './database/guilds.ts'
import type { OutboxDatabase, OutboxRepositories } from './database/repositories.ts'
import type { Message } from './database/outbox.ts'
import type { Kind, KindRules, MessageContent, ShownEntry } from './kind.ts'
import { isHeld } from './restored.ts'

/** A message with its complete content. */
export interface FullMessage<Shown> extends Message, MessageContent<Shown> {
  /** The Discord locale of the server. */
  locale: string
  /** The role that it mentions; null for none. */
  roleId: string | null
}

/** The result of an attempt to send a message. */
export type AttemptReport =
  | { kind: 'delivered' }
  /** `isUncertain`: Discord may have accepted the message. */
  | { kind: 'retry'; nextAttemptAt: number; isUncertain: boolean }
  /** The channel is gone, or the bot may not send there. */
  | { kind: 'blocked'; reason: AlertBlock }
  /** Discord refuses this message permanently. */
  | { kind: 'rejected' }

/** The due messages of a kind, in the order of their next attempts; empty between a restore and the end of the first sweep after it. */
export async function dueMessages(
  database: OutboxDatabase,
  kind: string,
  now: number,
  limit: number,
): Promise<Message[]> {
  return database.read(async (repositories) => {
    if (await isHeld(repositories)) return []
    const due: Message[] = []
    for (const message of await repositories.outbox.due(kind, now, limit))
      due.push({ ...message, channelId: await findChannel(repositories, message) })
    return due
  })
}

/**
 * The channel to send to. After an attempt of unknown outcome it is the channel of that attempt, because the message is searched for there.
 */
async function findChannel(
  { guilds }: OutboxRepositories,
  { guildId, channelId, uncertainSince }: Message,
): Promise<string> {
  if (uncertainSince !== null) return channelId
  return usableChannelOf(await guilds.get(guildId)) ?? channelId
}

/** Reads the current content of a message; null when all its entries were deleted, so that there is nothing to send. */
export async function readMessage<Shown extends ShownEntry, Repositories extends OutboxRepositories>(
  database: Database<Repositories>,
  kind: Kind<Shown, Repositories>,
  message: Message,
  now: number,
): Promise<FullMessage<Shown> | null> {
  return database.read(async (repositories) => {
    const guild = await repositories.guilds.get(message.guildId)
    const locale = guild?.locale ?? ''
    const content = await kind.read(repositories, message, locale, now)
    return content.shown.length === 0 ? null : { ...message, ...content, locale, roleId: guild?.alertRoleId ?? null }
  })
}

/** Stores the result of an attempt. */
export async function reportAttempt(
  database: OutboxDatabase,
  { lapseSeconds }: Pick<KindRules, 'lapseSeconds'>,
  message: Message,
  report: AttemptReport,
  now: number,
): Promise<void> {
  await database.transaction(async (repositories) => {
    const { outbox } = repositories
    if (report.kind === 'delivered') return outbox.complete(message.id, now)
    const { nextAttemptAt, isUncertain } = report.kind === 'retry' ? report : { nextAttemptAt: 0, isUncertain: false }
    await outbox.retryLater(message.id, nextAttemptAt, isUncertain)
    if (report.kind === 'blocked') return holdBackBlocked(repositories, message, report.reason)
    if (report.kind === 'rejected')
      await (lapseSeconds === null ? outbox.holdBack(message.id) : outbox.complete(message.id, now))
  })
}

async function holdBackBlocked(
  { guilds, outbox }: OutboxRepositories,
  { id, kind, guildId, channelId }: Message,
  reason: AlertBlock,
): Promise<void> {
  const usable = usableChannelOf(await guilds.get(guildId))
  if (usable === channelId) {
    await guilds.block(guildId, reason)
    return outbox.holdBackAll(kind, guildId)
  }
  // Another channel was set since, so the entries are sent there.
  await outbox.holdBack(id)
  if (usable !== null) await outbox.unpark(guildId)
}

/** The channel to which alerts of a server can be sent; null when none is set, or Discord refuses it permanently. */
export function usableChannelOf(guild: Guild | undefined): string | null {
  return guild && guild.alertBlock === null ? guild.alertChannelId : null
}
