import { X509Certificate } from 'node:crypto'
import { PRIORITY, type Priority } from '../lib/call-context.ts'
import type { Clock } from '../lib/clock.ts'
import type { createLoadShedder } from '../lib/limits/load-shedding.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { toTenths } from '../lib/tenths.ts'
import type { Readiness } from '../model/readiness.ts'
import type { Failure, Status } from '../model/status.ts'
import { hasRules } from '../policy/judge-rules.ts'
import type { AppContext } from './app-context.ts'
import type { Database } from './database.ts'
import type { DatabasePart } from './open-database.ts'
import type { StoredPoliciesPart } from './open-policies.ts'
import type { PolicyFilePart } from './open-policy-file.ts'
import type { SteamPart } from './open-steam.ts'
import type { Settings } from './settings/read-settings.ts'
import { createBudgetHistory, forecastBudget } from './status/budget-history.ts'
import { createChecklist, createProxySightings } from './status/checklist.ts'
import { readStoredStatus, type StoredStatus } from './status/read-stored-status.ts'
import { VERSION } from './version.ts'

const NOTE_EVERY_MS = 60_000
/** Results from the database are reused for this long, so that several open pages cost no more than one page. */
const REREAD_MS = 2_000

interface StatusPartOptions extends Pick<AppContext, 'settings' | 'clock' | 'metrics'> {
  tls: { cert: Buffer } | undefined
  database: Pick<DatabasePart, 'read'> | undefined
  readiness: () => Promise<Readiness>
  failures: () => Failure[]
  shedder: Pick<ReturnType<typeof createLoadShedder>, 'load' | 'overloadReason'>
  policyFile: Pick<PolicyFilePart, 'server'> | undefined
  /** The policies and ban lists of Discord servers. */
  policies: Pick<StoredPoliciesPart, 'policies' | 'bans'> | undefined
  steam: Pick<SteamPart, 'usedCalls' | 'limiters'>
}

/** The work of the listener. */
interface HttpWork {
  requests: () => number
  connections: () => number
}

export type StatusPart = ReturnType<typeof openStatus>

/** Collects the data of the status page: records the day's calls from the start on, and gathers the rest on request. */
export function openStatus(options: StatusPartOptions) {
  const { settings, tls, database, steam, policyFile, policies, clock } = options
  const history = createBudgetHistory(clock)
  const sightings = createProxySightings(clock)
  const readStored = createReader(database, settings, clock)
  const startedAt = clock.unixSeconds()
  const certificateEndsAt = tls && Math.floor(Date.parse(new X509Certificate(tls.cert).validTo) / 1000)
  let inviteUrl: string | null = null
  let stopTimer = () => {}
  const note = () => {
    const used = steam.usedCalls()
    if (used !== null) history.note(used)
    stopTimer = clock.setTimer(NOTE_EVERY_MS, note)
  }
  note()
  options.metrics.watchTimes(
    () => certificateEndsAt ?? null,
    () => (policyFile ? (policyFile.server().lastAskedAt ?? startedAt) : null),
  )
  const refusalsOf = (guildId: string) => ({
    hasRules: hasRules(policies?.policies.ofGuild(guildId)?.rules ?? {}),
    hasBans: policies?.bans.hasBans(guildId, clock.unixSeconds()) ?? false,
  })
  const withHistory = (budget: NonNullable<Readiness['budget']>): Status['budget'] => {
    const points = history.read(budget.used)
    return { ...budget, points, forecast: forecastBudget(points, budget) }
  }
  return {
    /** The state of the service for its operator. When the database cannot be read, only the parts that are read from it are null. */
    async gather(http: HttpWork): Promise<Status> {
      const [readiness, stored] = await Promise.all([options.readiness(), readStored().catch(() => undefined)])
      const { platform, down, blocked, budget, replicas } = readiness
      const now = clock.unixSeconds()
      const fileServer = policyFile?.server() ?? null
      const seen = sightings.read()
      const facts = {
        now,
        startedAt,
        settings,
        certificateEndsAt,
        readiness,
        inviteUrl,
        stored,
        fileServer,
        refusalsOf,
      }
      return {
        at: now,
        checklist: createChecklist({ ...facts, sightings: seen }),
        budget: budget && withHistory(budget),
        circuits: { platform, down, blocked },
        queue: readQueue(options, http),
        sweeps: stored?.sweeps ?? null,
        alerts: stored?.alerts ?? null,
        replicas,
        errors: options.failures().map((failure) => ({
          ...failure,
          guildName: stored?.guildNames[failure.guildId ?? ''] ?? null,
        })),
        process: describeProcess(settings, startedAt, readiness, stored),
      }
    },
    noteProxy: sightings.note,
    onInvite: (url: string): void => void (inviteUrl = url),
    stop: (): void => stopTimer(),
  }
}

/** Creates a function that reads the stored data, or returns what was just read. */
function createReader(database: Pick<Database, 'read'> | undefined, settings: Settings, clock: Clock) {
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

function describeProcess(
  { role, store, database, loadShedding }: Settings,
  startedAt: number,
  readiness: Readiness,
  stored: StoredStatus | null | undefined,
): Status['process'] {
  return {
    version: VERSION,
    node: process.versions.node,
    role,
    startedAt,
    memoryBytes: readMemory(),
    memoryLimitBytes: loadShedding.memoryBytes,
    stopping: readiness.stopping,
    store: { kind: store.url === 'memory://' ? 'memory' : kindOf(store.url), state: readiness.store },
    database: { kind: kindOf(database.url), state: databaseState(stored, readiness.database) },
  }
}

let lastMemory = 0

/** The memory of the process, bytes. Node opens a file to read it; if no file descriptor is free, the previous reading is returned. */
function readMemory(): number {
  try {
    lastMemory = process.memoryUsage.rss()
  } catch {}
  return lastMemory
}

const kindOf = (url: string) => (isPostgresUrl(url) ? 'postgres' : 'sqlite')

function readQueue({ steam, shedder }: StatusPartOptions, { requests, connections }: HttpWork): Status['queue'] {
  const { api, community } = steam.limiters()
  const waitingWith = (priority: Priority) => api.waiting.filter((waiting) => waiting === priority).length
  return {
    api: {
      inFlight: api.inFlight,
      limit: api.limit,
      waiting: {
        lookup: waitingWith(PRIORITY.lookup),
        scan: waitingWith(PRIORITY.scan),
        background: waitingWith(PRIORITY.background),
      },
    },
    community: { inFlight: community.inFlight, limit: community.limit, waiting: community.waiting },
    requests: requests(),
    connections: connections(),
    eventLoopDelayMs: finiteOrNull(shedder.load()?.delayMs),
    overload: shedder.overloadReason(),
  }
}

/** Null for NaN, which is the mean delay while there are no samples. */
const finiteOrNull = (ms = Number.NaN) => (Number.isFinite(ms) ? Math.max(0, toTenths(ms)) : null)

function databaseState(
  stored: StoredStatus | null | undefined,
  written: Readiness['database'],
): Status['process']['database']['state'] {
  if (written === 'lost') return 'lost'
  if (stored === undefined) return 'failing'
  if (stored === null) return 'off'
  return written === 'failing' ? 'unwritable' : 'open'
}
