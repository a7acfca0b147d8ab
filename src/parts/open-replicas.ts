import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { createAdjustableClock } from '../lib/adjustable-clock.ts'
import type { Clock } from '../lib/clock.ts'
import type { OpenSharedUse } from '../lib/quota.ts'
import type { Member } from '../replicas/member.ts'
import { digestOf } from '../steam/upstream/budget-rules.ts'
import type { Peers } from '../steam/upstream/peers.ts'
import type { CallLeases } from '../steam/upstream/shared-day-budget.ts'
import { VERSION } from '../version.ts'

/** What this process shares with the others on the same Postgres database. */
export interface ReplicasPart {
  /** What concerns Steam; the calls of the day only with a key. */
  peers: Peers
  calls: CallLeases | undefined
  /** Shows the database's time. */
  clock: Clock
  /** Shares the limit of a kind of clients. */
  shareLimit: (kind: string) => OpenSharedUse
  close(): Promise<void>
}

/** Joins the replicas that share the database; undefined for a process that has its database for itself. */
export async function openReplicas(settings: Settings, log: Logger): Promise<ReplicasPart | undefined> {
  if (!settings.isShared) return undefined
  const { createReplicas, openPauses, createPermitLease, openCallLeases, createClientUse } = await loadReplicas()
  const { apiKey = '', address, callsPerDay } = settings.steam
  const key = digestOf(apiKey)
  const clock = createAdjustableClock()
  const replicas = await createReplicas({
    url: settings.database.url,
    host: hostname(),
    member: { role: settings.role, program: VERSION, address, settings: comparedSettings(settings) },
    clock,
    ...createConnectionLog(log),
  })
  const names = {
    key: `key:${key}`,
    retryAfter: `retry-after:${key}`,
    api: `block:api:${address}`,
    community: `block:community:${address}`,
    inventories: `inventories:${address}`,
  }
  const open = async () => {
    const pauses = await openPauses({ replicas, names: Object.values(names), clock })
    const limit = () => lowestLimit(replicas.members(), callsPerDay)
    return { pauses, calls: apiKey ? await openCallLeases({ replicas, key, limit, clock }) : undefined }
  }
  const { pauses, calls } = await open().catch(async (error: unknown) => {
    await replicas.close()
    throw error
  })
  const clients = createClientUse({ replicas, secret: `rapsheet: clients of ${apiKey}`, clock })
  return {
    peers: {
      count: () => replicas.members().length,
      key: pauses.get(names.key),
      retryAfter: pauses.get(names.retryAfter),
      blocks: { api: pauses.get(names.api), community: pauses.get(names.community) },
      inventories: pauses.get(names.inventories),
      inventoryLease: createPermitLease(replicas, names.inventories, clock),
    },
    calls,
    clock,
    shareLimit: clients.open,
    async close() {
      await Promise.all([pauses.close(), clients.close()])
      await replicas.close()
    },
  }
}

/** Loads what needs `pg`, which a single process never does. */
async function loadReplicas() {
  const [replicas, pauses, permits, leases, use] = await Promise.all([
    import('../replicas/create-replicas.ts'),
    import('../replicas/pauses.ts'),
    import('../replicas/permits.ts'),
    import('../replicas/call-leases.ts'),
    import('../replicas/client-use.ts'),
  ])
  return { ...replicas, ...pauses, ...permits, ...leases, ...use }
}

/** Logs when the database is lost and found again, and when notices do not arrive. */
function createConnectionLog(log: Logger) {
  let isLost = false
  return {
    onBeat(error?: unknown) {
      if (isLost === (error !== undefined)) return
      isLost = error !== undefined
      if (isLost) log.warn({ err: error }, 'the database of the replicas does not answer: this one goes on by itself')
      else log.info('the database of the replicas answers again')
    },
    onDeaf(isDeaf: boolean) {
      if (isDeaf)
        log.warn('notices of other replicas do not arrive, as behind a pooler; what they say is read every 5 s')
      else log.info('notices of other replicas arrive again')
    },
  }
}

const CALLS_PER_DAY = 'STEAM_CALLS_PER_DAY'

/** The settings that should be the same on all replicas. */
const comparedSettings = ({ steam, rateLimit }: Settings): Member['settings'] => ({
  [CALLS_PER_DAY]: steam.callsPerDay,
  STEAM_API_KEY: digestOf(steam.apiKey ?? ''),
  STEAM_CONCURRENCY: steam.concurrency,
  INVENTORY_BURST: steam.inventoryBurst,
  INVENTORY_SPACING_MS: steam.inventorySpacingMs,
  RATE_LIMIT_PER_MINUTE: rateLimit.perMinute,
  POLICY_TOKEN_PER_MINUTE: rateLimit.verdictsPerMinute,
})

/** The lowest number of calls that a replica allows in a day; 0, for no limit, is the highest. */
function lowestLimit(members: readonly Member[], own: number): number {
  const limits = members.map(({ settings }) => Number(settings[CALLS_PER_DAY] ?? own)).filter((limit) => limit > 0)
  return limits.length === 0 ? 0 : Math.min(...limits)
}
