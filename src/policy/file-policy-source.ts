import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import { isInForce, type OwnBan } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FilePolicy } from './parse-policy-file.ts'
import type { PolicySource } from './policies.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import { REPLACED_TOKEN_SECONDS } from '../model/token-grant.ts'

export type FilePolicySource = ReturnType<typeof createFilePolicySource>

/** Creates a source with the policy of a file. A replaced token works until the new token is used, but at most for a day. */
export function createFilePolicySource(first: FilePolicy, clock: Pick<Clock, 'unixSeconds'>) {
  let file = first
  let grant = toGrant(first, 1)
  /** The time at which each replaced token was replaced, Unix seconds, by the SHA-256 of the token. */
  const replaced = new Map<string, number>()
  let lastUsedAt: number | null = null
  let gameBans: ReadonlyMap<SteamId, OwnBan> = new Map()
  const isReplaced = (hash: string) => clock.unixSeconds() < (replaced.get(hash) ?? -Infinity) + REPLACED_TOKEN_SECONDS
  const source: PolicySource = {
    findByHash(hash) {
      if (hash === file.tokenHash) return grant
      return isReplaced(hash) ? { ...grant, tokenId: 'file-replaced' } : undefined
    },
    hasTokens: () => true,
    ofGuild: () => undefined,
    noteUse(used) {
      if (used.policyId === 'file') lastUsedAt = clock.unixSeconds()
      if (used === grant && replaced.size > 0) replaced.clear()
    },
  }
  return {
    ...source,
    /** The ban of an account in the file, or in the game's file that it names, that is active at `now`. */
    findBan(steamId: SteamId, now: number): OwnBan | undefined {
      return [file.bans.get(steamId), gameBans.get(steamId)].find((ban) => ban && isInForce(ban, now))
    },
    /** Whether there is a ban that is active at `now`, in the file or in the game's file. */
    hasBans: (now: number) =>
      [file.bans, gameBans].some((bans) => [...bans.values()].some((ban) => isInForce(ban, now))),
    /** Replaces the bans of the game's file. */
    replaceGameBans(next: ReadonlyMap<SteamId, OwnBan>): void {
      gameBans = next
    },
    /** The path of the game's file with bans, as the policy file names it. */
    bansFile: () => file.bansFile,
    /** Replaces the policy by `next`, the new content of the file. If the content differs, increments the version and returns true. */
    replace(next: FilePolicy): boolean {
      if (isDeepStrictEqual(next, file)) return false
      grant = toGrant(next, grant.policy.version + 1)
      if (next.tokenHash !== file.tokenHash) replaced.set(file.tokenHash, clock.unixSeconds())
      replaced.delete(next.tokenHash)
      file = next
      return true
    },
    policy: () => grant.policy,
    /** The token in clear text, if the file has it. */
    token: () => file.token,
    /** When a token of the file was last used, Unix seconds; null if none has been used since the start. */
    lastUsedAt: () => lastUsedAt,
  }
}

const toGrant = ({ policy }: FilePolicy, version: number): TokenGrant => ({
  policy: { ...policy, version },
  policyId: 'file',
  guildId: null,
  tokenId: 'file',
  tokenName: policy.name,
})
