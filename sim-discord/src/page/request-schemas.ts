import { Locale } from 'discord.js'
import { z } from 'zod'
import { STEAM_STATES } from '../../../sim/conversation/world.ts'
import { BAN_KINDS } from '../../../sim/steam/bans.ts'
import type { PageRequests } from './protocol.ts'

const locale = z.enum(Locale)
const text = z.string().max(6_000)
const account = z.string().min(1).max(200)

const commandSchema = z.object({
  user: z.string(),
  channel: z.string(),
  command: z.string(),
  subcommands: z.exactOptional(z.array(z.string()).max(2)),
  options: z.record(z.string(), text),
  files: z.exactOptional(
    z.record(z.string(), z.object({ name: z.string(), contentType: z.exactOptional(z.string()), base64: z.base64() })),
  ),
})

const personSchema = z.object({
  locale: z.exactOptional(locale),
  isModerator: z.exactOptional(z.boolean()),
  isManager: z.exactOptional(z.boolean()),
})

/** The schemas of the requests. */
export const REQUEST_SCHEMAS = {
  command: commandSchema,
  autocomplete: commandSchema.extend({ focused: z.string() }),
  component: z.object({
    user: z.string(),
    message: z.string(),
    customId: z.string(),
    values: z.exactOptional(z.array(z.string()).max(25)),
  }),
  modal: z.object({
    user: z.string(),
    interaction: z.string(),
    values: z.record(z.string(), z.union([text, z.array(z.string()).max(25)])),
  }),
  'message-command': z.object({ user: z.string(), message: z.string(), command: z.string() }),
  message: z.object({ user: z.string(), channel: z.string(), content: text }),
  'new-person': personSchema.extend({ name: z.string() }),
  person: personSchema.extend({ user: z.string() }),
  guild: z.object({ locale }),
  world: z.discriminatedUnion('verb', [
    z.object({ verb: z.literal(['ban', 'lift']), account, ban: z.enum(BAN_KINDS) }),
    z.object({
      verb: z.literal('time'),
      seconds: z
        .int()
        .min(1)
        .max(10_000 * 86_400),
    }),
    z.object({ verb: z.literal('steam'), state: z.enum(STEAM_STATES) }),
  ]),
  game: z.discriminatedUnion('verb', [
    z.object({ verb: z.literal('join'), account, owner: z.exactOptional(account) }),
    z.object({ verb: z.literal('setting'), line: text }),
  ]),
} satisfies { [Name in keyof PageRequests]: z.ZodType<PageRequests[Name]> }
