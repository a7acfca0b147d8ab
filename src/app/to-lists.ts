import type { Context } from '../accounts/context.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewestBansPart } from './follow-newest-bans.ts'
import type { StoredPoliciesPart } from './open-stored-policies.ts'
import type { Settings } from './settings/read-settings.ts'
import type { ToolRoutesContext } from './tool-routes.ts'

interface ListsOptions {
  settings: Pick<Settings, 'bans'>
  clock: Clock
  context: Context
  stored: Pick<StoredPoliciesPart, 'bans'> | undefined
  newestBans: NewestBansPart | undefined
}

/** The lists of Discord servers, as tools read and change them; undefined without a database. */
export function toLists({ settings, clock, context, stored, newestBans }: ListsOptions): ToolRoutesContext | undefined {
  if (!stored || !newestBans) return undefined
  const { database } = newestBans
  return {
    database,
    clock,
    bans: stored.bans,
    banLimits: settings.bans,
    async rememberedName(steamId) {
      const summary = await context.staleAnswers.getSummary(steamId)
      if (summary?.value) return summary.value.personaname
      const [newest] = await database.read(({ accountNames }) => accountNames.list(steamId))
      return newest?.name ?? ''
    },
  }
}
