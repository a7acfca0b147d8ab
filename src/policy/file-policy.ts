import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import { isInForce, type OwnBan } from '../model/ban.ts'
import type { Policy } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FilePolicyContent } from './parse-policy-file.ts'
import type { LoadedToken, Policies } from './policies.ts'

export type FilePolicy = ReturnType<typeof createFilePolicy>

/** Adds the policy of a file to the policies, and keeps the bans of the file. */
export function createFilePolicy(
  policies: Pick<Policies, 'put'>,
  first: FilePolicyContent,
  clock: Pick<Clock, 'unixSeconds'>,
) {
  let file = first
  let policy: Policy = { ...first.policy, version: 1 }
  let token = { id: 1, hash: first.tokenHash, replacedAt: null }
  let replaced: Omit<LoadedToken, 'name'>[] = []
  let lastUsedAt: number | null = null
  let gameBans: ReadonlyMap<SteamId, OwnBan> = new Map()
  const put = () => {
    const { name } = policy
    policies.put({ policy, guildId: null, tokens: [...replaced, token].map((each) => ({ ...each, name })), onUse })
  }
  const onUse = (tokenId: number) => {
    lastUsedAt = clock.unixSeconds()
    if (tokenId !== token.id || replaced.length === 0) return
    replaced = []
    put()
  }
  put()
  return {
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
    replace(next: FilePolicyContent): boolean {
      if (isDeepStrictEqual(next, file)) return false
      file = next
      if (next.tokenHash !== token.hash) {
        // A token that the file had before and that comes back is a new one.
        replaced = [...replaced, { ...token, replacedAt: clock.unixSeconds() }].filter(
          ({ hash }) => hash !== next.tokenHash,
        )
        token = { id: token.id + 1, hash: next.tokenHash, replacedAt: null }
      }
      policy = { ...next.policy, version: policy.version + 1 }
      put()
      return true
    },
    policy: () => policy,
    /** The token in clear text, if the file has it. */
    token: () => file.token,
    /** When a token of the file was last used, Unix seconds; null if none has been used since the start. */
    lastUsedAt: () => lastUsedAt,
  }
}
