import type { Repositories } from '../../src/app/database.ts'
import type { Join } from '../../src/policy/database/joins.ts'
import type { StoredPolicy } from '../../src/policy/database/policies.ts'
import type { StoredException } from '../../src/policy/database/policy-exceptions.ts'
import type { PolicyToken } from '../../src/policy/database/policy-tokens.ts'
import type { Facts } from '../../src/model/facts.ts'
import { NEW_POLICY_TERMS } from '../../src/model/policy.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { ALICE, GUILD, MODERATOR } from './community.ts'

/** A policy as it is stored when it was just created. */
export const policyOf = (guildId = GUILD, parts: Partial<StoredPolicy> = {}): StoredPolicy => ({
  guildId,
  name: 'main',
  version: 1,
  terms: NEW_POLICY_TERMS,
  notify: 'each',
  reportsBans: true,
  updatedAt: 100,
  updatedBy: MODERATOR,
  ...parts,
})

/** Creates a server with a policy. */
export async function storePolicy(
  { guilds, policies }: Repositories,
  guildId = GUILD,
  parts: Partial<StoredPolicy> = {},
): Promise<void> {
  await guilds.touch(guildId, 'en-GB', 100)
  await policies.create(policyOf(guildId, parts))
}

export const exceptionOf = (parts: Partial<StoredException> = {}): StoredException => ({
  guildId: GUILD,
  steamId: ALICE,
  reason: 'appealed',
  until: null,
  addedBy: MODERATOR,
  addedAt: 100,
  ...parts,
})

export const tokenOf = (digit: string, parts: Partial<PolicyToken> = {}) => ({
  guildId: GUILD,
  name: 'EU Main',
  hash: digit.repeat(64),
  createdAt: 100,
  createdBy: MODERATOR,
  ...parts,
})

/** Facts of an account with this many VAC bans; nothing else was asked. */
export const vacFactsOf = (steamId: SteamId, NumberOfVACBans: number, fetchedAt = 100): Facts => ({
  steamId,
  bans: {
    kind: 'known',
    value: {
      VACBanned: NumberOfVACBans > 0,
      NumberOfVACBans,
      NumberOfGameBans: 0,
      DaysSinceLastBan: 0,
      CommunityBanned: false,
      EconomyBan: 'none',
    },
    fetchedAt,
    isStale: false,
  },
  profile: { kind: 'unasked' },
  rustHours: { kind: 'unasked' },
})

export const joinOf = (parts: Partial<Join> = {}): Omit<Join, 'id'> => ({
  guildId: GUILD,
  tokenId: 1,
  tokenName: 'EU Main',
  steamId: ALICE,
  at: 100,
  verdict: 'deny',
  mode: 'observe',
  version: 1,
  reasons: [{ code: 'maxVacBans', value: 1, limit: 0 }],
  facts: vacFactsOf(parts.steamId ?? ALICE, 1),
  ...parts,
})

export const refusalOf = (parts: object = {}) => ({
  guildId: GUILD,
  steamId: ALICE,
  at: 100,
  mode: 'enforce' as const,
  version: 1,
  reasons: [{ code: 'maxVacBans' as const, value: 1, limit: 0 }],
  ...parts,
})
