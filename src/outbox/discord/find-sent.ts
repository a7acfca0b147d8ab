import { Routes, SnowflakeUtil } from 'discord.js'
import { z } from 'zod'
import type { BotApi } from '../../discord/bot-api.ts'
import { parseCustomId } from '../../discord/custom-id.ts'

/** Maximum number of messages that Discord returns for one request. */
const PER_PAGE = 100
/** Maximum number of pages that are searched; the search also ends at the time of the first attempt. */
const MAX_PAGES = 5
/** Maximum time by which Discord's clock is behind ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

const pageSchema = z.array(z.object({ id: z.string(), components: z.unknown() }))

/** The message to search for. */
export interface SoughtMessage {
  channelId: string
  /** The last argument of one of the custom ids in the message, by which the message is recognized. */
  nonce: string
  /** The earliest time at which it can have been sent, Unix seconds. */
  since: number
}

/**
 * Whether the message is among the newest messages of its channel; false if the bot may not read them. Rejects with errors of the bot API.
 */
export async function isSent(
  api: BotApi,
  { channelId, nonce, since }: SoughtMessage,
  signals: { start: AbortSignal; request: AbortSignal },
): Promise<boolean> {
  let before: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    await api.turn(signals.start)
    const query = new URLSearchParams({ limit: String(PER_PAGE), ...(before === undefined ? {} : { before }) })
    const messages = pageSchema.parse(
      await api.get(Routes.channelMessages(channelId), { query, signal: signals.request }),
    )
    if (messages.some(({ components }) => hasNonce(components, nonce))) return true
    before = messages.at(-1)?.id
    if (messages.length < PER_PAGE || before === undefined) return false
    if (SnowflakeUtil.timestampFrom(before) < since * 1000 - CLOCK_TOLERANCE_MS) return false
  }
  return false
}

/** Whether a custom id at any depth ends with the nonce. */
function hasNonce(components: unknown, nonce: string): boolean {
  if (Array.isArray(components)) return components.some((component) => hasNonce(component, nonce))
  if (typeof components !== 'object' || components === null) return false
  return Object.entries(components).some(([name, value]) =>
    name === 'custom_id' && typeof value === 'string'
      ? parseCustomId(value)?.args.at(-1) === nonce
      : hasNonce(value, nonce),
  )
}
