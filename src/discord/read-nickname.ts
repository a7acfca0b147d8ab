import { ApplicationIntegrationType, type RepliableInteraction, Routes } from 'discord.js'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'

const TIME_LIMIT_MS = 3_000

const memberSchema = z.object({ nick: z.string().nullish() })

type Place = Pick<RepliableInteraction, 'client' | 'guildId' | 'authorizingIntegrationOwners'>

/**
 * The nickname of a user in the server of an interaction, as `nicknameOf` of an invocation. One request, which needs no intent: Discord
 * sends a message without the member who wrote it. No request is made for a server that has not installed the bot.
 */
export async function readNickname(
  { client, guildId, authorizingIntegrationOwners: owners }: Place,
  userId: string,
  signal: AbortSignal,
  clock: Clock,
): Promise<string | null | undefined> {
  if (guildId === null || owners[ApplicationIntegrationType.GuildInstall] !== guildId) return undefined
  const route = Routes.guildMember(guildId, userId)
  try {
    const member = await withTimeout(TIME_LIMIT_MS, signal, (inner) => client.rest.get(route, { signal: inner }), clock)
    return memberSchema.parse(member).nick ?? null
  } catch {
    return undefined
  }
}
