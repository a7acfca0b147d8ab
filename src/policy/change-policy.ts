import type { PolicyRepositories, PolicyDatabase } from './database/repositories.ts'
import type { StoredPolicy } from './database/policies.ts'
import { NEW_POLICY_TERMS, type PolicyAction } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { UndoId } from '../model/undo.ts'
import type { Actor } from '../model/actor.ts'
import type { BansContext } from '../bans/bans-context.ts'
import type { Facts } from '../model/facts.ts'
import type { Policies } from './policies.ts'

/** The dependencies of use cases that read or change the policy of a Discord server. */
export interface PolicyContext extends BansContext {
  database: PolicyDatabase
  policies: Pick<Policies, 'ofGuild'> & { reload: () => Promise<void> }
  /** What the watch list of a server knows of its accounts, the newest entry first. */
  watchedFacts: (guildId: string) => Promise<Facts[]>
}

export type { AuditChange } from '../database/audit.ts'

/** The name of a Discord server's policy in verdicts; each server has one policy. */
const POLICY_NAME = 'main'

/** A line in the log of a policy. */
export interface PolicyLogLine {
  action: PolicyAction
  /** The account that the change concerns; absent if it concerns no account. */
  steamId?: SteamId
  detail: string
  undo?: UndoId | null
}

/** What the function that makes a change can use within the transaction. */
export interface PolicyChange {
  repositories: PolicyRepositories
  now: number
  /** Returns the policy of the server; creates a policy without rules if the server has none. */
  getPolicy(): Promise<StoredPolicy>
  log(line: PolicyLogLine): Promise<void>
}

/** Changes the policy of a server in one transaction, and then loads the changes into the memory of this process. */
export async function changePolicy<T>(
  { database, clock, policies, bans }: PolicyContext,
  { guildId, locale, userId }: Actor,
  change: (change: PolicyChange) => Promise<T>,
): Promise<T> {
  const result = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    await repositories.guilds.touch(guildId, locale, now)
    return change({
      repositories,
      now,
      getPolicy: async () =>
        (await repositories.policies.get(guildId)) ?? createPolicy(repositories, newPolicy(guildId, userId, now)),
      log: ({ action, steamId = null, detail, undo = null }) =>
        repositories.audit.add([{ guildId, at: now, userId, action, steamId, detail, undo }]),
    })
  })
  await Promise.all([policies.reload(), bans.reload()])
  return result
}

/** A new policy, which observes and has no rules. */
export const newPolicy = (guildId: string, userId: string, now: number): StoredPolicy => ({
  guildId,
  name: POLICY_NAME,
  version: 1,
  terms: NEW_POLICY_TERMS,
  notify: 'each',
  reportsBans: false,
  updatedAt: now,
  updatedBy: userId,
})

export async function createPolicy(
  { policies }: Pick<PolicyRepositories, 'policies'>,
  policy: StoredPolicy,
): Promise<StoredPolicy> {
  await policies.create(policy)
  return policy
}
