import type { Database } from '../database/database.ts'
import type { AlertBlock, Guild } from './database/guilds.ts'
import type { OutboxDatabase, OutboxRepositories } from './database/repositories.ts'
import type { Message } from './database/outbox.ts'
import type { Kind, ShownEntry } from './kind.ts'
import { LOG_LINE, logChannelOf } from '../model/log-line.ts'

/** A message, and the channel that its server has set. */
export interface DueMessage extends Message {
  channelId: string
}

/** A message with its complete content. */
export interface FullMessage<Shown> extends DueMessage {
  /** The content of each entry, oldest first. */
  shown: Shown[]
  /** The Discord locale of the server. */
  locale: string
  /** The role that it mentions; null for none. */
  roleId: string | null
}

/** The result of an attempt to send a message. */
export type AttemptReport =
  | { kind: 'delivered' }
  | { kind: 'retry'; nextAttemptAt: number }
  /** The channel is gone, or the bot may not send there. */
  | { kind: 'blocked'; reason: AlertBlock; nextAttemptAt: number }

/** The channel of a server for messages of a kind; null for none. */
const channelOf = (kind: string, guild: Guild) => (kind === LOG_LINE ? logChannelOf(guild) : guild.alertChannelId)

/** The due messages of a kind, in the order of their next attempts. */
export async function dueMessages(
  database: OutboxDatabase,
  kind: string,
  now: number,
  limit: number,
): Promise<DueMessage[]> {
  return database.read(async ({ outbox, guilds }) => {
    const due: DueMessage[] = []
    for (const message of await outbox.due(kind, now, limit)) {
      const guild = await guilds.get(message.guildId)
      const channelId = guild ? channelOf(kind, guild) : null
      if (channelId !== null) due.push({ ...message, channelId })
    }
    return due
  })
}

/** Reads the current content of a message; null when all its entries were deleted, so that there is nothing to send. */
export async function readMessage<Shown extends ShownEntry, Repositories extends OutboxRepositories>(
  database: Database<Repositories>,
  kind: Kind<Shown, Repositories>,
  message: DueMessage,
): Promise<FullMessage<Shown> | null> {
  return database.read(async (repositories) => {
    const guild = await repositories.guilds.get(message.guildId)
    const locale = guild?.locale ?? ''
    const shown = await kind.read(repositories, message, locale)
    if (shown.length === 0) return null
    const mentionsRole = shown.some((entry) => kind.mentionsRole?.(entry) === true)
    return { ...message, shown, locale, roleId: mentionsRole ? (guild?.alertRoleId ?? null) : null }
  })
}

/** Stores the result of an attempt. While the channel for alerts is refused, its server has one attempt at a time, and the first that succeeds is followed by all. */
export async function reportAttempt(
  database: OutboxDatabase,
  { id, guildId, channelId }: Pick<DueMessage, 'id' | 'guildId' | 'channelId'>,
  report: AttemptReport,
  now: number,
): Promise<void> {
  await database.transaction(async ({ guilds, outbox }) => {
    const guild = await guilds.get(guildId)
    if (report.kind === 'retry') await outbox.retryLater(id, report.nextAttemptAt)
    else if (report.kind === 'delivered') {
      await outbox.complete(id, now)
      if (guild?.logBlock && guild.logChannelId === channelId) await guilds.set(guildId, { logBlock: null })
      if (!guild || guild.alertBlock === null || guild.alertChannelId !== channelId) return
      await guilds.set(guildId, { alertBlock: null })
      await outbox.retryAll(guildId, now)
    } else if (guild?.alertChannelId === channelId) {
      await guilds.set(guildId, { alertBlock: report.reason })
      await outbox.retryAll(guildId, report.nextAttemptAt)
    } else {
      const isInUse = guild?.logChannelId === channelId
      if (isInUse) await guilds.set(guildId, { logBlock: report.reason })
      await outbox.retryLater(id, isInUse ? report.nextAttemptAt : now)
    }
  })
}
