import { z } from 'zod'
import { LOCALES } from '../limits/options.ts'
import type { PageRequests } from './protocol.ts'

const locale = z.enum(LOCALES)
const text = z.string().max(6_000)

const file = z.object({ name: z.string(), contentType: z.exactOptional(z.string()), base64: z.base64() })

const commandSchema = z.object({
  user: z.string(),
  channel: z.string(),
  command: z.string(),
  subcommands: z.exactOptional(z.array(z.string()).max(2)),
  options: z.record(z.string(), text),
  files: z.exactOptional(z.record(z.string(), file)),
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
    values: z.record(z.string(), z.union([text, z.array(z.union([z.string(), file])).max(25)])),
  }),
  'message-command': z.object({ user: z.string(), message: z.string(), command: z.string() }),
  'user-command': z.object({ user: z.string(), channel: z.string(), target: z.string(), command: z.string() }),
  message: z.object({ user: z.string(), channel: z.string(), content: text }),
  'new-person': personSchema.extend({ name: z.string() }),
  person: personSchema.extend({ user: z.string() }),
  guild: z.object({ locale }),
  panel: z.unknown(),
} satisfies { [Name in keyof PageRequests]: z.ZodType<PageRequests[Name]> }
