import { randomBytes } from 'node:crypto'
import { hashToken } from '../lib/token-hash.ts'
import type { Actor } from '../model/actor.ts'
import { parseUntil } from '../model/parse-until.ts'
import { readTokenName } from '../model/token-name.ts'
import { ToolTokenError } from '../model/tool-token-error.ts'
import type { ToolAction, ToolScope } from '../model/tool-token.ts'
import type { ToolRepositories } from './database/repositories.ts'
import type { ToolToken } from './database/tool-tokens.ts'
import { noteNewToken } from './new-tokens.ts'
import { readScopes } from './scopes.ts'
import type { ToolsContext } from './tools-context.ts'

export type { ToolToken } from './database/tool-tokens.ts'

/** Maximum number of valid tokens of a server. */
export const MAX_TOOL_TOKENS = 10
/** Maximum number of expired tokens of a server when a token is created; older ones are deleted then. */
const MAX_EXPIRED = 10
const TOKEN_BYTES = 32
const DEFAULT_SPAN = '1y'

/** A token to be created, as a person typed it. */
export interface NewToolToken {
  name: string
  /** Scopes that spaces or commas separate. */
  scopes: string
  /** When it expires, as `parseUntil` reads it; null for one year. */
  until: string | null
}

export interface CreatedToolToken extends Pick<ToolToken, 'name' | 'scopes' | 'expiresAt'> {
  /** The token in clear text, to be shown once; it is not stored. */
  token: string
}

/**
 * Creates a token for a tool, and stores what the channel for alerts is told about it. An expired token of the name is replaced. Throws a
 * ToolTokenError, or a WatchError for `until`.
 */
export async function createToolToken(
  context: ToolsContext,
  actor: Actor,
  { name: typed, scopes: typedScopes, until }: NewToolToken,
): Promise<CreatedToolToken> {
  const name = readNewName(typed)
  const scopes = readScopes(typedScopes)
  const now = context.clock.unixSeconds()
  const expiresAt = parseUntil(until ?? DEFAULT_SPAN, now)
  const token = `rst_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  await changeTokens(context, actor, async (repositories) => {
    const { guildId, userId: createdBy } = actor
    await makeRoom(repositories, guildId, name, now)
    const stored = { guildId, name, hash: hashToken(token), scopes, createdBy, createdAt: now, expiresAt }
    const id = await repositories.toolTokens.add(stored)
    await noteNewToken(repositories, { ...stored, id })
    return { action: 'tool_token_created', name, scopes }
  })
  return { token, name, scopes, expiresAt }
}

/** The tokens of a server in the order of their creation, including expired ones, which are kept for 90 days. */
export const listToolTokens = ({ database }: Pick<ToolsContext, 'database'>, guildId: string): Promise<ToolToken[]> =>
  database.read(({ toolTokens }) => toolTokens.list(guildId))

/** Revokes a token: it works no longer, at once in this process and within six seconds in every other one. Throws `no_token`. */
export async function revokeToolToken(context: ToolsContext, actor: Actor, name: string): Promise<void> {
  await changeTokens(context, actor, async ({ toolTokens }) => {
    const token = (await toolTokens.list(actor.guildId)).find((each) => each.name === name.trim())
    if (!token) throw new ToolTokenError({ code: 'no_token', name })
    await toolTokens.remove(actor.guildId, token.id)
    return { action: 'tool_token_revoked', ...token }
  })
}

/** Whether a token has not expired. */
export const isValidToken = ({ expiresAt }: Pick<ToolToken, 'expiresAt'>, now: number): boolean => now < expiresAt

/** Changes the tokens of a server and logs that in one transaction, and then loads the change into the memory of this process. */
async function changeTokens(
  { database, clock, toolTokens }: ToolsContext,
  { guildId, locale, userId }: Actor,
  change: (repositories: ToolRepositories) => Promise<{ action: ToolAction; name: string; scopes: ToolScope[] }>,
): Promise<void> {
  await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    await repositories.guilds.touch(guildId, locale, now)
    const { action, name, scopes } = await change(repositories)
    const detail = `${scopes.join(',')} ${name}`
    await repositories.audit.add([{ guildId, at: now, userId, action, steamId: null, detail }])
  })
  await toolTokens.reload()
}

/** Deletes the expired token of a name, and the oldest expired tokens. Throws `name_taken` or `tokens_full`. */
async function makeRoom({ toolTokens }: ToolRepositories, guildId: string, name: string, now: number): Promise<void> {
  const stored = await toolTokens.list(guildId)
  const valid = stored.filter((token) => isValidToken(token, now))
  if (valid.some((token) => token.name === name)) throw new ToolTokenError({ code: 'name_taken', name })
  if (valid.length >= MAX_TOOL_TOKENS) throw new ToolTokenError({ code: 'tokens_full', limit: MAX_TOOL_TOKENS })
  const expired = stored
    .filter((token) => !isValidToken(token, now))
    .toSorted((one, other) => other.expiresAt - one.expiresAt)
  const removed = expired.filter((token, index) => token.name === name || index >= MAX_EXPIRED)
  for (const { id } of removed) await toolTokens.remove(guildId, id)
}

/** What may be the id of an account, in any notation whose traces are erased on request. */
const ACCOUNT_ID = /7656\d{13}|STEAM_\d:\d:\d+|U:\d:\d+/i

/** The name of a new token. Throws `token_name_missing`, `token_name_too_long` or `token_name_has_account`. */
function readNewName(text: string): string {
  const name = readTokenName(text)
  if (typeof name !== 'string') throw new ToolTokenError(name)
  // The name is the author of what the tool writes, where it could not be erased without a trace.
  if (ACCOUNT_ID.test(name)) throw new ToolTokenError({ code: 'token_name_has_account' })
  return name
}
