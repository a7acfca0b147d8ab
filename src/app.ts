import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { SettingsError } from './config.ts'
import type { Settings } from './config.ts'
import type { Bot } from './discord/bot.ts'
import { createConnectionKey, createOriginReader } from './http/client-address.ts'
import { createCors } from './http/cors.ts'
import { createDocsRoutes } from './http/docs.ts'
import { createHandler } from './http/handler.ts'
import { listen } from './http/listener.ts'
import { createOperationRoutes } from './http/operation.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { routes } from './http/routes.ts'
import { startLoopClock } from './lib/loop-clock.ts'
import { watchDescriptors } from './lib/descriptors.ts'
import { createLoadShedder } from './lib/load-shedding.ts'
import { createLogThrottle } from './lib/log-throttle.ts'
import { settledWithin } from './lib/settled-within.ts'
import { createMetrics } from './metrics.ts'
import { systemClock } from './model/cached.ts'
import { createMissingProfiles } from './service/missing-profiles.ts'
import { checkReadiness } from './service/readiness.ts'
import { createSteam } from './steam/create-steam.ts'
import { openDayBudget } from './steam/upstream/day-budget.ts'
import { createHealth } from './steam/upstream/health.ts'
import { createImages } from './steam/images.ts'
import { openKnownBlocks } from './steam/upstream/known-blocks.ts'
import { createCachedSteam } from './steam/cached-steam.ts'
import { connectionsFor } from './steam/upstream/pacing.ts'
import { createTransport } from './steam/upstream/transport.ts'
import { openSqlite } from './store/disk.ts'
import { createStore } from './store/store.ts'

const GRACE_MS = 10_000
/** How often the same trouble is logged. */
const WARN_EVERY_MS = 60_000
/** How long a client may leave an answer unread. */
const UNREAD_MS = 30_000
/** A scan may take 60 s. */
const STREAM_MS = 60_000 + UNREAD_MS
/** What the store has beyond the time to stop, to be closed. */
const STORE_GRACE_MS = 1_000
const MEGABYTE = 1024 * 1024
/** What the process needs without anything remembered, generously, and what it needs for each megabyte of that. */
const LEAST_MB = 256
const MB_PER_REMEMBERED_MB = 4
/** What part of the bound of memory answers may take that their clients have not read. */
const UNSENT_SHARE = 1 / 16
/** File descriptors for the store, the log, images, DNS and Discord; calls to Steam come on top. */
const OTHER_DESCRIPTORS = 160

/** The service while it runs. */
export interface App {
  url: string
  /** Stops accepting, lets running answers finish for up to 10 s, then writes out and closes the store; rejects when that fails. */
  close(): Promise<void>
}

/**
 * Puts everything together and starts it; rejects, with everything closed again, when it cannot start. `onFatal` hears
 * later, once, why it cannot go on: what to tell whoever runs it.
 */
export async function startApp(settings: Settings, log: Logger, onFatal: (message: string) => void): Promise<App> {
  const tls = await readTls(settings)
  const metrics = createMetrics()
  const mayLog = createLogThrottle(WARN_EVERY_MS)
  const onTrouble = (event: string, error: unknown) => {
    metrics.onStoreTrouble(event)
    // A disk in trouble is so for every lookup; the metric counts them all.
    if (mayLog(event))
      log.warn({ event, err: error instanceof Error ? (error.cause ?? error) : error }, reasonOf(error))
  }
  const disk = settings.STORE_URL.startsWith('sqlite:') ? await openSqlite(settings.STORE_URL, onTrouble) : undefined
  const store = createStore({
    ...(disk ? { disk } : {}),
    memoryBytes: settings.MEMORY_MB * MEGABYTE,
    clock: systemClock,
    staleSeconds: settings.STALE_SECONDS,
    countReads: metrics.readsOf,
    onError: onTrouble,
  })
  metrics.watchStore(store.isFailing)
  const apiKey = settings.STEAM_API_KEY
  const budget =
    apiKey === undefined
      ? undefined
      : await openDayBudget({
          apiKey,
          store,
          clock: systemClock,
          limit: settings.STEAM_CALLS_PER_DAY,
          scarcePercent: settings.STEAM_BUDGET_SCARCE_PERCENT,
          reservedPercent: settings.STEAM_BUDGET_RESERVED_PERCENT,
        })

  const loop = startLoopClock()
  const knownBlocks = await openKnownBlocks(store)
  const health = createHealth(apiKey !== undefined, (request, callContext) => transport.call(request, callContext))
  const transport = createTransport({
    apiUrl: settings.STEAM_API_URL,
    communityUrl: settings.STEAM_COMMUNITY_URL,
    apiKey,
    concurrency: settings.STEAM_CONCURRENCY,
    inventoryBurst: settings.INVENTORY_BURST,
    inventorySpacingMs: settings.INVENTORY_SPACING_MS,
    inventoryPauseMs: settings.INVENTORY_PAUSE_SECONDS * 1000,
    keyPauseMs: settings.STEAM_KEY_PAUSE_SECONDS * 1000,
    tryMs: settings.STEAM_TRY_MS,
    deadlineMs: settings.STEAM_DEADLINE_MS,
    patientDeadlineMs: settings.STEAM_SCAN_DEADLINE_MS,
    retries: settings.STEAM_RETRIES,
    retryPercent: settings.STEAM_RETRY_PERCENT,
    hedgePercent: settings.STEAM_HEDGE_PERCENT,
    budget,
    loop,
    knownBlocks,
    random: Math.random,
    onCall(call) {
      metrics.onCall(call)
      health.record(call)
      if (call.outcome === 'key_refused' && mayLog('key_refused'))
        log.error(
          'Steam refuses the API key: replace STEAM_API_KEY by a valid one from https://steamcommunity.com/dev/apikey and restart.',
        )
    },
    onPacing(event) {
      metrics.onPacing(event)
      if (event.kind === 'circuit') {
        const { circuit, isOpen } = event
        if (isOpen) log.warn({ circuit }, 'Steam is down: left alone until a probe is answered')
        else log.info({ circuit }, 'Steam answers again')
      } else if (event.kind === 'block') {
        const { origin, isBlocked } = event
        if (isBlocked) log.warn({ origin }, 'Steam blocks the address of this server: the host gets rare probes alone')
        else log.info({ origin }, 'Steam no longer blocks the address of this server')
      }
    },
  })
  metrics.watchSteam(transport, () => budget?.report() ?? null)
  const steam = createSteam({
    call: transport.call,
    clock: systemClock,
    loop,
    onUnknownStats: metrics.onUnknownStats,
  })
  if (settings.IMAGE_CDN_URL)
    log.warn(`IMAGE_CDN_URL is set: images come from ${settings.IMAGE_CDN_URL}, not from Steam`)
  const images = createImages({ cdnUrl: settings.IMAGE_CDN_URL })
  const lifetimes = {
    account: settings.CACHE_ACCOUNT_SECONDS,
    hours: settings.CACHE_HOURS_SECONDS,
    friends: settings.CACHE_FRIENDS_SECONDS,
    vanity: settings.CACHE_VANITY_SECONDS,
    vanityMiss: settings.CACHE_VANITY_MISS_SECONDS,
    stats: settings.CACHE_STATS_SECONDS,
    inventory: settings.CACHE_INVENTORY_SECONDS,
    refusal: settings.CACHE_REFUSAL_SECONDS,
    stale: settings.STALE_SECONDS,
  }
  const context = {
    ...createCachedSteam(steam, store, { lifetimes, clock: systemClock, onQuestion: metrics.onQuestion }),
    missingProfiles: createMissingProfiles(systemClock),
    loop,
    onStale: metrics.onStale,
    refuseWhenReserved: (what: string) => budget?.refuseFrom('reserved', what),
    images,
    imageHosts: settings.IMAGE_HOSTS,
  }

  let stopping = false
  let bot: Bot | undefined
  const readiness = () =>
    checkReadiness({
      store,
      platform: health.check,
      discord: bot?.state() ?? 'off',
      stopping,
      budget: budget?.report() ?? null,
      down: transport.openCircuits(),
      blocked: transport.blocked,
    })
  const served = [...routes, ...createOperationRoutes({ readiness, metrics: metrics.text })]
  const costs = {
    free: 0,
    lookup: 1,
    friends: settings.RATE_COST_FRIENDS,
    inventory: settings.RATE_COST_INVENTORY,
    image: settings.RATE_COST_IMAGE,
  }
  const enoughMb = LEAST_MB + settings.MEMORY_MB * MB_PER_REMEMBERED_MB
  if (settings.LOAD_SHEDDING_MEMORY_MB > 0 && settings.LOAD_SHEDDING_MEMORY_MB < enoughMb)
    log.warn(`LOAD_SHEDDING_MEMORY_MB is low for what MEMORY_MB lets be remembered; ${enoughMb} or more would do`)
  const trustedProxies = settings.TRUST_PROXY ?? []
  const ipv6Prefix = settings.RATE_LIMIT_IPV6_PREFIX
  const overload = createLoadShedder({
    eventLoopMs: settings.LOAD_SHEDDING_EVENT_LOOP_MS,
    memoryBytes: settings.LOAD_SHEDDING_MEMORY_MB * MEGABYTE,
  })
  metrics.watchLoadShedding(overload.overloadReason)
  const cors = createCors(settings.CORS_ORIGINS)
  const routed = [...served, ...createDocsRoutes(served)]
  const reserved = connectionsFor(settings.STEAM_CONCURRENCY) + OTHER_DESCRIPTORS
  const descriptors = watchDescriptors({ maxConnections: settings.HTTP_MAX_CONNECTIONS, reserved })
  const needed = settings.HTTP_MAX_CONNECTIONS + reserved
  if (descriptors.maxConnections() < settings.HTTP_MAX_CONNECTIONS) {
    log.warn(
      `Only ${descriptors.limit()} files may be open, and HTTP_MAX_CONNECTIONS (${settings.HTTP_MAX_CONNECTIONS}) with STEAM_CONCURRENCY (${settings.STEAM_CONCURRENCY}) needs ${needed}: at most ${descriptors.maxConnections()} connections are accepted. Raise the limit to ${needed} (ulimit -n ${needed}; LimitNOFILE=${needed} under systemd; --ulimit nofile=${needed} in Docker), or lower HTTP_MAX_CONNECTIONS.`,
    )
  }
  const handler = createHandler({
    routes: [...routed, ...cors.routesFor(routed)],
    cors,
    context,
    log,
    clock: systemClock,
    rateLimit: createRateLimit(settings.RATE_LIMIT_PER_MINUTE),
    costs,
    originOf: createOriginReader({
      trustedProxies,
      ipv6Prefix,
      isTls: tls !== undefined,
    }),
    isHttps: tls !== undefined || trustedProxies.length > 0,
    maxScansPerAddress: settings.HTTP_MAX_SCANS_PER_ADDRESS,
    unreadMs: UNREAD_MS,
    overload: overload.overloadReason,
    onRequest: metrics.onRequest,
    onRefusal: metrics.onRefusal,
  })
  const openBot = async (token: string) => {
    // discord.js takes a third of a second and twenty megabytes, which HTTP alone need not have.
    const [{ startBot }, { commands }] = await Promise.all([import('./discord/bot.ts'), import('../commands/index.ts')])
    const started = startBot({
      token,
      apiUrl: settings.DISCORD_API_URL,
      commands,
      context,
      costs,
      userPerMinute: settings.DISCORD_USER_PER_MINUTE,
      guildPerMinute: settings.DISCORD_GUILD_PER_MINUTE,
      overload: overload.overloadReason,
      log,
      now: Date.now,
      onInteraction: metrics.onInteraction,
      onEdit: metrics.onEdit,
      onRefused: onFatal,
    })
    metrics.watchGateway(() => started.state() === 'connected')
    return started
  }
  const closeParts = async (leftMs = 0) => {
    overload.stop()
    loop.stop()
    descriptors.stop()
    await Promise.all([transport.close(), images.close()])
    budget?.settle()
    // A disk that does not answer would be waited for beyond the time there is to stop.
    const isClosed = await settledWithin(
      Math.max(0, leftMs) + STORE_GRACE_MS,
      store.close().then(() => true),
      false,
    )
    if (!isClosed) throw new Error('The store could not be closed in time; what was learned last may not be kept.')
  }
  try {
    const listener = await listen({
      host: settings.HTTP_HOST,
      port: settings.HTTP_PORT,
      tls,
      maxConnections: descriptors.maxConnections,
      maxConnectionsPerAddress: settings.HTTP_MAX_CONNECTIONS_PER_ADDRESS,
      connectionKeyOf: createConnectionKey({ trustedProxies, ipv6Prefix }),
      unreadMs: UNREAD_MS,
      maxUnsentBytes: settings.LOAD_SHEDDING_MEMORY_MB * MEGABYTE * UNSENT_SHARE || Infinity,
      streamMs: STREAM_MS,
      handler,
      onRefusal: metrics.onRefusal,
    })
    metrics.watchConnections(listener.connections, descriptors.maxConnections)
    try {
      bot = settings.DISCORD_TOKEN ? await openBot(settings.DISCORD_TOKEN) : undefined
    } catch (error) {
      await listener.close(0)
      throw error
    }
    return {
      url: listener.url,
      async close() {
        stopping = true
        const startedAt = performance.now()
        await Promise.all([listener.close(GRACE_MS), bot?.close()])
        await closeParts(GRACE_MS - (performance.now() - startedAt))
      },
    }
  } catch (error) {
    await closeParts().catch(() => {})
    throw error
  }
}

async function readTls({ HTTP_TLS_CERT, HTTP_TLS_KEY }: Settings): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (!HTTP_TLS_CERT || !HTTP_TLS_KEY) return undefined
  const files = { HTTP_TLS_CERT, HTTP_TLS_KEY }
  const mistakes: string[] = []
  const read = async (name: keyof typeof files): Promise<Buffer> => {
    try {
      return await readFile(files[name])
    } catch (error) {
      mistakes.push(`${name} names ${files[name]}, which cannot be read: ${reasonOf(error)}.`)
      return Buffer.alloc(0)
    }
  }
  const tls = { cert: await read('HTTP_TLS_CERT'), key: await read('HTTP_TLS_KEY') }
  if (mistakes.length > 0) throw new SettingsError(mistakes.join('\n'))
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new SettingsError(
      `HTTP_TLS_CERT and HTTP_TLS_KEY do not make a certificate with its key: ${reasonOf(error)}.`,
    )
  }
  return tls
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
