import { randomBytes } from 'node:crypto'
import type { PolicyToken } from './database/policy-tokens.ts'
import { hashToken } from '../lib/token-hash.ts'
import type { Actor } from '../model/actor.ts'
import { changePolicy, type PolicyContext } from './change-policy.ts'
import { isValidToken } from './policies.ts'
import { PolicyError } from '../model/policy-error.ts'
import { readTokenName } from '../model/token-name.ts'

export const MAX_TOKEN_NAMES = 10
/** Maximum number of replaced tokens of one policy that work at the same time. */
const MAX_REPLACED = 20
const TOKEN_BYTES = 32

export interface CreatedToken {
  /** The token in clear text, to be shown once; it is not stored. */
  token: string
  name: string
  /** Whether a replaced token of this name works until the new token is used, but at most for a day. */
  isReplacement: boolean
}

/** Creates a token for the game server of this name; replaces the current token of the name. Throws a PolicyError. */
export async function createToken(
  context: PolicyContext,
  { name: typed, ...actor }: Actor & { name: string },
): Promise<CreatedToken> {
  const name = readName(typed)
  const token = `rsp_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  const { guildId, userId } = actor
  return changePolicy(context, actor, async ({ repositories: { policyTokens }, now, getPolicy, log }) => {
    await getPolicy()
    const known = (await policyTokens.list(guildId)).filter((other) => isValidToken(other, now))
    const isReplacement = known.some((other) => other.name === name)
    refuseTooMany(known, isReplacement)
    await policyTokens.replace(guildId, name, now)
    await policyTokens.add({ guildId, name, hash: hashToken(token), createdAt: now, createdBy: userId })
    await log({ action: 'token_created', detail: name })
    return { token, name, isReplacement }
  })
}

/**
 * Revokes the tokens of a name at once: all of them, or only the replaced tokens. Throws `no_token` when there is no such token. A game
 * server that still asks with a revoked token gets no verdict.
 */
export async function revokeToken(
  context: PolicyContext,
  { name: typed, isReplacedOnly, ...actor }: Actor & { name: string; isReplacedOnly: boolean },
): Promise<void> {
  const name = readName(typed)
  await changePolicy(context, actor, async ({ repositories: { policyTokens }, log }) => {
    const revoke = isReplacedOnly ? policyTokens.revokeReplaced : policyTokens.revoke
    if ((await revoke(actor.guildId, name)) === 0) throw new PolicyError({ code: 'no_token', name })
    await log({ action: 'token_revoked', detail: name })
  })
}

function refuseTooMany(known: readonly PolicyToken[], isReplacement: boolean): void {
  const replaced = known.filter(({ replacedAt }) => replacedAt !== null)
  const names = known.length - replaced.length
  if (!isReplacement && names >= MAX_TOKEN_NAMES) throw new PolicyError({ code: 'tokens_full', limit: MAX_TOKEN_NAMES })
  if (isReplacement && replaced.length >= MAX_REPLACED)
    throw new PolicyError({ code: 'replaced_too_often', limit: MAX_REPLACED })
}

/** The name of a game server. Throws `token_name_missing` or `token_name_too_long`. */
function readName(text: string): string {
  const name = readTokenName(text)
  if (typeof name !== 'string') throw new PolicyError(name)
  return name
}
