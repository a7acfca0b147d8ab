import type { AlertBlock } from '../database/guilds.ts'
import type { OutboxCounts } from '../database/outbox.ts'
import type { PolicyContext } from './policy-context.ts'
import { REFUSALS } from './refusals.ts'

/** What the people of a server should know about the messages on refusals: where they go, and whether they arrive. */
export interface NoticeStatus extends OutboxCounts {
  /** Null until `/watch channel` has set it. */
  channelId: string | null
  /** Why Discord refused messages for good; null when it did not. */
  block: AlertBlock | null
}

/** The state of the messages about the refusals of a server. */
export async function noticeStatus(
  { database, clock }: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<NoticeStatus> {
  return database.read(async ({ guilds, outbox }) => {
    const guild = await guilds.get(guildId)
    const counts = await outbox.counts(REFUSALS.name, clock.unixSeconds(), guildId)
    return { channelId: guild?.alertChannelId ?? null, block: guild?.alertBlock ?? null, ...counts }
  })
}
