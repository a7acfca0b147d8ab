import type { Random } from '../../packages/sim-steam/src/random.ts'
import type { Database } from '../../src/app/database.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Actor } from '../../src/model/actor.ts'
import { languageOf, type Language } from '../../src/model/language.ts'
import { NEW_POLICY_TERMS } from '../../src/model/policy.ts'
import type { PolicyContext } from '../../src/policy/change-policy.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { createHistory, type History } from './history.ts'
import type { OwnList, OwnPolicy } from './oracle.ts'

/**
 * Every process knows a change after this time, also on a busy machine. Policies are looked at every five seconds, lists every second.
 */
export const KNOWN_WITHIN_MS = 7_000
const MODERATOR = '100000000000000001'

/** A Discord server with a list and a policy, and everything that a process may know of them. */
export interface Community {
  actor: Actor
  language: Language
  /** The token of its game server. */
  token: string
  /** The accounts that its changes and most questions are about. */
  subjects: readonly string[]
  list: History<OwnList>
  policy: History<OwnPolicy>
  /** The newest import, unless it was undone. */
  lastImport: number | undefined
}

/** The context in which the bench changes lists and policies, as another process on the same database. */
export const changingContext = (database: Database): PolicyContext => ({
  database,
  clock: systemClock,
  policies: { ofGuild: () => undefined, reload: async () => {} },
  bans: { find: () => 'unknown', reload: async () => {} },
  banLimits: { maxPerGuild: 50_000, maxTotal: 500_000 },
  watchedFacts: async () => [],
})

/** Gives a Discord server a token. It has no policy but the one that a token needs, which observes and has no rules. */
export async function openCommunity(
  context: PolicyContext,
  random: Random,
  { guildId, accounts }: { guildId: string; accounts: readonly string[] },
): Promise<Community> {
  const locale = random.pick(['en-US', 'de'])
  const actor = { guildId, locale, userId: MODERATOR }
  const { token } = await createToken(context, { ...actor, name: 'EU' })
  return {
    actor,
    language: languageOf(locale),
    token,
    subjects: Array.from({ length: 6 }, () => random.pick(accounts)),
    list: createHistory<OwnList>({ entries: new Map() }, KNOWN_WITHIN_MS),
    policy: createHistory<OwnPolicy>({ terms: NEW_POLICY_TERMS, exceptions: new Map(), version: 1 }, KNOWN_WITHIN_MS),
    lastImport: undefined,
  }
}
