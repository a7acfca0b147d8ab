import type { Context } from '../accounts/context.ts'
import type { Clock } from '../lib/clock.ts'
import type { PolicyAccess } from '../policy/policy-access.ts'
import type { NewestBansPart } from './follow-newest-bans.ts'
import type { ToolsPart } from './open-http.ts'
import type { StoredPoliciesPart } from './open-stored-policies.ts'
import type { Settings } from './settings/read-settings.ts'
import type { ToolRoutesContext } from './tool-routes.ts'

interface ToolsOptions {
  settings: Pick<Settings, 'bans' | 'watch'>
  clock: Clock
  context: Context
  policies: Pick<PolicyAccess, 'mayToolsAskSteam'>
  stored: Pick<StoredPoliciesPart, 'bans' | 'tools'> | undefined
  newestBans: NewestBansPart | undefined
}

/** The tokens of tools, and the lists of Discord servers that they read and change; undefined without a database. */
export function toTools(options: ToolsOptions): ToolsPart | undefined {
  const { settings, clock, context, policies, stored, newestBans } = options
  if (!stored || !newestBans) return undefined
  const { database } = newestBans
  const lists: ToolRoutesContext = {
    database,
    clock,
    bans: stored.bans,
    banLimits: settings.bans,
    limits: settings.watch,
    steam: context.steam,
    onNews: newestBans.onNews,
    // The part that observes lookups reads added accounts from the database every minute.
    watched: { add() {} },
    mayToolsAskSteam: policies.mayToolsAskSteam,
    async rememberedName(steamId) {
      const summary = await context.staleAnswers.getSummary(steamId)
      if (summary?.value) return summary.value.personaname
      const [newest] = await database.read(({ accountNames }) => accountNames.list(steamId))
      return newest?.name ?? ''
    },
  }
  return { tokens: stored.tools, lists }
}
