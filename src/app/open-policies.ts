import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import type { Clock } from '../lib/clock.ts'
import type { Context } from '../accounts/context.ts'
import { findOwnBans, getVerdict, type JudgedAccount, type OwnBans } from '../policy/get-verdict.ts'
import { grantOfTool, type Policies, toolsKey } from '../policy/policies.ts'
import type { FilePolicy } from '../policy/file-policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { PolicyAccess } from '../policy/policy-access.ts'
import type { StoredPoliciesPart } from './open-stored-policies.ts'
import { createTokenShares } from '../lib/token-uses.ts'
import { createNoticeChecks } from '../policy/notice-checks.ts'
import type { Reason } from '../policy/judge.ts'
import type { Verdict } from '../model/verdict.ts'
import type { ReportError } from './error-log.ts'

interface PoliciesOptions {
  context: Context
  policies: Policies
  /** The bans of `POLICY_FILE`. */
  file: Pick<FilePolicy, 'findBan'> | undefined
  /** The bans and joins of Discord servers. */
  stored: Pick<StoredPoliciesPart, 'bans' | 'recordJoin'> | undefined
  settings: Pick<Settings, 'steam'>
  clock: Clock
  log: Logger
  reportError: ReportError
}

/** Creates the access of game servers and programs to the policies. */
export function openPolicies(options: PoliciesOptions): PolicyAccess & { stop: () => void } {
  const { context, policies, file, stored, settings, clock, log, reportError } = options
  const shares = createTokenShares(settings.steam.callsPerDay, clock)
  const findOwn = ({ guildId }: TokenGrant, steamId: SteamId): OwnBans => {
    const now = context.clock.unixSeconds()
    if (guildId === null) return { isKnown: true, ban: file?.findBan(steamId, now) }
    return stored ? findOwnBans(stored.bans, guildId, steamId, now) : { isKnown: false, ban: undefined }
  }
  const mayAskSteam = (grant: TokenGrant) => !shares.isSpent(grant.key)
  const noteCalls = (grant: TokenGrant, calls: number) => shares.add(grant.key, calls)
  const { check, stop } = createNoticeChecks({
    context,
    mayAskSteam,
    noteCalls,
    onError: (error) => reportError('notices', error),
  })
  return {
    findByToken: policies.findByToken,
    mayAskSteam,
    async getVerdict(grant, steamId, callContext, withinMs) {
      policies.noteUse(grant)
      const options = { own: findOwn(grant, steamId), mayAskSteam: mayAskSteam(grant), withinMs }
      return getVerdict(context, grant.policy, steamId, callContext, options)
    },
    recordJoin(grant, judged) {
      const late = check(grant, judged)
      if (grant.guildId !== null) return stored?.recordJoin(grant, judged, late)
      logJoin(log, grant, judged)
      void late?.then((judgement) => judgement && logNotices(log, grant, judged, judgement.notices))
    },
    noteCalls,
    grantOfTool: (tool) => grantOfTool(policies, tool),
    mayToolsAskSteam: (guildId) => !shares.isSpent(toolsKey(guildId)),
    noteToolCalls: (guildId, calls) => shares.add(toolsKey(guildId), calls),
    stop,
  }
}

/** Logs a join that rules of the policy of the file report. */
function logNotices(log: Logger, grant: TokenGrant, { verdict }: JudgedAccount, notices: readonly Reason[]): void {
  if (notices.length === 0) return
  log.info({ ...joinFacts(grant, verdict), rules: notices.map(({ code }) => code) }, 'a player is reported')
}

const joinFacts = ({ policy, tokenName }: TokenGrant, { steamId }: Verdict) => ({
  policy: policy.name,
  token: tokenName,
  steamId,
})

/** Logs joins that the policy of the file refuses or cannot decide; that policy has no channel in Discord. */
function logJoin(log: Logger, grant: TokenGrant, { verdict: judged }: JudgedAccount): void {
  const { verdict, mode, reasons, unknown } = judged
  if (verdict === 'allow' || !log.isLevelEnabled('info')) return
  const facts = joinFacts(grant, judged)
  if (verdict === 'unknown') {
    const causes = unknown.map(({ code, cause }) => `${code}: ${cause}`)
    log.info({ ...facts, mode, unknown: causes }, 'a player is undecided')
    return
  }
  const message = mode === 'enforce' ? 'a player was refused' : 'a player would be refused'
  log.info({ ...facts, reasons: reasons.map(({ code }) => code) }, message)
}
