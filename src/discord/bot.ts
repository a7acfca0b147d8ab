import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  Client,
  Events,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  InteractionType,
  OAuth2Scopes,
  Options,
  PermissionFlagsBits,
} from 'discord.js'
import { messageOf } from '../lib/thrown.ts'
import { endsWithin } from '../lib/timeout.ts'
import { serverIsStopping } from '../model/error.ts'
import { addUserInstall, USER_INSTALL } from './add-user-install.ts'
import { definitionsOf, deployCommands } from './deploy-commands.ts'
import { explainClose, explainRefusal } from './discord-errors.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'
import { createShards } from './shards.ts'
import type { Texts } from './texts/texts.ts'
import { makeRequest } from './bot-api.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** How long `close` waits for running commands to show their last message. */
const CLOSE_TIMEOUT_MS = 5_000

/** Permissions that the invitation asks for: to post alerts with files. */
const INVITE = {
  scopes: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands],
  permissions: [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages, PermissionFlagsBits.AttachFiles],
}

export interface BotOptions<Context, T extends Texts> extends DispatchOptions<Context, T> {
  token: string
  /** Called with the link that invites the bot to a server, once it has logged in. */
  onInvite: (url: string) => void
  /** Called once if Discord permanently rejects this configuration, with advice for the operator. */
  onRefused: (message: string) => void
}

/** The running Discord bot. */
export type Bot = ReturnType<typeof startBot>

/** Logs in to Discord, with unlimited retries, and answers interactions. */
export function startBot<Context, T extends Texts>(options: BotOptions<Context, T>) {
  const { token, commands, userAllowance, log, clock, onRefused } = options
  const dispatch = createDispatch(options)
  const closing = new AbortController()
  const shards = createShards(log, closing.signal)
  let isRefused = false
  let isSilent = false
  let loggedInClient: Client | undefined

  const refuse = (message: string) => {
    if (closing.signal.aborted) return
    isRefused = true
    closing.abort()
    onRefused(message)
  }
  /** Repeats work until it succeeds or Discord rejects the configuration, with exponential backoff. Warns of the first failure only. */
  const retry = async (failure: string, work: () => Promise<void>) => {
    for (let waitMs = FIRST_RETRY_MS; !closing.signal.aborted; waitMs = Math.min(MAX_RETRY_MS, waitMs * 2)) {
      try {
        return await work()
      } catch (error) {
        const refusal = explainRefusal(error)
        if (refusal !== undefined) return refuse(refusal)
        if (closing.signal.aborted) return
        const level = waitMs === FIRST_RETRY_MS ? 'warn' : 'debug'
        log[level]({ reason: messageOf(error) }, `${failure}; trying again in ${Math.round(waitMs / 1000)} s`)
        await clock.sleep(waitMs, closing.signal).catch(() => {})
      }
    }
  }

  const onFirstShard = async (client: Client<true>) => {
    announce(client, options)
    await retry('the commands could not be registered with Discord', async () => {
      const isForUsers = userAllowance !== undefined && (await addUserInstall(client, log))
      const isChanged = await deployCommands(client, definitionsOf(commands, isForUsers))
      log.info(
        isChanged ? 'the commands were registered with Discord' : 'the commands registered with Discord are current',
      )
    })
  }

  const logIn = async () => {
    // A client whose login failed cannot be used again.
    const client = createClient(options)
      .on(Events.ShardDisconnect, ({ code }) => refuse(explainClose(code)))
      .on(Events.InteractionCreate, (interaction) => {
        if (!isSilent) void dispatch.handle(interaction, shards.areLost())
      })
    shards.watch(client, (ready) => void onFirstShard(ready))
    await client.login(token)
    // Destroyed only after its login: a client that is destroyed earlier still logs in, and cannot be destroyed again.
    if (closing.signal.aborted) await client.destroy()
    else loggedInClient = client
  }
  void retry('Discord cannot be reached', logIn)

  return {
    /** The state of the gateway connection; `connecting` also while a shard logs in or its lost connection is being restored. */
    state() {
      if (isRefused) return 'refused'
      return shards.areConnected() ? 'connected' : 'connecting'
    },
    /** Disconnects because another process has a session. Running commands may finish within `finishMs`; then they are aborted. */
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
      // With a time limit, because Discord may not respond.
      await endsWithin(CLOSE_TIMEOUT_MS, dispatch.stop(serverIsStopping()))
      await loggedInClient?.destroy()
    },
  }
}

/**
 * Adds the id of its channel to the poll of a message on which a command is used. Without it, discord.js throws where it has not cached the
 * channel, which ends the process; without intents it caches none.
 */
function nameChannelOfPoll({ t: event, d: interaction }: GatewayDispatchPayload): void {
  if (event !== GatewayDispatchEvents.InteractionCreate) return
  if (interaction.type !== InteractionType.ApplicationCommand) return
  if (interaction.data.type !== ApplicationCommandType.Message) return
  for (const { poll, channel_id: channelId } of Object.values(interaction.data.resolved.messages))
    if (poll) Object.assign(poll, { channel_id: channelId })
}

type Announcement = Pick<BotOptions<unknown, Texts>, 'userAllowance' | 'log' | 'onInvite'>

/** Logs the name under which the bot has logged in, and the links that add it to a server and to a user's own account. */
function announce(client: Client<true>, { userAllowance, log, onInvite }: Announcement): void {
  const invite = client.generateInvite(INVITE)
  log.info(`logged in to Discord as ${client.user.tag}; invite it to a server: ${invite}`)
  onInvite(invite)
  if (userAllowance === undefined) return
  const link = client.generateInvite({ scopes: USER_INSTALL.scopes })
  log.info(`users add it to their own accounts: ${link}&integration_type=${ApplicationIntegrationType.UserInstall}`)
}

/** Interval of removing unused request queues, of which discord.js creates one for each answered interaction. */
const SWEEP_MS = 5 * 60_000

/** A client that only receives interactions. `apiUrl` has no version. */
function createClient({ apiUrl }: Pick<BotOptions<unknown, Texts>, 'apiUrl'>): Client {
  return new Client({
    // No intents: interactions need none, and without guilds the client uses little memory.
    intents: [],
    // The number of shards that Discord recommends: about one per 1,000 servers.
    shards: 'auto',
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 0 }),
    rest: {
      api: apiUrl,
      version: '10',
      // No limit, because answers to interactions do not count against Discord's global rate limit; edits have their own throttle.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval: SWEEP_MS,
      hashSweepInterval: SWEEP_MS,
      makeRequest,
    },
  }).on(Events.Raw, nameChannelOfPoll)
}
