import { X509Certificate } from 'node:crypto'
import { findOpenAccess, type Settings } from './settings/read-settings.ts'
import type { Database } from './database.ts'
import type { Clock } from '../lib/clock.ts'
import type { createLoadShedder } from '../lib/limits/load-shedding.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import type { Readiness } from '../model/readiness.ts'
import type { Status } from '../model/status.ts'
import { hasRules } from '../policy/judge-rules.ts'
import { createBudgetHistory } from './status/budget-history.ts'
import { gatherStatus, type StatusSources } from './status/gather-status.ts'
import { createProxySightings } from './status/checklist.ts'
import { readStoredStatus, type StoredStatus } from './status/read-stored-status.ts'
import { VERSION } from './version.ts'
import type { AppContext } from './app-context.ts'
import type { DatabasePart } from './open-database.ts'
import type { PolicyFilePart } from './open-policy-file.ts'
import type { StoredPoliciesPart } from './open-policies.ts'
import type { SteamPart } from './open-steam.ts'

const NOTE_EVERY_MS = 60_000
/** Results from the database are reused for this long, so that several open pages cost no more than one page. */
const REREAD_MS = 2_000

interface StatusPartOptions
  extends Pick<StatusSources, 'failures'>, Pick<AppContext, 'settings' | 'clock' | 'metrics'> {
  tls: { cert: Buffer } | undefined
  database: DatabasePart | undefined
  readiness: () => Promise<Readiness>
  shedder: Pick<ReturnType<typeof createLoadShedder>, 'load' | 'overloadReason'>
  policyFile: Pick<PolicyFilePart, 'server'> | undefined
  /** The policies and ban lists of Discord servers. */
  policies: Pick<StoredPoliciesPart, 'policies' | 'bans'> | undefined
  steam: Pick<SteamPart, 'usedCalls' | 'limiters'>
}

export type StatusPart = ReturnType<typeof openStatus>

/** Collects the data of the status page: records the day's calls from the start on, and gathers the rest on request. */
export function openStatus(options: StatusPartOptions) {
  const { settings, tls, database, steam, shedder, policyFile, policies, readiness, failures, clock } = options
  const history = createBudgetHistory(clock)
  const sightings = createProxySightings(clock)
  let inviteUrl: string | null = null
  let stopTimer = () => {}
  const note = () => {
    const used = steam.usedCalls()
    if (used !== null) history.note(used)
    stopTimer = clock.setTimer(NOTE_EVERY_MS, note)
  }
  note()
  const fixed = {
    process: describeProcess(settings, clock.unixSeconds()),
    setUp: describeSetUp(settings, tls),
    refusalsOf: (guildId: string) => ({
      hasRules: hasRules(policies?.policies.ofGuild(guildId)?.rules ?? {}),
      hasBans: policies?.bans.hasBans(guildId, clock.unixSeconds()) ?? false,
    }),
    readStored: createReader(database, settings, clock),
  }
  options.metrics.watchTimes(
    () => fixed.setUp.certificateEndsAt ?? null,
    () => (policyFile ? (policyFile.server().lastAskedAt ?? fixed.process.startedAt) : null),
  )
  return {
    gather: (http: Pick<StatusSources, 'requests' | 'connections'>): Promise<Status> =>
      gatherStatus({
        ...http,
        ...fixed,
        clock,
        readiness,
        failures,
        load: shedder.load,
        overload: shedder.overloadReason,
        fileServer: () => policyFile?.server() ?? null,
        limiters: steam.limiters,
        history,
        sightings: sightings.read,
        inviteUrl: () => inviteUrl,
        memoryBytes: process.memoryUsage.rss,
      }),
    noteProxy: sightings.note,
    onInvite: (url: string): void => void (inviteUrl = url),
    stop: (): void => stopTimer(),
  }
}

/** Creates a function that reads the stored data, or returns what was just read. */
function createReader(database: Database | undefined, settings: Settings, clock: Clock) {
  let latest: { at: number; stored: Promise<StoredStatus> } | undefined
  const { intervalSeconds } = settings.watch
  const options = { clock, intervalSeconds, callsPerDay: settings.steam.callsPerDay }
  return async (): Promise<StoredStatus | null> => {
    if (!database) return null
    if (!latest || clock.now() - latest.at >= REREAD_MS)
      latest = { at: clock.now(), stored: readStoredStatus({ ...options, database }) }
    return latest.stored
  }
}

function describeProcess({ role, store, database, loadShedding }: Settings, startedAt: number) {
  return {
    version: VERSION,
    node: process.versions.node,
    role,
    startedAt,
    memoryLimitBytes: loadShedding.memoryBytes,
    store: store.url === 'memory://' ? 'memory' : kindOf(store.url),
    database: kindOf(database.url),
  } as const
}

const kindOf = (url: string) => (isPostgresUrl(url) ? 'postgres' : 'sqlite')

function describeSetUp(settings: Settings, tls: { cert: Buffer } | undefined): StatusSources['setUp'] {
  const { role, discord, http, rateLimit } = settings
  return {
    role,
    hasDiscordToken: discord.token !== undefined,
    hasAdminToken: http.adminToken !== undefined,
    hasApiTokens: http.apiTokens.length > 0,
    isOpenToAll: findOpenAccess(settings) !== undefined,
    trustsProxy: http.trustedProxies.length > 0,
    certificateEndsAt: tls && Math.floor(Date.parse(new X509Certificate(tls.cert).validTo) / 1000),
    publicUrl: http.publicUrl ?? null,
    // No limit, because a process that serves operators only does not limit clients.
    perMinute: role === 'bot' ? 0 : rateLimit.perMinute,
    neededPerMinute: rateLimit.neededPerMinute,
  }
}
