import { randomBytes } from 'node:crypto'
import { hashToken } from '../lib/token-hash.ts'
import type { Actor } from '../model/actor.ts'
import { parseUntil } from '../model/parse-until.ts'
import { readTokenName } from '../model/token-name.ts'
import { ToolTokenError } from '../model/tool-token-error.ts'
import { TOOL_SCOPES, type ToolAction, type ToolScope } from '../model/tool-token.ts'
import type { ToolRepositories } from './database/repositories.ts'
import type { ToolToken } from './database/tool-tokens.ts'
import type { ToolsContext } from './tools-context.ts'

export type { ToolToken } from './database/tool-tokens.ts'

/** Maximum number of valid tokens of a server. */
export const MAX_TOOL_TOKENS = 10
/** Maximum number of expired tokens of a server when a token is created; older ones are deleted then. */
const MAX_EXPIRED = 10
const TOKEN_BYTES = 32
/** When a token ends without another choice. */
export const DEFAULT_SPAN = '1y'

/** A token to be created, as a person typed it. */
export interface NewToolToken {
  name: string
  scopes: readonly ToolScope[]
  /** When it expires, as `parseUntil` reads it. */
  until: string
}

/** A token of a server, by the name that a person typed or by its id. */
export type TokenChoice = { name: string } | { id: number }

export interface CreatedToolToken extends Pick<ToolToken, 'name' | 'scopes' | 'expiresAt'> {
  /** The token in clear text, to be shown once; it is not stored. */
  token: string
}

/**
 * Creates a token for a tool. An expired token of the name is replaced. Throws a
 * ToolTokenError, or a WatchError for `until`.
 */
export async function createToolToken(
  context: ToolsContext,
  actor: Actor,
  { name: typed, scopes: chosen, until }: NewToolToken,
): Promise<CreatedToolToken> {
  const name = readNewName(typed)
  if (chosen.length === 0) throw new ToolTokenError({ code: 'scopes_missing' })
  const scopes = TOOL_SCOPES.filter((scope) => chosen.includes(scope))
  const now = context.clock.unixSeconds()
  const expiresAt = parseUntil(until, now)
  const token = `rst_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  await changeTokens(context, actor, async (repositories) => {
    const { guildId, userId: createdBy } = actor
    await makeRoom(repositories, guildId, name, now)
    const stored = { guildId, name, hash: hashToken(token), scopes, createdBy, createdAt: now, expiresAt }
    await repositories.toolTokens.add(stored)
    return { action: 'tool_token_created', name, scopes }
  })
  return { token, name, scopes, expiresAt }
}

/** The tokens of a server in the order of their creation, including expired ones, which are kept for 90 days. */
export const listToolTokens = ({ database }: Pick<ToolsContext, 'database'>, guildId: string): Promise<ToolToken[]> =>
  database.read(({ toolTokens }) => toolTokens.list(guildId))

/** The token of a server with this id. Throws `token_gone`. */
export const findToolToken = (
  { database }: Pick<ToolsContext, 'database'>,
  { guildId }: Pick<Actor, 'guildId'>,
  id: number,
): Promise<ToolToken> => database.read((repositories) => findStored(repositories, guildId, { id }))

/**
 * Revokes a token and returns it: it works no longer, at once in this process and within six seconds in every other one. Throws `no_token` for
 * a name, or `token_gone` for an id.
 */
export async function revokeToolToken(context: ToolsContext, actor: Actor, choice: TokenChoice): Promise<ToolToken> {
  return changeTokens(context, actor, async (repositories) => {
    const token = await findStored(repositories, actor.guildId, choice)
    await repositories.toolTokens.remove(actor.guildId, token.id)
    return { action: 'tool_token_revoked', ...token }
  })
}

async function findStored({ toolTokens }: ToolRepositories, guildId: string, choice: TokenChoice): Promise<ToolToken> {
  const tokens = await toolTokens.list(guildId)
  const isName = 'name' in choice
  const token = tokens.find(({ id, name }) => (isName ? name === choice.name.trim() : id === choice.id))
  if (token) return token
  throw new ToolTokenError(isName ? { code: 'no_token', name: choice.name } : { code: 'token_gone' })
}

/** Whether a token has not expired. */
export const isValidToken = ({ expiresAt }: Pick<ToolToken, 'expiresAt'>, now: number): boolean => now < expiresAt

/** Changes the tokens of a server and logs that in one transaction, and then loads the change into the memory of this process. */
async function changeTokens<T extends { action: ToolAction; name: string; scopes: ToolScope[] }>(
  { database, clock, toolTokens }: ToolsContext,
  { guildId, locale, userId }: Actor,
  change: (repositories: ToolRepositories) => Promise<T>,
): Promise<T> {
  const changed = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    await repositories.guilds.touch(guildId, locale, now)
    const result = await change(repositories)
    const detail = `${result.scopes.join(',')} ${result.name}`
    await repositories.audit.add([{ guildId, at: now, userId, action: result.action, steamId: null, detail }])
    return result
  })
  await toolTokens.reload()
  return changed
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
