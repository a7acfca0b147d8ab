import { createListFileReader } from '../bans/formats/list-file-reader.ts'
import type { Logger } from 'pino'
import { createSecretFilter, type SecretFilter, type Settings } from './settings/read-settings.ts'
import { createAdjustableClock, systemClock } from '../lib/clock.ts'
import { createLoadShedder } from '../lib/limits/load-shedding.ts'
import { endsWithin } from '../lib/timeout.ts'
import { type AppContext, createErrorLog, createRecentFailures } from './app-context.ts'
import { createMetrics } from './metrics.ts'
import { openObserver, type Observer } from '../watch/observe.ts'
import { openBot, type BotPart } from './open-bot.ts'
import { openDatabase, type DatabasePart } from './open-database.ts'
import { openHttp, readPage, type HttpPart } from './open-http.ts'
import { openPolicies, openStoredPolicies, type StoredPoliciesPart } from './open-policies.ts'
import { openPolicyFile } from './open-policy-file.ts'
import { createPolicies, type PolicyAccess } from '../policy/policies.ts'
import { openTools, type ToolsPart } from './open-tools.ts'
import { openReplicas, type ReplicasPart } from './open-replicas.ts'
import { createOpenWhenReachable, explainFailure } from './start-failures.ts'
import { openStatus, type StatusPart } from './open-status.ts'
import { openSteam, type Overrides, type SteamPart } from './open-steam.ts'
import { openStore } from './open-store.ts'
import { readTls } from './settings/read-named-file.ts'
import type { Readiness } from '../model/readiness.ts'
import type { Store } from '../store/store.ts'

/** How long running requests may continue when the service stops. */
const GRACE_MS = 10_000
/** Minimum time for closing the store, and for closing the database. What is left of the drain time and the grace time is added. */
const STORE_GRACE_MS = 1_000

export interface App {
  url: string
  /** Reads the file of `POLICY_FILE` again; undefined if that is not set. Never rejects. */
  reloadPolicyFile: (() => Promise<void>) | undefined
  /**
   * Signals the load balancer, stops accepting connections, lets running requests finish for up to 10 s, then closes store and database.
   * Rejects when one of them cannot be closed in time, or when joins of players could not be stored.
   */
  close(): Promise<void>
}

/**
 * Builds and starts all parts. If one of them cannot start, closes the others and rejects. `onFatal` is called once with a message for the
 * operator when the running service cannot continue. A token in the file of `POLICY_FILE` is added to `secrets`.
 */
export async function startApp(
  settings: Settings,
  log: Logger,
  onFatal: (message: string) => void,
  overrides: Overrides = {},
  secrets: SecretFilter = createSecretFilter(settings),
): Promise<App> {
  const [tls, page] = await Promise.all([readTls(settings.http.tls), readPage(settings, overrides.pageFolder)])
  const { file } = settings.policy
  // Replicas set it to the time of the database.
  const clock = createAdjustableClock()
  const listReader = createListFileReader({ worker: overrides.listWorker })
  const [metrics, policies] = [createMetrics(), createPolicies(clock)]
  const policyFile =
    file === undefined ? undefined : await openPolicyFile(file, policies, clock, log, secrets.add, listReader.read)
  const parts: Parts = {}
  const databaseProblem = () => parts.database?.problem()
  const { report: onFailure, list: failures } = createRecentFailures(clock)
  const reportError = createErrorLog(log, onFailure, databaseProblem)
  const common: AppContext = { settings, clock, metrics, policies, log, onFailure, reportError, databaseProblem }
  const shedder = createLoadShedder(settings.loadShedding)
  const overload = shedder.overloadReason
  metrics.watchLoadShedding(overload)
  const openWhenReachable = createOpenWhenReachable((error) => explainFailure(error, settings), log, systemClock)

  let isStopping = false
  const close = async (drainMs: number, graceMs: number) => {
    isStopping = true
    await closeParts(parts, drainMs, graceMs, () => {
      parts.status?.stop()
      parts.policies?.stop()
      policyFile?.close()
      shedder.stop()
    })
  }

  try {
    // Opened before the cache, which may be in the same database: if that database cannot be opened, the start ends here with one error.
    const database = (parts.database = await openDatabase(settings, openWhenReachable, common))
    const store = (parts.store = await openStore(settings.store, common))
    const replicas = (parts.replicas = await openWhenReachable(() =>
      openReplicas({ ...common, clock, policyFileDigest: policyFile?.digest }),
    ))
    const stored = (parts.stored =
      database && (await openWhenReachable(() => openStoredPolicies({ ...common, database }))))
    const steam = (parts.steam = await openSteam({
      ...common,
      overrides,
      store,
      replicas,
      isBanned: stored?.bans.isListed,
    }))
    const { context } = steam
    const onChanges = metrics.onBanChanges
    const observer = (parts.observer =
      database && (await openWhenReachable(() => openObserver({ ...common, onChanges, steam, database }))))
    const verdicts = (parts.policies = openPolicies({ ...common, context, file: policyFile?.source, stored }))
    const readiness = () => checkReadiness(parts, steam, store, isStopping)
    const operated = { tls, database, steam, readiness, failures, shedder, policyFile, policies: stored }
    const status = (parts.status = openStatus({ ...common, ...operated }))
    const known = { ...common, context, policies: verdicts }
    const tools = (parts.tools = openTools({ ...known, stored, observer, database, listReader }))
    const served = { ...known, tls, page, tools, replicas, readiness, overload, status, hideSecrets: secrets.hide }
    const http = (parts.http = await openHttp(served))
    const working = toWorking(settings, parts)
    if (working) {
      const options = { ...common, ...working, steam, store, listReader, overload, onFatal, onInvite: status.onInvite }
      parts.bot = await openWhenReachable(() => openBot(options))
    }
    steam.checkKey()
    return { url: http.url, reloadPolicyFile: policyFile?.reload, close: () => close(settings.drainMs, GRACE_MS) }
  } catch (error) {
    await close(0, 0).catch(() => {})
    throw await explainFailure(error, settings)
  }
}

/** What the bot works with; undefined for a process that does not run it. */
function toWorking({ role, discord: { token } }: Settings, { database, stored: policies, observer }: Parts) {
  return role !== 'http' && token && database && policies && observer
    ? { token, database, policies, observer }
    : undefined
}

/**
 * Whether this process can answer, and the state of what it depends on. A balancer takes away a process that is not ready, so `ready` must
 * not depend on what fails for all processes at once, such as Steam: no process would then refuse banned players. The listener opens only after
 * lists and policies were read.
 */
async function checkReadiness(
  { database, bot, replicas }: Parts,
  steam: SteamPart,
  store: Store,
  stopping: boolean,
): Promise<Readiness> {
  const { platform, budget, down, findBlocked } = steam.readiness()
  const [isOpen, latest] = await Promise.all([store.isOpen(), platform()])
  // Read after the platform check, which can detect a block.
  const blocked = findBlocked()
  const state = databaseStateOf(database)
  return {
    ready: state !== 'lost' && !stopping,
    store: isOpen ? (store.isFailing() ? 'failing' : 'open') : 'closed',
    database: state,
    discord: bot?.state() ?? 'off',
    replicas: replicas?.state() ?? null,
    platform: blocked.includes('api') ? 'blocked' : latest,
    blocked,
    budget,
    down,
    stopping,
  }
}

function databaseStateOf(database: DatabasePart | undefined): Readiness['database'] {
  if (!database) return 'off'
  const problem = database.problem()
  if (problem === undefined) return 'open'
  return problem === 'lost' ? 'lost' : 'failing'
}

/** The open parts, which have to be closed. */
interface Parts {
  store?: Store
  database?: DatabasePart | undefined
  stored?: StoredPoliciesPart | undefined
  tools?: ToolsPart | undefined
  policies?: PolicyAccess & { stop: () => void }
  replicas?: ReplicasPart | undefined
  steam?: SteamPart
  status?: StatusPart
  http?: HttpPart
  bot?: BotPart
  observer?: Observer | undefined
}

/**
 * Signals the load balancer, ends requests and the bot, then closes the parts that these used. Rejects when a part could not be closed or data was
 * lost.
 */
async function closeParts(
  { store, database, stored, tools, replicas, steam, http, bot, observer }: Parts,
  drainMs: number,
  graceMs: number,
  stopOthers: () => void,
): Promise<void> {
  const startedAt = systemClock.now()
  tools?.stop()
  const drained = http?.drain(drainMs) ?? Promise.resolve()
  let lostJoins = 0
  const closeDatabase = async () => {
    await observer?.close()
    lostJoins = (await stored?.close()) ?? 0
    await database?.close()
  }
  await Promise.all([bot?.close(), drained.then(() => http?.close(graceMs))])
  stopOthers()
  await steam?.close()
  const leftMs = Math.max(0, drainMs + graceMs - (systemClock.now() - startedAt))
  const [isStoreClosed, isDatabaseClosed] = await Promise.all([
    endsWithin(leftMs + STORE_GRACE_MS, Promise.resolve(store?.close())),
    endsWithin(leftMs + STORE_GRACE_MS, closeDatabase()),
    replicas?.close(),
  ])
  if (!isStoreClosed) throw new Error('The store could not be closed in time; the latest answers may not be saved.')
  if (!isDatabaseClosed) throw new Error('The database could not be closed in time; nothing in it is lost.')
  if (lostJoins > 0)
    throw new Error(`The database did not answer: ${lostJoins} joins of players could not be stored and are lost.`)
}
