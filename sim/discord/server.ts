import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Failure } from './failures.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { viewMessage, type SimMessage } from './message-view.ts'
import { createUser, DEFAULT_PERMISSIONS, type SimUser } from './people.ts'
import type { SimRequest } from './requests.ts'
import { createRest, toGatewayUrl } from './rest.ts'
import { createSender, type Person } from './sender.ts'
import { shardOf, snowflakeAt } from './snowflake.ts'
import { createState } from './state.ts'

/** How to start Discord; everything has a default. */
export interface SimDiscordOptions {
  /** 0, the default, takes a free one. */
  port?: number
  token?: string
  applicationId?: string
  /** The name of the bot. */
  name?: string
  /** How many guilds the bot is in. */
  guilds?: number
  /** The time in milliseconds, which all of Discord's own rules go by. */
  clock?: () => number
  /** Added to the answer of each request. */
  latencyMs?: number
  /** How often a client is to send a heartbeat. */
  heartbeatMs?: number
  /** Refuses every IDENTIFY, as for intents nobody has allowed. */
  disallowedIntents?: boolean
}

/** A running Discord; its addresses have no slash at the end. */
export interface SimDiscord {
  url: string
  /** For a client's `rest.api`. */
  apiUrl: string
  token: string
  applicationId: string
  guildIds: readonly string[]
  /** Somebody who uses the bot: by default a member of the first guild who may moderate. */
  user: (options?: Partial<Person>) => SimUser
  /** What everybody sees in a channel, oldest first. */
  channel: (channelId?: string) => SimMessage[]
  commands: {
    /** What is deployed, as Discord answers it. */
    list: () => object[]
    /** How often the bot has deployed. */
    puts: () => number
    /** Deploys in the bot's place; takes builders too. */
    set: (commands: unknown) => void
  }
  gateway: Omit<Gateway, 'upgrade' | 'dispatch' | 'end'>
  rest: {
    /** Lets the next matching requests fail. */
    fail: (failure: Failure) => void
    /** Everything the bot has asked for since the last reset, in order. */
    requests: () => readonly SimRequest[]
    reset: () => void
  }
  /** Each rule of Discord the bot has broken, in words. */
  violations: () => string[]
  /** Requests that were answered 429 by the rules. */
  rateLimited: () => number
  close: () => Promise<void>
}

const FOUNDED_MS = Date.UTC(2024, 0, 1)
const HEARTBEAT_MS = 41_250

/** Starts the simulated Discord on a loopback port. */
export async function startDiscord(options: SimDiscordOptions = {}): Promise<SimDiscord> {
  const { port = 0, token = 'SIMULATED.BOT.TOKEN', name = 'Rapsheet', guilds = 1, clock = Date.now } = options
  const { applicationId = snowflakeAt(FOUNDED_MS), latencyMs = 0, heartbeatMs = HEARTBEAT_MS } = options
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const state = createState({ url, token, clock, applicationId, name })
  const rest = createRest(state, latencyMs)
  // Moments apart, and not by an even number of them, so that shards share them out.
  const guildIds = Array.from({ length: guilds }, (_, index) => snowflakeAt(FOUNDED_MS + 1001 * (index + 1)))
  const defaultChannelId = snowflakeAt(FOUNDED_MS + 500)
  const gateway = createGateway({
    token,
    heartbeatMs,
    disallowedIntents: options.disallowedIntents ?? false,
    violations: state.violations,
    resumeUrl: toGatewayUrl(url),
    ready: (shard) => ({
      v: 10,
      user: { ...state.author.user, verified: true, mfa_enabled: false, email: null, flags: 0 },
      guilds: guildIds.filter((id) => shardOf(id, shard[1]) === shard[0]).map((id) => ({ id, unavailable: true })),
      application: { id: applicationId, flags: 0 },
      session_type: 'normal',
      private_channels: [],
      relationships: [],
      presences: [],
      user_settings: {},
    }),
  })
  const send = createSender(state, gateway.dispatch)

  server.on('request', (request, response) => {
    rest.handle(request, response).catch((error: unknown) => {
      // Whoever left before the answer was due misses nothing.
      if (!response.destroyed) response.destroy(error instanceof Error ? error : undefined)
    })
  })
  server.on('upgrade', gateway.upgrade)
  // Longer than any client keeps a connection, so that it is never Discord that ends an idle one.
  server.keepAliveTimeout = 120_000

  const { upgrade: _, dispatch: __, end, ...control } = gateway
  let people = 0
  return {
    url,
    apiUrl: `${url}/api`,
    token,
    applicationId,
    guildIds,
    user(given = {}) {
      people += 1
      return createUser(state, send, {
        id: state.nextId(),
        name: `member${people}`,
        locale: 'en-US',
        guildId: guildIds[0] ?? null,
        channelId: defaultChannelId,
        permissions: DEFAULT_PERMISSIONS,
        ...given,
      })
    },
    channel: (channelId = defaultChannelId) =>
      state.messages
        .inChannel(channelId)
        .map((message) => viewMessage(state, message))
        .filter((message) => !message.isEphemeral()),
    commands: {
      list: () => state.commands.list(true),
      puts: state.commands.puts,
      set: state.commands.set,
    },
    gateway: control,
    rest: { fail: rest.failures.add, requests: rest.requests, reset: rest.forget },
    violations: () => [...state.violations],
    rateLimited: rest.rateLimited,
    close: () =>
      new Promise((resolve) => {
        end()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
