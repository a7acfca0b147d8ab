import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { hashToken } from '../lib/token-hash.ts'
import { createTokenUses } from '../lib/token-uses.ts'
import type { ToolGrant } from '../model/tool-token.ts'
import type { ToolDatabase } from './database/repositories.ts'
import type { ToolToken, ToolTokenState } from './database/tool-tokens.ts'
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
  const byHash = new Map<string, ToolGrant>()
  const hashes = new Map<number, string>()
  const uses = createTokenUses({
    store: (used) =>
      database.transaction(async ({ toolTokens }) => {
        for (const [id, at] of used) await toolTokens.noteUse(id, at)
      }),
    clock,
    onError,
  })

  const grantOf = (id: number) => byHash.get(hashes.get(id) ?? '')
  const drop = (id: number) => {
    byHash.delete(hashes.get(id) ?? '')
    hashes.delete(id)
  }
  const put = (grant: ToolGrant, hash: string) => {
    hashes.set(grant.tokenId, hash)
    byHash.set(hash, grant)
  }

  const readChanges = async () => {
    const { states, added } = await database.read(async ({ toolTokens }) => {
      const current = await toolTokens.states()
      return { states: current, added: await toolTokens.get(unknownIds(current, hashes)) }
    })
    const localeOf = new Map(states.map(({ id, locale }) => [id, locale]))
    for (const id of hashes.keys()) if (!localeOf.has(id)) drop(id)
    for (const token of added) put(toGrant(token, localeOf.get(token.id) ?? ''), token.hash)
    for (const { id, locale } of states) {
      const grant = grantOf(id)
      if (grant && grant.locale !== locale) put({ ...grant, locale }, hashes.get(id) ?? '')
    }
  }
  /** Loads run one at a time, because an older state must not overwrite a newer one. */
  let loading: Promise<void> = Promise.resolve()
  const load = () => (loading = loading.catch(() => {}).then(readChanges))

  return {
    /** What a token allows, also if it has expired; undefined for an unknown or revoked token. */
    findByToken: (token: string): ToolGrant | undefined =>
      TOKEN.test(token) ? byHash.get(hashToken(token)) : undefined,
    /** Whether a token has neither expired nor been revoked, for a stream that it has opened. */
    isValid: ({ tokenId, expiresAt }: Pick<ToolGrant, 'tokenId' | 'expiresAt'>, now: number): boolean =>
      hashes.has(tokenId) && isValidToken({ expiresAt }, now),
    /** Notes that a token was used, which is stored at most once a minute. */
    noteUse({ tokenId }: Pick<ToolGrant, 'tokenId'>): void {
      if (hashes.has(tokenId)) uses.note(tokenId)
    },
    /** Loads what has changed since the last load; rejects with a DatabaseError. */
    load,
    /** Loads the changes; to be called after this process has changed a token. Never rejects. */
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

const unknownIds = (states: readonly ToolTokenState[], known: ReadonlyMap<number, string>): number[] =>
  states.filter(({ id }) => !known.has(id)).map(({ id }) => id)

const toGrant = ({ id, guildId, name, scopes, expiresAt }: ToolToken, locale: string): ToolGrant => ({
  guildId,
  locale,
  tokenId: id,
  name,
  scopes: new Set(scopes),
  expiresAt,
})
