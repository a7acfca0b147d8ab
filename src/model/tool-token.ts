import { z } from 'zod'
import type { Actor } from './actor.ts'
import { unixSecondsSchema } from './bounds.ts'

/** What a token allows a tool to do with the data of its Discord server. */
export const TOOL_SCOPES = [
  'bans:read',
  'bans:write',
  'watches:read',
  'watches:write',
  'history',
  'joins',
  'verdicts',
] as const
export const toolScopeSchema = z.enum(TOOL_SCOPES)
export type ToolScope = (typeof TOOL_SCOPES)[number]

/** Changes of the tokens of tools in the log of a server. */
export const TOOL_ACTIONS = ['tool_token_created', 'tool_token_revoked'] as const
export type ToolAction = (typeof TOOL_ACTIONS)[number]

/** The permission that the token of a tool gives. */
export interface ToolGrant {
  guildId: string
  /** The locale of the Discord server. */
  locale: string
  tokenId: number
  /** The name of the token, which a person chose. */
  name: string
  scopes: ReadonlySet<ToolScope>
  /** Unix seconds. */
  expiresAt: number
}

const requestsSchema = z.int().min(0).max(1_000_000)

/** What a tool is told about its token. */
export const shownToolTokenSchema = z
  .object({
    name: z.string().meta({ description: 'The name that a person gave the token.' }),
    scopes: z.array(toolScopeSchema),
    expiresAt: unixSecondsSchema.meta({ description: 'When the token ends, Unix seconds.' }),
    guildId: z.string().meta({ description: 'The ID of the Discord server whose data the token opens.' }),
    quota: z
      .object({
        limit: requestsSchema.meta({ description: 'Requests a minute of all tools of the Discord server together.' }),
        remaining: requestsSchema.meta({ description: 'Requests that are left of it.' }),
        resetSeconds: z.int().min(0).max(60).meta({ description: 'Seconds until the limit is whole again.' }),
      })
      .nullable()
      .meta({ description: 'Null without a limit.' }),
  })
  .meta({ id: 'ToolToken' })
export type ShownToolToken = z.infer<typeof shownToolTokenSchema>

const TOOL_PREFIX = 'token:'

/**
 * The author of a change by a tool, where otherwise the Discord id of a user is.
 * @example
 *   toolAuthor('my panel') // 'token:my panel'
 */
export const toolAuthor = (name: string): string => TOOL_PREFIX + name

/** The name of the token that made a change; undefined for the Discord id of a user. */
export const toolNameOf = (author: string): string | undefined =>
  author.startsWith(TOOL_PREFIX) ? author.slice(TOOL_PREFIX.length) : undefined

/** Who changes the data of the Discord server when a tool does. */
export const toolActor = ({ guildId, locale, name }: ToolGrant): Actor => ({
  guildId,
  locale,
  userId: toolAuthor(name),
})

/** The data of the Discord server of a tool was deleted, its tokens too; a process knows that within six seconds. */
export class ToolServerGoneError extends Error {
  override readonly name = 'ToolServerGoneError'
}
