import type { ToolTokens } from '../../src/http/access.ts'
import { isValidToken } from '../../src/tokens/tokens.ts'
import { TOOL_SCOPES, type ToolGrant, type ToolScope } from '../../src/model/tool-token.ts'

/** A Discord server, the server of the fake policies. */
export const GUILD = '500000000000000001'

/** What a token of a tool allows, by default everything, for ever. */
export const toolGrant = (
  parts: Partial<Omit<ToolGrant, 'scopes'>> & { scopes?: readonly ToolScope[] } = {},
): ToolGrant => ({
  guildId: GUILD,
  locale: 'en-GB',
  tokenId: 1,
  name: 'my panel',
  expiresAt: 4_000_000_000,
  ...parts,
  scopes: new Set(parts.scopes ?? TOOL_SCOPES),
})

/** A token in the form of those that are generated. */
export const toolToken = (name: string): string => `rst_${name.padEnd(43, '-')}`

/** The header with a token of `fakeTools`, by its name. */
export const toolBearer = (name: string) => ({ authorization: `Bearer ${toolToken(name)}` })

export interface FakeTools extends ToolTokens {
  /** Revokes a token by its name. */
  revoke: (name: string) => void
  /** Whether a token has neither expired nor been revoked. */
  isValid: (tool: ToolGrant, now: number) => boolean
  /** The tokens that were used, in order. */
  used: ToolGrant[]
}

/** The tokens of tools by their names, which `toolBearer` sends. */
export function fakeTools(grants: Record<string, ToolGrant>): FakeTools {
  const byToken = new Map(Object.entries(grants).map(([name, grant]) => [toolToken(name), grant]))
  const used: ToolGrant[] = []
  return {
    used,
    findByToken: (token) => byToken.get(token),
    noteUse: (tool) => void used.push(tool),
    isValid: (tool, now) => [...byToken.values()].includes(tool) && isValidToken(tool, now),
    revoke: (name) => void byToken.delete(toolToken(name)),
  }
}
