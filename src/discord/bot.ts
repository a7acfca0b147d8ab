import { Client, Events, OAuth2Scopes, Options, PermissionFlagsBits, Status } from 'discord.js'
import type { Logger } from 'pino'
import { endsWithin } from '../lib/timeout.ts'
import { serverIsStopping } from '../model/error.ts'
import { testChannel } from './alerts/test-channel.ts'
import type { BotApi } from './bot-api.ts'
import { definitionsOf, deployCommands } from './deploy-commands.ts'
import { explainClose, explainRefusal, withoutRequest } from './discord-errors.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'
import { makeRequest } from './make-request.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** discord.js keeps a request queue for each answered interaction; this is how often unused ones are removed. */
const SWEEP_MS = 5 * 60_000
/** How long `close` waits for running commands to show their last message. */
const CLOSE_TIMEOUT_MS = 5_000

/** What alerts need: to be posted, with files, and found again after an attempt whose outcome is unknown. */
const INVITE = {
  scopes: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands],
  permissions: [
    PermissionFlagsBits.ViewChannel,
    PermissionFlagsBits.SendMessages,
    PermissionFlagsBits.AttachFiles,
    PermissionFlagsBits.ReadMessageHistory,
  ],
}

export interface BotOptions extends Omit<DispatchOptions, 'testChannel'> {
  token: string
  /** For requests that answer no interaction. */
  api: BotApi
  /** Called once if Discord rejects this configuration for good, with what to do about it. */
  onRefused: (message: string) => void
}

/** The running Discord bot. */
export type Bot = ReturnType<typeof startBot>

/** Logs in to Discord, with as many tries as it takes, and answers interactions. */
export function startBot(options: BotOptions) {
  const { token, api, apiUrl, commands, log, clock, onRefused } = options
  const dispatch = createDispatch({ ...options, testChannel: (...input) => testChannel(api, ...input) })
  const closing = new AbortController()
  let isRefused = false
  let isSilent = false
  /** Shards that have logged in, and how many there are. */
  const readyShards = new Set<number>()
  let shardCount = 0
  /** Shards whose connection was lost. Until they have resumed, Discord replays the events that the bot missed. */
  const lostShards = new Set<number>()
  let loggedInClient: Client | undefined

  const refuse = (message: string) => {
    if (closing.signal.aborted) return
    isRefused = true
    closing.abort()
    onRefused(message)
  }
  /** Repeats work until it succeeds or Discord rejects the configuration, with exponential backoff. */
  const retry = async (failure: string, work: () => Promise<void>) => {
    for (let waitMs = FIRST_RETRY_MS; !closing.signal.aborted; waitMs = Math.min(MAX_RETRY_MS, waitMs * 2)) {
      try {
        return await work()
      } catch (error) {
        const refusal = explainRefusal(error)
        if (refusal !== undefined) return refuse(refusal)
        if (closing.signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        log.warn({ reason }, `${failure}; trying again in ${Math.round(waitMs / 1000)} s`)
        await clock.sleep(waitMs, closing.signal).catch(() => {})
      }
    }
  }

  const onFirstShard = async (client: Client<true>) => {
    const invite = client.generateInvite(INVITE)
    log.info(`logged in to Discord as ${client.user.tag}; invite it to a server: ${invite}`)
    await retry('the commands could not be registered with Discord', async () => {
      const isChanged = await deployCommands(client, definitionsOf(commands))
      log.info(
        isChanged ? 'the commands were registered with Discord' : 'the commands registered with Discord are current',
      )
    })
  }

  const logIn = async () => {
    // A client whose login failed cannot be used again.
    const client = createClient(apiUrl)
      .on(Events.ShardDisconnect, ({ code }) => refuse(explainClose(code)))
      .on(Events.InteractionCreate, (interaction) => {
        if (!isSilent) void dispatch.handle(interaction, lostShards.size > 0)
      })
    readyShards.clear()
    client.on(Events.ShardReady, (shardId) => {
      // By default the client holds back the events of a shard until all have logged in, one in 5 s, and interactions expire in 3 s.
      client.ws.status = Status.Ready
      shardCount = client.ws.shards.size
      if (readyShards.size === 0 && client.isReady()) void onFirstShard(client)
      readyShards.add(shardId)
      if (shardCount > 1) log.info({ shardId, shardCount }, 'a shard has logged in to Discord')
    })
    watchConnection(client, lostShards, log, closing.signal)
    await client.login(token)
    // Destroying a client during its login does not stop the login, and a second `destroy` does nothing.
    if (closing.signal.aborted) await client.destroy()
    else loggedInClient = client
  }
  void retry('Discord cannot be reached', logIn)

  return {
    /** The state of the gateway connection; `connecting` also while a shard logs in or its lost connection is being restored. */
    state() {
      if (isRefused) return 'refused'
      return shardCount > 0 && readyShards.size === shardCount && lostShards.size === 0 ? 'connected' : 'connecting'
    },
    /** Disconnects once another process has a session, and lets running commands finish for so long; ends the others. */
    async handOver(finishMs: number) {
      isSilent = true
      closing.abort()
      await loggedInClient?.destroy()
      await endsWithin(finishMs, dispatch.settled())
      await endsWithin(CLOSE_TIMEOUT_MS, dispatch.stop(serverIsStopping()))
    },
    /** Ends running commands with a message to their users, then disconnects. */
    async close() {
      closing.abort()
      // Discord may not respond.
      await endsWithin(CLOSE_TIMEOUT_MS, dispatch.stop(serverIsStopping()))
      await loggedInClient?.destroy()
    },
  }
}

function createClient(apiUrl: string): Client {
  return new Client({
    // Interactions need no intent, and without guilds the client uses little memory.
    intents: [],
    // The number that Discord recommends: one per 2,500 servers.
    shards: 'auto',
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 0 }),
    rest: {
      api: apiUrl,
      version: '10',
      // Answers to interactions do not count against Discord's global rate limit; edits have a throttle of their own.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval: SWEEP_MS,
      hashSweepInterval: SWEEP_MS,
      makeRequest,
    },
  })
}

/** Keeps `lostShards` up to date and logs connection errors. */
function watchConnection(client: Client, lostShards: Set<number>, log: Logger, closing: AbortSignal): void {
  client
    .on(Events.ShardReady, (shardId) => void lostShards.delete(shardId))
    .on(Events.ShardResume, (shardId) => void lostShards.delete(shardId))
    .on(Events.ShardReconnecting, (shardId) => {
      if (closing.aborted) return
      if (!lostShards.has(shardId)) log.info({ shardId }, 'the connection to Discord was lost; resuming')
      lostShards.add(shardId)
    })
    .on(Events.ShardError, (error) => log.warn({ err: withoutRequest(error) }, 'Discord connection error'))
    .on(Events.Error, (error) => log.warn({ err: withoutRequest(error) }, 'Discord client error'))
}
