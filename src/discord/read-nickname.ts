import { type RepliableInteraction, Routes } from 'discord.js'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'
import { type Placed, serverOf } from './place.ts'

const TIME_LIMIT_MS = 3_000

const memberSchema = z.object({ nick: z.string().nullish() })

type PlacedWithClient = Placed & Pick<RepliableInteraction, 'client'>

/**
 * The nickname of a user in the server of an interaction, as `nicknameOf` of an invocation. One request, which needs no intent: Discord
 * sends a message without the member who wrote it. No request is made for a server that has not installed the bot.
 */
export async function readNickname(
  interaction: PlacedWithClient,
  userId: string,
  signal: AbortSignal,
  clock: Clock,
): Promise<string | null | undefined> {
  const guildId = serverOf(interaction)
  if (guildId === null) return undefined
  const { client } = interaction
  const route = Routes.guildMember(guildId, userId)
  try {
    const member = await withTimeout(TIME_LIMIT_MS, signal, (inner) => client.rest.get(route, { signal: inner }), clock)
    return memberSchema.parse(member).nick ?? null
  } catch {
    return undefined
  }
}
