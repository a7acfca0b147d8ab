import type { Context } from '../accounts/context.ts'
import type { ListFileReader } from '../bans/formats/list-file-reader.ts'
import { createEventFollowers } from '../events/follow-events.ts'
import { endOfEvents } from '../events/read-events.ts'
import type { Clock } from '../lib/clock.ts'
import { serverIsStopping } from '../model/error.ts'
import type { PolicyAccess } from '../policy/policy-access.ts'
import type { Observer } from '../watch/observe.ts'
import type { Database, Repositories } from './database.ts'
import type { ReportError } from './error-log.ts'
import type { ToolsPart } from './open-http.ts'
import type { StoredPoliciesPart } from './open-stored-policies.ts'
import type { Settings } from './settings/read-settings.ts'
import type { ToolRoutesContext } from './tool-routes.ts'

interface ToolsOptions {
  settings: Pick<Settings, 'bans' | 'watch'>
  clock: Clock
  reportError: ReportError
  context: Context
  policies: Pick<PolicyAccess, 'mayToolsAskSteam'>
  stored: Pick<StoredPoliciesPart, 'bans' | 'tools'> | undefined
  observer: Observer | undefined
  database: Database | undefined
  listReader: ListFileReader
}

/** The tokens of tools, and the lists and events of Discord servers that they read and change; undefined without a database. */
export function toTools(options: ToolsOptions): ToolsPart | undefined {
  const { settings, clock, context, policies, stored, observer, database, listReader } = options
  if (!stored || !observer || !database) return undefined
  const events = toEvents(database, options)
  const lists: ToolRoutesContext = {
    ...events,
    database,
    clock,
    bans: stored.bans,
    banLimits: settings.bans,
    listReader,
    limits: settings.watch,
    steam: context.steam,
    onNews: observer.onNews,
    watched: observer.watched,
    mayToolsAskSteam: policies.mayToolsAskSteam,
    async rememberedName(steamId) {
      const summary = await context.staleAnswers.getSummary(steamId)
      if (summary?.value) return summary.value.personaname
      const [newest] = await database.read(({ accountNames }) => accountNames.list(steamId))
      return newest?.name ?? ''
    },
    isValid: stored.tools.isValid,
  }
  return { tokens: stored.tools, lists, stop: () => events.followers.stop(serverIsStopping()) }
}

/** The events that tools follow. */
function toEvents(database: Database, { clock, reportError }: ToolsOptions) {
  const followers = createEventFollowers({
    database,
    clock,
    onError: (error) => reportError('events', error),
  })
  const eventsCursor = (repositories: Pick<Repositories, 'events' | 'meta'>, guildId: string) =>
    endOfEvents(repositories, guildId, clock.unixSeconds())
  return { followers, eventsCursor }
}
