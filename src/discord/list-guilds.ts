import { Routes } from 'discord.js'
import { z } from 'zod'
import type { BotApi } from './bot-api.ts'

/** The largest page that Discord returns, in servers. */
const PAGE = 200

const pageSchema = z.array(z.object({ id: z.string().regex(/^\d{1,20}$/), name: z.string() }))

/** A server with its name, which its owner chose. */
type ListedGuild = z.infer<typeof pageSchema>[number]

/**
 * All servers that the bot is a member of, without servers that have only added the commands. Rejects when a page of the listing fails, so
 * that a partial list is never taken for the whole.
 */
export async function listGuilds(api: BotApi, signal: AbortSignal): Promise<ListedGuild[]> {
  const guilds: ListedGuild[] = []
  for (;;) {
    const last = guilds.at(-1)
    const query = new URLSearchParams({ limit: String(PAGE), ...(last === undefined ? {} : { after: last.id }) })
    await api.turn(signal)
    const page = pageSchema.parse(await api.get(Routes.userGuilds(), { query, signal }))
    // The end is an empty page. Discord does not document that a page with fewer than `PAGE` servers is the last page.
    if (page.length === 0) return guilds
    guilds.push(...page)
  }
}
