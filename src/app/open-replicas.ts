import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { AdjustableClock } from '../lib/clock.ts'
import type { OpenSharedUse } from '../lib/limits/quota.ts'
import { messageOf } from '../lib/thrown.ts'
import { banRecordSchema } from '../model/ban-record.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { ReplicasState } from '../model/readiness.ts'
import type { Member } from '../cluster/member.ts'
import { digestOf } from '../steam/upstream/budget-rules.ts'
import type { NewestBans } from '../steam/newest-bans.ts'
import type { Peers } from '../steam/upstream/peers.ts'
import type { SharedCalls } from '../steam/upstream/day-budget.ts'
import type { AppContext } from './app-context.ts'
import { VERSION } from './version.ts'
import {
  CALLS_PER_DAY,
  clientSecret,
  comparedSettings,
  findDiffering,
  findLowest,
} from './settings/compare-settings.ts'

/** The state that this process shares with others on the same Postgres database. */
export interface ReplicasPart {
  /** What the replicas know together about Steam. `calls`, this replica's part of the day's calls, is undefined without a key. */
  peers: Peers
  calls: SharedCalls | undefined
  state: () => ReplicasState
  /** Creates a rate limit that the replicas share; `kind` names the clients that it counts, such as `address`. */
  shareLimit: (kind: string) => OpenSharedUse
  /** Tells the other replicas about a record whose bans have changed, within two seconds; what cannot be stored is lost. */
  tellNewestBans: NewestBans['learn']
  /** Sets the listener for records that other replicas tell of. */
  onNewestBans: (learn: NewestBans['learn']) => void
  /** Ends the membership of this replica. */
  close(): Promise<void>
}

interface ReplicasOptions extends Pick<AppContext, 'settings' | 'metrics' | 'log' | 'databaseProblem'> {
  /** Digest of the content of `POLICY_FILE`; undefined without that file. */
  policyFileDigest: string | undefined
  /** The clock that is set to the database's time. */
  clock: AdjustableClock
}

/**
 * Joins the replicas that share the database, and sets the clock of the process to the time of the database; undefined if the process does
 * not share its database. Rejects with an error that `explainFailure` explains.
 */
export async function openReplicas(options: ReplicasOptions): Promise<ReplicasPart | undefined> {
  const { settings, policyFileDigest, clock, metrics, log, databaseProblem } = options
  if (!settings.isShared) return undefined
  const { createReplicas, openPauses, openCallBlocks, createClientUse, openNews } = await loadReplicas()
  const { apiKey = '', address } = settings.steam
  const key = digestOf(apiKey)
  const replicasLog = createReplicasLog(log, databaseProblem)
  const replicas = await createReplicas({
    url: settings.database.url,
    host: hostname(),
    member: { role: settings.role, program: VERSION, address, settings: comparedSettings(settings, policyFileDigest) },
    clock,
    ...replicasLog,
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
    const limit = () => findLowest(replicas.members(), CALLS_PER_DAY)
    return { pauses, calls: apiKey ? await openCallBlocks({ replicas, key, limit, clock }) : undefined }
  }
  const { pauses, calls } = await open().catch(async (error: unknown) => {
    await replicas.close()
    throw error
  })
  const clients = createClientUse({ replicas, secret: clientSecret(settings), clock })
  const newestBans = shareNewestBans((onNews) => openNews(replicas, clock, onNews))
  const state = (): ReplicasState => ({
    name: replicas.self.name,
    alive: replicas.members().length,
    database: replicas.isConnected() ? 'connected' : 'away',
    differing: findDiffering(replicas.members()),
  })
  metrics.watchReplicas(replicas.self.name, state)
  const { id, name, role } = replicas.self
  log.info({ id, role, address, alive: replicas.members().length }, `this replica is ${name}`)
  return {
    peers: {
      count: () => replicas.members().length,
      countAtAddress: () => replicas.membersAtAddress().length,
      key: pauses.get(names.key),
      retryAfter: pauses.get(names.retryAfter),
      blocks: { api: pauses.get(names.api), community: pauses.get(names.community) },
      inventories: pauses.get(names.inventories),
    },
    calls,
    state,
    shareLimit: clients.open,
    ...newestBans,
    async close() {
      calls?.close()
      await pauses.close()
      await replicas.close()
    },
  }
}

/** How many polls in a row fail before that is logged. */
const FAILED_POLLS = 5

const newestBansSchema = z.object({ steamId: z.string(), record: banRecordSchema, fetchedAt: unixSecondsSchema })

/**
 * Shares changed records as news. News that are lost are acceptable: records of watched accounts are in the database, and an answer about
 * another account is cached for only a minute by default.
 */
function shareNewestBans(
  open: (onNews: (content: unknown) => void) => { tell: (content: unknown) => void },
): Pick<ReplicasPart, 'tellNewestBans' | 'onNewestBans'> {
  let learn: NewestBans['learn'] = () => {}
  const { tell } = open((content) => {
    const { data } = newestBansSchema.safeParse(content)
    if (data) learn(data.steamId, data)
  })
  return {
    tellNewestBans: (steamId, changed) => tell({ steamId, ...changed }),
    onNewestBans: (listener) => void (learn = listener),
  }
}

/** Loaded separately, because a single process does not need `pg`. */
async function loadReplicas() {
  const [replicas, pauses, blocks, use, news] = await Promise.all([
    import('../cluster/create-replicas.ts'),
    import('../cluster/pauses.ts'),
    import('../cluster/call-blocks.ts'),
    import('../cluster/client-use.ts'),
    import('../cluster/news.ts'),
  ])
  return { ...replicas, ...pauses, ...blocks, ...use, ...news }
}

/**
 * Logs changes of the connection to the database, and of differing settings. That only the polls fail is logged at the fifth of them, because others notice an outage of the database itself by then.
 */
function createReplicasLog(log: Logger, databaseProblem: AppContext['databaseProblem']) {
  let failed = 0
  let isLost = false
  let differed = ''
  return {
    onPoll(members: readonly Member[], error?: unknown) {
      failed = error === undefined ? 0 : failed + 1
      if (failed === 0 && isLost) log.info('the database of the replicas answers again')
      else if (failed === FAILED_POLLS && databaseProblem() === undefined)
        log.warn(
          { reason: messageOf(error) },
          'the database of the replicas does not answer: this one goes on by itself',
        )
      isLost = failed >= FAILED_POLLS && (isLost || databaseProblem() === undefined)
      const settings = findDiffering(members).join(', ')
      if (settings !== differed && settings !== '')
        log.warn({ settings }, 'replicas have different settings that should be the same')
      else if (settings !== differed) log.info('all replicas have the same settings')
      differed = settings
    },
  }
}
