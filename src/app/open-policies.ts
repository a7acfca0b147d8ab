import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from './metrics.ts'
import type { Context } from '../accounts/context.ts'
import { getVerdict, type JudgedAccount } from '../policy/get-verdict.ts'
import { createPolicies, grantKey, type PolicySource } from '../policy/policies.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { PolicyAccess } from '../policy/policy-access.ts'
import type { StoredPoliciesPart } from './open-stored-policies.ts'
import { createTokenShares } from '../policy/token-uses.ts'

interface PoliciesOptions {
  context: Context
  /** The policy of `POLICY_FILE`. */
  file: PolicySource | undefined
  /** The policies of Discord servers. */
  stored: Pick<StoredPoliciesPart, 'source' | 'recordJoin'> | undefined
  settings: Pick<Settings, 'steam'>
  clock: Clock
  metrics: Metrics
  log: Logger
}

/** Creates the access of game servers and programs to the policies. */
export function openPolicies({ context, file, stored, settings, clock, metrics, log }: PoliciesOptions): PolicyAccess {
  const policies = createPolicies([file, stored?.source].filter((source) => source !== undefined))
  const shares = createTokenShares(settings.steam.callsPerDay, clock)
  const mayAskSteam = (grant: TokenGrant) => !shares.isSpent(grantKey(grant))
  return {
    findByToken: policies.findByToken,
    keyOf: grantKey,
    hasTokens: policies.hasTokens,
    mayAskSteam,
    async getVerdict(grant, steamId, callContext, withinMs) {
      policies.noteUse(grant)
      const options = { mayAskSteam: mayAskSteam(grant), withinMs }
      const judged = await getVerdict(context, grant.policy, steamId, callContext, options)
      metrics.onVerdict(judged.verdict)
      return judged
    },
    recordJoin(grant, judged) {
      if (grant.guildId === null) logJoin(log, grant, judged)
      else stored?.recordJoin(grant, judged)
    },
    noteCalls: (grant, calls) => shares.add(grantKey(grant), calls),
  }
}

/** Logs joins that the policy of the file refuses or cannot decide; that policy has no channel in Discord. */
function logJoin(log: Logger, { policy, tokenName }: TokenGrant, { verdict: judged }: JudgedAccount): void {
  const { steamId, verdict, mode, reasons, unknown } = judged
  if (verdict === 'allow' || !log.isLevelEnabled('info')) return
  const facts = { policy: policy.name, server: tokenName, steamId }
  if (verdict === 'unknown') {
    const causes = unknown.map(({ code, cause }) => `${code}: ${cause}`)
    log.info({ ...facts, mode, unknown: causes }, 'a player is undecided')
    return
  }
  const message = mode === 'enforce' ? 'a player was refused' : 'a player would be refused'
  log.info({ ...facts, reasons: reasons.map(({ code }) => code) }, message)
}
