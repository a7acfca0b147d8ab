import type { IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { z } from 'zod'
import { json, type Answer } from './answer.ts'
import { createVisitors, type Visitors } from './control-visitors.ts'
import { ROUTE_NAMES } from './routes.ts'
import type { SimDiscord } from './sim-discord.ts'

const matchSchema = z.enum(ROUTE_NAMES)
const failSchema = z.object({
  match: matchSchema,
  status: z.union([z.int().min(400).max(599), z.literal(['reset', 'hang'])]),
  times: z.exactOptional(z.int().min(1)),
  isAccepted: z.exactOptional(z.boolean()),
})
const spoilSchema = z.object({
  share: z.number().min(0).max(1),
  match: z.exactOptional(z.array(matchSchema)),
  seed: z.exactOptional(z.int()),
})
const user = z.string().default('moderator')
const typeSchema = z.object({ line: z.string(), user, guild: z.exactOptional(z.string()) })
const pressSchema = z.object({ message: z.string(), button: z.union([z.string(), z.int()]), user })
const submitSchema = z.object({
  interaction: z.string(),
  values: z.union([z.string(), z.record(z.string(), z.string())]),
})
const channelSchema = z.object({ guild: z.exactOptional(z.string()), name: z.string() })
const channelOrderSchema = z.object({ guild: z.exactOptional(z.string()), channel: z.string() })
const denySchema = channelOrderSchema.extend({ permissions: z.string().regex(/^\d+$/) })
const botSchema = z.object({ guild: z.exactOptional(z.string()), isMember: z.boolean() })

type Handler = (body: unknown) => unknown

/** Creates the function that answers `/_sim/…`, which watches and controls a Discord from another process. */
export function createControl(discord: SimDiscord): (request: IncomingMessage) => Promise<Answer> {
  const handlers = createHandlers(discord, createVisitors(discord))
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', discord.url)
    const handler = handlers[`${request.method} ${pathname.slice('/_sim/'.length)}`]
    if (handler === undefined) return json(404, { error: Object.keys(handlers).join(', ') })
    const typed = await readText(request)
    try {
      return json(200, (await handler(typed === '' ? Object.fromEntries(searchParams) : JSON.parse(typed))) ?? {})
    } catch (error) {
      return json(400, { error: error instanceof z.ZodError ? z.prettifyError(error) : String(error) })
    }
  }
}

function createHandlers(discord: SimDiscord, visitors: Visitors): Record<string, Handler> {
  const { rest, guild } = discord
  return {
    'GET guilds': () =>
      discord.guildIds.map((guildId) => {
        const { id, channelId, channels, roles } = guild(guildId)
        return { id, channelId, channels: channels(), roles: roles() }
      }),
    'GET messages': (body) => {
      const { channel } = z.object({ channel: z.string().optional() }).parse(body)
      return discord.channel(channel).map(({ id, text, wire, notifies, buttons, files }) => ({
        id,
        createdAt: wire()['timestamp'],
        text: text(),
        notifies,
        buttons: buttons().map(({ label, customId }) => ({ label, customId })),
        files: files().map(({ name, text: content }) => ({ name, text: content })),
      }))
    },
    'GET violations': () => ({ violations: discord.violations(), rateLimited: discord.rateLimited() }),
    'POST type': (body) => visitors.type(typeSchema.parse(body)),
    'POST press': (body) => visitors.press(pressSchema.parse(body)),
    'POST submit': (body) => visitors.submit(submitSchema.parse(body)),
    'POST fail': (body) => rest.fail(failSchema.parse(body)),
    'POST spoil': (body) => rest.spoil(spoilSchema.parse(body)),
    'POST channel': (body) => {
      const { guild: guildId, name } = channelSchema.parse(body)
      return { id: guild(guildId).createChannel({ name }) }
    },
    'DELETE channel': (body) => {
      const { guild: guildId, channel } = channelOrderSchema.parse(body)
      guild(guildId).deleteChannel(channel)
    },
    'POST deny': (body) => {
      const { guild: guildId, channel, permissions } = denySchema.parse(body)
      guild(guildId).deny(channel, BigInt(permissions))
    },
    'POST bot': (body) => {
      const { guild: guildId, isMember } = botSchema.parse(body)
      if (isMember) guild(guildId).addBot()
      else guild(guildId).removeBot()
    },
  }
}
