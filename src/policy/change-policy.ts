import type { PolicyAction } from '../database/audit.ts'
import type { Repositories } from '../database/database.ts'
import type { StoredPolicy } from '../database/policies.ts'
import { NEW_POLICY_TERMS } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Actor } from '../model/actor.ts'
import type { PolicyContext } from './policy-context.ts'

export type { PolicyEntry } from '../database/audit.ts'

/** The name that verdicts have for the policy of a Discord server; each server has one policy. */
const POLICY_NAME = 'main'

/** A line in the log of a policy. */
export interface PolicyLogLine {
  action: PolicyAction
  /** The account that it is about; null when it is about none. */
  steamId?: SteamId
  detail: string
}

/** What a change of a policy may do, in its transaction. */
export interface PolicyChange {
  repositories: Repositories
  now: number
  /** The policy of the server; created, without rules, where there is none. */
  getPolicy(): Promise<StoredPolicy>
  log(line: PolicyLogLine): Promise<void>
}

/** Runs a change of the policy of a server in one transaction, and then takes it into use in this process. */
export async function changePolicy<T>(
  { database, clock, policies }: PolicyContext,
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
      log: ({ action, steamId, detail }) =>
        repositories.audit.add([{ guildId, at: now, userId, action, steamId: steamId ?? null, detail }]),
    })
  })
  await policies.reload()
  return result
}

/** A policy that observes, and has no rules yet. */
export const newPolicy = (guildId: string, userId: string, now: number): StoredPolicy => ({
  guildId,
  name: POLICY_NAME,
  version: 1,
  terms: NEW_POLICY_TERMS,
  notify: 'each',
  updatedAt: now,
  updatedBy: userId,
})

export async function createPolicy(
  { policies }: Pick<Repositories, 'policies'>,
  policy: StoredPolicy,
): Promise<StoredPolicy> {
  await policies.create(policy)
  return policy
}
