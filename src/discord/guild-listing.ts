import { Routes } from 'discord.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isListingDue, recordGuildListing } from '../service/watch/guild-listing.ts'
import type { WatchContext } from '../service/watch/watch-context.ts'
import type { BotApi } from './bot-api.ts'

/** Discord's limit for one request. */
const PER_PAGE = 200

const pageSchema = z.array(z.object({ id: z.string() }))

/** All servers that the bot is a member of. Rejects when a part of the listing fails: an incomplete one would be wrong. */
export async function listGuilds(api: BotApi, signal: AbortSignal): Promise<string[]> {
  const guildIds: string[] = []
  for (;;) {
    await api.turn(signal)
    const after = guildIds.at(-1)
    const query = new URLSearchParams({ limit: String(PER_PAGE), ...(after === undefined ? {} : { after }) })
    const page = pageSchema.parse(await api.get(Routes.userGuilds(), { query, signal }))
    guildIds.push(...page.map(({ id }) => id))
    if (page.length < PER_PAGE) return guildIds
  }
}

export interface GuildListingOptions {
  api: BotApi
  context: WatchContext
  log: Logger
}

/** Records which servers the bot is a member of, once a day; a listing that shrank suddenly is reported to the operator. */
export async function updateGuildListing(
  { api, context, log }: GuildListingOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isListingDue(context))) return
  const { count, previous, isShrunk } = await recordGuildListing(context, await listGuilds(api, signal))
  if (!isShrunk) return
  log.error(
    { count, previous },
    'Discord lists far fewer servers with this bot than a day ago; the data of no server are deleted because of it',
  )
}
