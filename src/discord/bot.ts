import { setTimeout as sleep } from 'node:timers/promises'
import {
  Client,
  DefaultRestOptions,
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  OAuth2Scopes,
  Options,
} from 'discord.js'
import type { Logger } from 'pino'
import { settledWithin } from '../lib/settled-within.ts'
import { RapsheetError } from '../model/error.ts'
import type { Context } from '../service/context.ts'
import { definitionsOf } from './command.ts'
import type { CommandList } from './command.ts'
import { deployCommands } from './deploy-commands.ts'
import { createDispatch } from './dispatch.ts'
import type { DispatchOptions } from './dispatch.ts'
import { createDownloader } from './files.ts'
import { withoutRequest } from './interaction-log.ts'
import { createRateLimits } from './rate-limits.ts'
import { createEditThrottle } from './edit-throttle.ts'
import { createScans } from './scans.ts'

const API_VERSION = '10'
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** discord.js keeps a queue for each interaction it has answered; they are forgotten this often. */
const SWEEP_MS = 5 * 60_000
/** How long those who wait for an answer hold up the end. */
const ANSWER_WITHIN_MS = 5_000

/** Whether Discord can reach us: `connecting` as well after a connection was lost. */
export type GatewayState = 'connecting' | 'connected' | 'refused'

export interface BotOptions extends Pick<DispatchOptions, 'costs' | 'overload' | 'now' | 'onInteraction' | 'onEdit'> {
  token: string
  /** Where Discord's REST interface is, without a version. */
  apiUrl: string
  commands: CommandList
  context: Context
  userPerMinute: number
  guildPerMinute: number
  log: Logger
  /** Hears, once, that Discord will never let this bot in as it is configured, and what to do about it. */
  onRefused: (message: string) => void
}

/** The Discord bot while it runs. */
export interface Bot {
  state(): GatewayState
  /** Ends what runs with a sentence to those who wait for it, then leaves Discord. */
  close(): Promise<void>
}

/** Logs in, as often as it takes, and answers. */
export function startBot(options: BotOptions): Bot {
  const { token, apiUrl, commands, log, onRefused } = options
  const scans = createScans()
  const dispatch = createDispatch({
    ...options,
    scans,
    editThrottle: createEditThrottle(scans.count),
    limits: createRateLimits(options),
    downloadFile: createDownloader(apiUrl),
  })
  const closing = new AbortController()
  let isRefused = false
  let isReady = false
  /** Connections that were lost. Between the loss and its resumption Discord repeats what we may have missed. */
  const lost = new Set<number>()
  /** The client that has logged in. */
  let client: Client | undefined

  const refuse = (message: string) => {
    if (closing.signal.aborted) return
    isRefused = true
    closing.abort()
    onRefused(message)
  }
  const createClient = () =>
    new Client({
      // Interactions need none, and without guilds a large bot stays small.
      intents: [],
      // As many as Discord asks for; one does for up to 2,500 servers.
      shards: 'auto',
      allowedMentions: { parse: [] },
      makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 0 }),
      rest: {
        api: apiUrl,
        version: API_VERSION,
        // Discord does not count answers to interactions, so neither must discord.js; the pace of edits is ours.
        globalRequestsPerSecond: Number.POSITIVE_INFINITY,
        handlerSweepInterval: SWEEP_MS,
        hashSweepInterval: SWEEP_MS,
        makeRequest: (url, init) => (init.body instanceof FormData ? sendFiles(url, init) : sendPlain(url, init)),
      },
    })
      .on(Events.ShardReady, (shardId) => void lost.delete(shardId))
      .on(Events.ShardResume, (shardId) => void lost.delete(shardId))
      .on(Events.ShardReconnecting, (shardId) => {
        if (closing.signal.aborted) return
        if (!lost.has(shardId)) log.info({ shardId }, 'the connection to Discord was lost; resuming')
        lost.add(shardId)
      })
      .on(Events.ShardDisconnect, ({ code }) => refuse(explainClose(code)))
      .on(Events.ShardError, (error) =>
        log.warn({ err: withoutRequest(error) }, 'trouble with the connection to Discord'),
      )
      .on(Events.Error, (error) => log.warn({ err: withoutRequest(error) }, 'trouble with Discord'))
      .on(Events.ClientReady, (ready) => void welcome(ready))
      .on(Events.InteractionCreate, (interaction) => void dispatch.handle(interaction, lost.size > 0))

  const welcome = async (ready: Client<true>) => {
    isReady = true
    const invite = ready.generateInvite({ scopes: [OAuth2Scopes.ApplicationsCommands] })
    log.info(`logged in to Discord as ${ready.user.tag}; invite it to a server: ${invite}`)
    await keepTrying('the commands could not be written to Discord', async () => {
      const isChanged = await deployCommands(ready, definitionsOf(commands))
      log.info(isChanged ? 'the commands were written to Discord' : 'the commands at Discord are up to date')
    })
  }

  /** Repeats what fails for a passing reason, ever more slowly. */
  const keepTrying = async (complaint: string, work: () => Promise<void>) => {
    let waitMs = FIRST_WAIT_MS
    while (!closing.signal.aborted) {
      try {
        await work()
        return
      } catch (error) {
        const reason = explainRefusal(error)
        if (reason !== undefined) return refuse(reason)
        if (closing.signal.aborted) return
        log.warn({ reason: messageOf(error) }, `${complaint}; trying again in ${Math.round(waitMs / 1000)} s`)
        await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => {})
        waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      }
    }
  }

  void keepTrying('Discord cannot be reached', async () => {
    // A client that could not log in cannot be used again.
    const candidate = createClient()
    await candidate.login(token)
    // One that is destroyed while it logs in would go on, and could not be destroyed again.
    if (closing.signal.aborted) await candidate.destroy()
    else client = candidate
  })

  return {
    state: () => (isRefused ? 'refused' : isReady && lost.size === 0 ? 'connected' : 'connecting'),
    async close() {
      closing.abort()
      const reason = new RapsheetError('stopping', 'The bot is being restarted; try again in a minute.')
      // Discord itself may be what hangs.
      await settledWithin(ANSWER_WITHIN_MS, dispatch.stop(reason), undefined)
      await client?.destroy()
    },
  }
}

const sendPlain = DefaultRestOptions.makeRequest
// The undici of discord.js cannot send Node's FormData through the connections of our undici, which is newer and shared.
const sendFiles = fetch as unknown as typeof sendPlain

const TOKEN_REFUSED =
  'Discord refuses DISCORD_TOKEN. Copy the token anew from https://discord.com/developers/applications (Bot, Reset Token) into .env.'

/** What to do about an error that will not pass; undefined for the others. */
function explainRefusal(error: unknown): string | undefined {
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) return TOKEN_REFUSED
  if (error instanceof DiscordAPIError && error.status === 401) return TOKEN_REFUSED
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.DisallowedIntents) {
    return explainClose(GatewayCloseCodes.DisallowedIntents)
  }
  return undefined
}

/** What to do about a connection that Discord closed for good. */
function explainClose(code: GatewayCloseCodes): string {
  switch (code) {
    case GatewayCloseCodes.AuthenticationFailed:
      return TOKEN_REFUSED
    case GatewayCloseCodes.DisallowedIntents:
    case GatewayCloseCodes.InvalidIntents:
      return 'Discord refuses the intents of this bot, which asks for none; see whether DISCORD_API_URL leads to Discord.'
    default:
      return `Discord closed the connection for good (${code}, ${GatewayCloseCodes[code] ?? 'unknown'}); see whether a newer version of Rapsheet is out.`
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
