import type { ListFileReader } from '../bans/formats/list-file-reader.ts'
import type { Texts } from './bot/texts.ts'
import type { Database, Repositories } from './database.ts'
import type { RunDeliveryOptions } from '../outbox/discord/run-delivery.ts'
import { findProfiles } from '../accounts/find-profiles.ts'
import { createCallContext } from '../lib/call-context.ts'
import type { OverloadReason } from '../lib/limits/load-shedding.ts'
import type { Observer } from '../watch/observe.ts'
import { holdLease, type WorkUnderLease } from '../cluster/hold-lease.ts'
import type { Bot } from '../discord/bot.ts'
import { createProcessName, describeProcess } from '../lib/process-name.ts'
import type { AppContext } from './app-context.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { SteamPart } from './open-steam.ts'
import { createCallAllowance } from '../steam/upstream/day-budget.ts'
import type { Store } from '../store/store.ts'
import type { StoredPoliciesPart } from './open-policies.ts'
import { openWatch, type WatchPart } from './open-watch.ts'

/** Messages about joins are looked for often, because a moderator may want to watch the player who joins. */
const often = <Delivery>(delivery: Delivery) => ({ ...delivery, everyMs: 250 })

interface BotPartOptions extends Omit<AppContext, 'policies'> {
  token: string
  steam: SteamPart
  /** Where the calls of users who have installed the bot are counted. */
  store: Store
  observer: Observer
  database: Database
  policies: StoredPoliciesPart
  listReader: ListFileReader
  overload: () => OverloadReason | null
  /** Called with the link that invites the bot, once the bot has logged in. */
  onInvite: (url: string) => void
  /** Called with advice for the operator if Discord permanently rejects this configuration, or another process runs the bot. */
  onFatal: (message: string) => void
}

export type BotPart = Awaited<ReturnType<typeof openBot>>

/** Starts the Discord bot and its background work: sweeps of the watch lists, and alerts. */
export async function openBot({ settings, token, overload, onInvite, onFatal, ...rest }: BotPartOptions) {
  const { store, database, clock, metrics, log, onFailure } = rest
  const watch = openWatch({ settings, ...rest })
  const [discord, { commands }] = await Promise.all([loadDiscord(), loadCommands()])
  const { findTexts: texts } = discord
  const connection = { ...settings.discord, token, clock }
  const api = discord.createBotApi(connection)
  const context = discord.createCommandContext(toServerContext(settings, watch, rest), api)
  const errors = discord.createErrors(context)
  const botOptions = {
    ...connection,
    texts,
    errors,
    decide: discord.createDecide(context),
    onGuild: watch.onGuild,
    isShared: settings.isShared,
    commands,
    context,
    pending: discord.createPending({ database, clock }),
    serverLocale: async (guildId: string) => (await database.read(({ guilds }) => guilds.get(guildId)))?.locale,
    costs: settings.rateLimit.costs,
    overload,
    log,
    onInteraction: metrics.onInteraction,
    onEdit: metrics.onEdit,
    onFailure,
    onInvite,
    onRefused: onFatal,
  }
  const delivery = {
    api,
    clock,
    random: Math.random,
    log,
    texts,
    database: watch.heldContext.database,
    ...toLookups(discord, context),
  }
  let userAllowance: ReturnType<typeof createUserAllowance>
  const session = openSession({
    settings,
    database,
    clock,
    log,
    reportError: rest.reportError,
    start() {
      // Created by each session, because another process may have counted since the last one.
      userAllowance = createUserAllowance(settings, store, clock)
      return discord.startBot({ ...botOptions, userAllowance })
    },
    work: watch.createWork({
      deliveries: createDeliveries(discord, delivery, metrics),
      listGuilds: (signal) => discord.listGuilds(api, signal),
    }),
    onWork: watch.onWork,
    onFatal,
  })
  metrics.watchGateway(() => session.state() === 'connected')
  return {
    state: session.state,
    /** Ends running commands and the background work. */
    async close(): Promise<void> {
      await session.close()
      userAllowance?.settle()
    },
  }
}

type Discord = Awaited<ReturnType<typeof loadDiscord>>
type DeliveryOptions = Omit<RunDeliveryOptions<Texts, Repositories>, 'onAttempt'>

/** Creates the delivery of each kind of messages; the key is its name in the log. */
function createDeliveries(
  { createDelivery, alertMessages, refusalMessages, noticeMessages, logMessages, joinMessages }: Discord,
  options: DeliveryOptions,
  { onMessage }: AppContext['metrics'],
) {
  return {
    delivery: createDelivery({ ...options, onAttempt: onMessage('alert') }, alertMessages),
    refusals: createDelivery({ ...options, onAttempt: onMessage('refusal') }, refusalMessages),
    notices: createDelivery({ ...options, onAttempt: onMessage('refusal') }, noticeMessages),
    log: createDelivery({ ...options, onAttempt: onMessage('log') }, logMessages),
    joinMessages: often(createDelivery({ ...options, onAttempt: onMessage('join') }, joinMessages)),
  }
}

/** What messages that the bot sends by itself look up. */
const toLookups = ({ findDecision }: Discord, context: ReturnType<Discord['createCommandContext']>) => ({
  steamClock: context.steamClock,
  findProfiles: (steamIds: readonly SteamId[], signal: AbortSignal) =>
    findProfiles(context, steamIds, createCallContext(signal)),
  findDecision: (guildId: string, steamId: SteamId) => findDecision(context, guildId, steamId),
})

/** The dependencies of all commands, from the parts that this process has opened. */
function toServerContext(
  settings: AppContext['settings'],
  watch: WatchPart,
  { policies: { policies, bans, tools, forgetJoins }, listReader }: Pick<BotPartOptions, 'policies' | 'listReader'>,
) {
  return {
    ...watch.context,
    policies,
    bans,
    toolTokens: tools,
    banLimits: settings.bans,
    listReader,
    publicUrl: settings.http.publicUrl,
    dropJoins: forgetJoins,
    watchedFacts: watch.watchedFacts,
  }
}

/** Loaded only with a bot, because discord.js takes a third of a second and 20 MB. */
const loadDiscord = () => import('./bot/discord.ts')
const loadCommands = () => import('../../commands/index.ts')

/** Counts the calls to Steam for users outside of servers with the bot; undefined if users may not install the bot. */
function createUserAllowance(
  { discord: { userInstall }, steam: { apiKey = '' } }: AppContext['settings'],
  store: Store,
  clock: AppContext['clock'],
) {
  if (!userInstall) return undefined
  const { callsPerDay: limit } = userInstall
  return createCallAllowance({ apiKey, store, clock, limit }, 'user installations', (retryAfter) => {
    const message = `Today's ${limit} calls to Steam for uses outside of servers with the bot are used up until 00:00 UTC.`
    return new RapsheetError('budget_spent', message, { retryAfter, isUserShare: true })
  })
}

const LEASE = 'discord'
/** How long running commands may continue after another process has the session. */
const FINISH_MS = 4_000

interface SessionOptions
  extends WorkUnderLease, Pick<BotPartOptions, 'settings' | 'database' | 'clock' | 'log' | 'reportError' | 'onFatal'> {
  start: () => Bot
}

/**
 * Starts the session of the bot and the work under its lease, which only one process at a time holds. On Postgres the other processes stand
 * by; on SQLite a second process has to end.
 */
function openSession(options: SessionOptions) {
  const { settings, database, clock, log, reportError, start, work, onWork, onFatal } = options
  const { isShared, drainMs } = settings
  if (isShared) log.info('this process stands by: another one may run the bot')
  let isWaiting = isShared
  const alone = {
    onWait(other: string) {
      isWaiting = true
      log.warn({ holder: describeProcess(other) }, 'the bot waits for one lease: another process may run it')
    },
    onOccupied: (other: string) => onFatal(explainOccupied(settings.database.url, other)),
  }
  const held = holdLease({
    database,
    clock,
    name: LEASE,
    holder: createProcessName(),
    handoverMs: isShared ? drainMs : 0,
    ...(isShared ? {} : { alone }),
    start() {
      log.info('this process runs the bot')
      const bot = start()
      return {
        state: bot.state,
        handOver: () => bot.handOver(FINISH_MS),
        close: bot.close,
      }
    },
    onLost: () => log.warn('another process runs the bot: this one stands by'),
    work,
    onWork,
    onError: (error) => reportError('session', error),
  })
  return {
    state: () => held.session()?.state() ?? (isWaiting ? 'standby' : 'connecting'),
    async close(): Promise<void> {
      if (!(await held.close())) log.warn('the lease of the bot could not be given back; it expires within 12 s')
    },
  }
}

const explainOccupied = (url: string, holder: string) =>
  `Another process runs the bot on DATABASE_URL ${url}: ${describeProcess(holder)}. A SQLite database serves one bot: end one of the two processes, or let them share a Postgres database.`
