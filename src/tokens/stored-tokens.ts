import type { Clock } from '../lib/clock.ts'
import { createQueue } from '../lib/queue.ts'
import { repeat } from '../lib/repeat.ts'
import { hashToken } from '../lib/token-hash.ts'
import { createTokenUses } from '../lib/token-uses.ts'
import type { ToolGrant } from '../model/tool-token.ts'
import type { ToolDatabase } from './database/repositories.ts'
import type { LocatedToken } from './database/tool-tokens.ts'
import { isValidToken } from './tokens.ts'

const CHECK_MS = 5_000
/** Longer texts than the tokens that the service creates are not hashed. */
const TOKEN = /^rst_[\w-]{43}$/

export interface StoredTokensOptions {
  database: ToolDatabase
  clock: Clock
  /** Called with failures of the database; the loaded tokens stay in use. */
  onError: (error: unknown) => void
}

/** Keeps the tokens of tools in memory, and follows their changes. `load` reads them. */
export function createStoredTokens({ database, clock, onError }: StoredTokensOptions) {
  let byHash: ReadonlyMap<string, ToolGrant> = new Map()
  let ids: ReadonlySet<number> = new Set()
  const uses = createTokenUses({
    transaction: (work) => database.transaction(({ toolTokens }) => work(toolTokens)),
    clock,
    onError,
  })

  const readAll = async () => {
    const tokens = await database.read(({ toolTokens }) => toolTokens.all())
    byHash = new Map(tokens.map((token) => [token.hash, toGrant(token)]))
    ids = new Set(tokens.map(({ id }) => id))
  }
  /** Loads run one at a time, because an older state must not overwrite a newer one. */
  const inOrder = createQueue()
  const load = () => inOrder(readAll)

  return {
    /** What a token allows, also if it has expired; undefined for an unknown or revoked token. */
    findByToken: (token: string): ToolGrant | undefined =>
      TOKEN.test(token) ? byHash.get(hashToken(token)) : undefined,
    /** Whether a token has neither expired nor been revoked, for a stream that it has opened. */
    isValid: ({ tokenId, expiresAt }: Pick<ToolGrant, 'tokenId' | 'expiresAt'>, now: number): boolean =>
      ids.has(tokenId) && isValidToken({ expiresAt }, now),
    /** Notes that a token was used, which is stored at most once a minute. */
    noteUse({ tokenId }: Pick<ToolGrant, 'tokenId'>): void {
      if (ids.has(tokenId)) uses.note(tokenId)
    },
    /** Loads the tokens of all servers; rejects with a DatabaseError. */
    load,
    /** Loads the tokens; to be called after this process has changed a token. Never rejects. */
    reload: (): Promise<void> => load().catch(onError),
    /** Loads the changes of other processes every five seconds, until the signal aborts; resolves when all uses are stored. */
    async run(signal: AbortSignal): Promise<void> {
      const step = async () => {
        await clock.sleep(CHECK_MS, signal).catch(() => {})
        // The pause does not grow after failures, so that a revoked token is known soon after an outage.
        if (!signal.aborted) await load().catch(onError)
        return 0
      }
      await repeat(step, { clock, signal, onError })
      await uses.settled()
    },
  }
}

const toGrant = ({ id, guildId, name, scopes, expiresAt, locale }: LocatedToken): ToolGrant => ({
  guildId,
  locale,
  tokenId: id,
  name,
  scopes: new Set(scopes),
  expiresAt,
})
