import type { Clock } from '../../lib/clock.ts'
import { PRIORITY, type Priority } from '../../lib/call-context.ts'
import { floorToTenths } from '../../lib/tenths.ts'
import type { OverloadReason, ProcessLoad } from '../../lib/limits/load-shedding.ts'
import type { GameServer } from '../../model/checklist.ts'
import type { Readiness } from '../../model/readiness.ts'
import type { Failure, Status } from '../../model/status.ts'
import { type BudgetHistory, forecastBudget } from './budget-history.ts'
import { type ChecklistFacts, createChecklist, type ProxySightings, type SetUp } from './checklist.ts'
import type { StoredStatus } from './read-stored-status.ts'

interface Limiters {
  api: { inFlight: number; limit: number; waiting: readonly number[] }
  community: { inFlight: number; limit: number; waiting: number }
}

/** The sources of the status. */
export interface StatusSources {
  clock: Pick<Clock, 'unixSeconds'>
  /** Facts that are constant while the process runs. */
  process: Pick<Status['process'], 'version' | 'node' | 'role' | 'startedAt' | 'memoryLimitBytes'> & {
    store: Status['process']['store']['kind']
    database: Status['process']['database']['kind']
  }
  setUp: SetUp
  readiness: () => Promise<Readiness>
  /** Reads the stored facts; rejects when the database cannot be read, resolves to null when it is off. */
  readStored: () => Promise<StoredStatus | null>
  history: Pick<BudgetHistory, 'read'>
  failures: () => Failure[]
  limiters: () => Limiters
  requests: () => number
  connections: () => number
  /** The last measurement of the load; null before the first measurement. */
  load: () => ProcessLoad | null
  memoryBytes: () => number
  overload: () => OverloadReason | null
  sightings: () => ProxySightings
  inviteUrl: () => string | null
  fileServer: () => GameServer | null
  refusalsOf: ChecklistFacts['refusalsOf']
}

/** The state of the service for its operator. When the database cannot be read, only the parts that are read from it are null. */
export async function gatherStatus(sources: StatusSources): Promise<Status> {
  const { clock, process, setUp } = sources
  const [readiness, stored] = await Promise.all([sources.readiness(), sources.readStored().catch(() => undefined)])
  const { platform, down, blocked, budget, replicas, stopping } = readiness
  const now = clock.unixSeconds()
  return {
    at: now,
    checklist: createChecklist({
      now,
      startedAt: process.startedAt,
      setUp,
      readiness,
      inviteUrl: sources.inviteUrl(),
      stored,
      fileServer: sources.fileServer(),
      refusalsOf: sources.refusalsOf,
      sightings: sources.sightings(),
    }),
    budget: budget && withHistory(budget, sources),
    circuits: { platform, down, blocked },
    queue: readQueue(sources),
    sweeps: stored?.sweeps ?? null,
    alerts: stored?.alerts ?? null,
    replicas,
    errors: sources.failures().map((failure) => ({
      ...failure,
      guildName: stored?.guildNames[failure.guildId ?? ''] ?? null,
    })),
    process: {
      ...process,
      memoryBytes: sources.memoryBytes(),
      stopping,
      store: { kind: process.store, state: readiness.store },
      database: { kind: process.database, state: databaseState(stored, readiness.database) },
    },
  }
}

function withHistory(budget: NonNullable<Readiness['budget']>, { history }: StatusSources): Status['budget'] {
  const points = history.read(budget.used)
  return { ...budget, points, forecast: forecastBudget(points, budget) }
}

function readQueue({ limiters, requests, connections, load, overload }: StatusSources): Status['queue'] {
  const { api, community } = limiters()
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
    eventLoopDelayMs: finiteOrNull(load()?.delayMs),
    overload: overload(),
  }
}

/** Null for NaN, which is the mean delay while there are no samples. */
const finiteOrNull = (ms = Number.NaN) => (Number.isFinite(ms) ? Math.max(0, floorToTenths(ms)) : null)

function databaseState(
  stored: StoredStatus | null | undefined,
  written: Readiness['database'],
): Status['process']['database']['state'] {
  if (written === 'lost') return 'lost'
  if (stored === undefined) return 'failing'
  if (stored === null) return 'off'
  return written === 'failing' ? 'unwritable' : 'open'
}
