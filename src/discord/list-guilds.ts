import { Routes } from 'discord.js'
import { z } from 'zod'
import type { BotApi } from './bot-api.ts'

/** The largest page that Discord returns, in servers. */
const PAGE = 200

const pageSchema = z.array(z.object({ id: z.string().regex(/^\d{1,20}$/) }))

/**
 * The ids of all servers that the bot is a member of, without servers that have only added the commands. Rejects when a page of the listing
 * fails, so that a partial list is never taken for the whole.
 */
export async function listGuilds(api: BotApi, signal: AbortSignal): Promise<string[]> {
  const guildIds: string[] = []
  for (;;) {
    const last = guildIds.at(-1)
    const query = new URLSearchParams({ limit: String(PAGE), ...(last === undefined ? {} : { after: last }) })
    await api.turn(signal)
    const page = pageSchema.parse(await api.get(Routes.userGuilds(), { query, signal }))
    // The end is an empty page. Discord does not document that a page with fewer than `PAGE` servers is the last page.
    if (page.length === 0) return guildIds
    guildIds.push(...page.map(({ id }) => id))
  }
}
