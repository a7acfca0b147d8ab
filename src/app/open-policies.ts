import type { Logger } from 'pino'
import type { Context } from '../accounts/context.ts'
import { getVerdict, type JudgedAccount } from '../policy/get-verdict.ts'
import { grantOfTool, toolsKey, type PolicyAccess } from '../policy/policies.ts'
import type { FilePolicy } from '../policy/file-policy.ts'
import type { MaybeBan } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import { createStoredBans } from '../bans/stored-bans.ts'
import { createJoinRecorder } from '../policy/join-recorder.ts'
import { reasonTexts } from '../policy/rule-texts.ts'
import { createStoredPolicies } from '../policy/stored-policies.ts'
import { createStoredTokens } from '../tokens/stored-tokens.ts'
import { noteWatchedJoins } from '../watch/joins.ts'
import { createTokenShares } from '../lib/token-uses.ts'
import { createNoticeChecks } from '../policy/notice-checks.ts'
import type { Reason } from '../policy/judge.ts'
import type { Verdict } from '../model/verdict.ts'
import type { AppContext } from './app-context.ts'
import type { Database } from './database.ts'

interface PoliciesOptions extends Pick<AppContext, 'settings' | 'clock' | 'policies' | 'log' | 'reportError'> {
  context: Context
  /** The bans of `POLICY_FILE`. */
  file: Pick<FilePolicy, 'findBan'> | undefined
  /** The bans and joins of Discord servers. */
  stored: Pick<StoredPoliciesPart, 'bans' | 'recordJoin'> | undefined
}

/** Creates the access of game servers and programs to the policies. */
export function openPolicies(options: PoliciesOptions): PolicyAccess & { stop: () => void } {
  const { context, policies, file, stored, settings, clock, log, reportError } = options
  const shares = createTokenShares(settings.steam.callsPerDay, clock)
  const findOwn = ({ guildId }: TokenGrant, steamId: SteamId): MaybeBan => {
    if (guildId === null) return file?.findBan(steamId, context.clock.unixSeconds()) ?? null
    return stored ? stored.bans.find(guildId, steamId) : 'unknown'
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
    async getVerdict(grant, steamId, callContext) {
      policies.noteUse(grant)
      const options = { own: findOwn(grant, steamId), mayAskSteam: mayAskSteam(grant) }
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

interface StoredPoliciesOptions extends Pick<AppContext, 'clock' | 'metrics' | 'policies' | 'reportError'> {
  database: Database
}

export type StoredPoliciesPart = Awaited<ReturnType<typeof openStoredPolicies>>

/** Loads the policies, the ban lists and the tokens of tools of Discord servers, and follows their changes; rejects with a DatabaseError for the operator. */
export async function openStoredPolicies({ database, policies, clock, metrics, reportError }: StoredPoliciesOptions) {
  const stored = createStoredPolicies({ database, policies, clock, onError: (error) => reportError('policies', error) })
  const { record, forget, close } = createJoinRecorder({
    database,
    clock,
    onError: (error) => reportError('joins', error),
    onDropped: metrics.onJoinsDropped,
    onStored: (repositories, joins) =>
      noteWatchedJoins(repositories, joins, ({ guildId, verdict, reasons }) => {
        const policy = verdict === 'deny' ? stored.ofGuild(guildId) : undefined
        // The message names the own ban by itself.
        const byRules = reasons.filter(({ code }) => code !== 'banned_here')
        return policy ? reasonTexts(byRules, policy.rules, policy.language) : []
      }),
  })
  const bans = createStoredBans({
    database,
    clock,
    onError: (error, guildId) => reportError('bans', error, guildId),
  })
  const tools = createStoredTokens({ database, clock, onError: (error) => reportError('tool tokens', error) })
  await Promise.all([stored.load(), bans.load(), tools.load()])
  const stop = new AbortController()
  const running = Promise.all([stored.run(stop.signal), bans.run(stop.signal), tools.run(stop.signal)])
  return {
    policies: stored,
    bans,
    tools,
    recordJoin: record,
    forgetJoins: forget,
    /** Stores waiting joins; to be called after the last request, before the database is closed. Resolves to the number of lost joins. */
    async close(): Promise<number> {
      stop.abort(new Error('the service stops'))
      await running
      return close()
    },
  }
}
