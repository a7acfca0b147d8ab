import type { Logger } from 'pino'
import { createLogThrottle } from '../lib/log-throttle.ts'
import { startBusyMeter } from '../lib/busy-meter.ts'
import type { Context } from '../accounts/context.ts'
import { createConfirmations } from '../accounts/confirmations.ts'
import { createRememberedScans } from '../accounts/remembered-scans.ts'
import type { ReportFailure } from '../model/status.ts'
import type { SteamId } from '../model/steam-id.ts'
import { createCachedSteam } from '../steam/cached-steam.ts'
import { createSteam } from '../steam/steam.ts'
import { createImages } from '../steam/images.ts'
import { createPlatformCheck, type PlatformState } from '../steam/platform-check.ts'
import { CALL_POLICY, type CallPolicy } from '../steam/upstream/call-policy.ts'
import type { DayBudget } from '../steam/upstream/budget-rules.ts'
import { createSharedDayBudget, openDayBudget } from '../steam/upstream/day-budget.ts'
import type { SteamCall, UpstreamEvent } from '../steam/upstream/request.ts'
import { createSteamClock } from '../steam/upstream/steam-clock.ts'
import { createTransport } from '../steam/upstream/transport.ts'
import type { Store } from '../store/store.ts'
import type { Limits } from './settings/settings.ts'
import type { AppContext } from './app-context.ts'
import { createClockWatch } from './clock-watch.ts'
import type { ReplicasPart } from './open-replicas.ts'

/** How long after the start the key is checked, so that a program that crashes at each start does not call Steam at each start. */
const KEY_CHECK_MS = 5_000
/** Time limit of that check. It is longer than all tries of a call together, because nothing waits for the check. */
const KEY_CHECK_WITHIN_MS = 60_000

/** Options that are not settings. The program itself sets only `pageFolder` and `listWorker`; tests, benchmarks and the demo set the others too. */
export interface Overrides extends Partial<CallPolicy>, Partial<Limits> {
  /** A simulated image CDN that replaces all image hosts. */
  imageCdnUrl?: string | undefined
  /** The folder of the built page: `dist/page`. */
  pageFolder?: string
  /** The built worker that reads large ban lists; without it they are read in the main thread. */
  listWorker?: URL
  /** How long after the start the key is checked, milliseconds. */
  keyCheckDelayMs?: number
}

interface SteamPartOptions extends Pick<AppContext, 'settings' | 'clock' | 'metrics' | 'log' | 'onFailure'> {
  overrides: Overrides
  store: Store
  /** The shared state of replicas; undefined in a single process. */
  replicas?: ReplicasPart | undefined
  /** Whether the ban list of a Discord server contains an account; false by default. */
  isBanned?: ((steamId: SteamId) => boolean) | undefined
}

/** Receives the ban records that use cases read, and knows which accounts are on watch lists. */
interface RecordObserver extends Pick<Context, 'onRecord'> {
  isWatched: (steamId: SteamId) => boolean
}

export type SteamPart = Awaited<ReturnType<typeof openSteam>>

/** Builds everything that calls Steam, and the context of the use cases. */
export async function openSteam(options: SteamPartOptions) {
  const { settings, overrides, replicas, isBanned = () => false, clock, metrics, log, onFailure } = options
  const { imageHosts, address: _, ...connection } = settings.steam
  const { imageCdnUrl, keyCheckDelayMs = KEY_CHECK_MS, ...policy } = { ...CALL_POLICY, ...overrides }
  const dayBudget = await openBudget(options, policy)
  const reportRefusedKey = createRefusedKeyReport(log, onFailure)
  const steamClock = createSteamClock(clock)
  const transport = createTransport({
    ...connection,
    ...policy,
    dayBudget,
    clock,
    peers: replicas?.peers,
    random: Math.random,
    onSteamDate: createClockWatch(clock, log, steamClock.record),
    onTryResult(result) {
      metrics.onTryResult(result)
      if (result.outcome === 'key_refused') reportRefusedKey()
    },
    onEvent(event) {
      logEvent(event, log, onFailure)
    },
  })
  const checkPlatform = createPlatformCheck(transport)
  let stopKeyCheck = () => {}
  const reportBudget = () => dayBudget?.report() ?? null
  metrics.watchSteam(transport, reportBudget)
  let observer: RecordObserver = { onRecord() {}, isWatched: () => false }
  const images = createImages({ cdnUrl: imageCdnUrl })
  const { stopMeter, ...answers } = openCache(transport.call, options)
  const context: Context = {
    ...answers,
    missingProfiles: createConfirmations(clock),
    missingAccounts: createConfirmations(clock),
    isListed: (steamId) => observer.isWatched(steamId) || isBanned(steamId),
    rememberedScans: createRememberedScans(clock, answers.newestBans),
    clock,
    steamClock: steamClock.read,
    onRecord: (steamId, bans) => observer.onRecord(steamId, bans),
    onStale: metrics.onStale,
    refuseWhenReserved: (what) => dayBudget?.refuseFrom('reserved', what),
    images,
    imageHosts,
  }
  return {
    context,
    /** Checks some time after the start whether Steam accepts the key, and logs the result; to be called when all parts have started. */
    checkKey(): void {
      const check = async () => logKeyCheck(await checkPlatform(KEY_CHECK_WITHIN_MS), log, reportRefusedKey)
      if (connection.apiKey !== undefined) stopKeyCheck = clock.setTimer(keyCheckDelayMs, () => void check())
    },
    limiters: transport.limiters,
    /** Number of calls that were used today; null without a key. */
    usedCalls: () => reportBudget()?.used ?? null,
    /** Sets the only observer of the ban records that use cases read. */
    observe(newObserver: RecordObserver): void {
      observer = newObserver
    },
    readiness: () => ({
      platform: checkPlatform,
      budget: reportBudget(),
      down: transport.openCircuits(),
      findBlocked: transport.blocked,
    }),
    async close() {
      stopKeyCheck()
      stopMeter()
      await Promise.all([transport.close(), images.close()])
      dayBudget?.settle()
    },
  }
}

/** Creates a function that reports a refused key, at limited intervals. */
function createRefusedKeyReport(log: Logger, onFailure: ReportFailure) {
  const mayLog = createLogThrottle()
  return () => {
    if (!mayLog('key_refused')) return
    onFailure({ level: 'error', code: 'key_refused', where: 'Steam' })
    log.error(
      'Steam refuses the API key: replace STEAM_API_KEY by a valid one from https://steamcommunity.com/dev/apikey and restart.',
    )
  }
}

function logKeyCheck(state: PlatformState, log: Logger, reportRefusedKey: () => void): void {
  if (state === 'reachable') log.info('Steam accepts the key')
  else if (state === 'key_refused') reportRefusedKey()
  else log.warn({ platform: state }, 'Steam gives no answer, so that the key could not be checked: see /readyz')
}

async function openBudget(
  { settings, store, replicas, clock }: SteamPartOptions,
  policy: CallPolicy,
): Promise<DayBudget | undefined> {
  if (replicas?.calls) return createSharedDayBudget({ ...policy, clock }, replicas.calls)
  const { apiKey, callsPerDay: limit } = settings.steam
  return apiKey ? openDayBudget({ ...policy, apiKey, store, clock, limit }) : undefined
}

/** Creates the cache in front of Steam, and shares changed bans with the other replicas. */
function openCache(call: SteamCall, { settings, store, replicas, clock }: SteamPartOptions) {
  const { isBusy, stop: stopMeter } = startBusyMeter()
  const steam = createSteam({ call, clock, isBusy })
  const cached = createCachedSteam(steam, store, {
    lifetimes: settings.lifetimes,
    clock,
    ...(replicas && { onOtherBans: replicas.tellNewestBans }),
  })
  replicas?.onNewestBans(cached.newestBans.learn)
  return { ...cached, stopMeter }
}

/** Logs and reports outages and blocks. */
function logEvent(event: UpstreamEvent, log: Logger, onFailure: ReportFailure): void {
  if (event.kind === 'circuit') {
    const { circuit, isOpen } = event
    if (isOpen) onFailure({ level: 'warn', code: 'circuit_open', where: `Steam ${circuit}` })
    if (isOpen) log.warn({ circuit }, 'Steam is down: no calls are made until a probe succeeds')
    else log.info({ circuit }, 'Steam answers again')
  } else if (event.kind === 'block') {
    const { host: origin, isBlocked } = event
    if (isBlocked) onFailure({ level: 'warn', code: 'platform_blocked', where: `Steam ${origin}` })
    if (isBlocked) log.warn({ origin }, 'Steam blocks the address of this server: only rare probes are sent')
    else log.info({ origin }, 'Steam no longer blocks the address of this server')
  }
}
