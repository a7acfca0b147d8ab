import { startLoopback } from './loopback.ts'
import { deliver } from './answer.ts'
import { toGatewayUrl } from './bot-api.ts'
import { createControl } from './control.ts'
import { createGateway } from './gateway.ts'
import { controlGuild } from './guild-control.ts'
import { createUser, DEFAULT_PERMISSIONS } from './people.ts'
import { viewMessages } from './public-messages.ts'
import { createRest } from './rest.ts'
import { createSender } from './sender.ts'
import type { SimDiscord } from './sim-discord.ts'
import { shardOf, snowflakeAt } from './snowflake.ts'
import { createState, type State } from './state.ts'

export type { SimDiscord } from './sim-discord.ts'

/** Options of the simulated Discord; all are optional. */
export interface SimDiscordOptions {
  /** 0, the default, selects a free port. */
  port?: number
  token?: string
  applicationId?: string
  /** The name of the bot. */
  name?: string
  /** The number of guilds with the bot. */
  guilds?: number
  /** The current time in milliseconds; all rules of Discord use it. */
  clock?: () => number
  /** The delay of each answer. */
  latencyMs?: number
  /** The heartbeat interval of clients. */
  heartbeatMs?: number
  /** Rejects every IDENTIFY, as for intents that are not enabled. */
  disallowedIntents?: boolean
  /** How many shards may identify at once, every 5 s; 1 by default, as for most bots. */
  maxConcurrency?: number
  /** How long a nonce prevents a second message, in milliseconds; three minutes by default. */
  nonceLifeMs?: number
}

const FOUNDED_MS = Date.UTC(2024, 0, 1)
const HEARTBEAT_MS = 41_250

/** Starts the simulated Discord on a loopback port. */
export async function startDiscord(options: SimDiscordOptions = {}): Promise<SimDiscord> {
  const { port = 0, token = 'SIMULATED.BOT.TOKEN', name = 'Bot', guilds = 1, clock = Date.now } = options
  const { applicationId = snowflakeAt(FOUNDED_MS), latencyMs = 0, heartbeatMs = HEARTBEAT_MS } = options
  const { server, url, serve, close } = await startLoopback(port)
  const { nonceLifeMs, maxConcurrency = 1 } = options
  const state = createState({ url, token, clock, maxConcurrency, applicationId, name, guilds, nonceLifeMs })
  const rest = createRest(state, latencyMs)
  const guildIds = state.guilds.all().map(({ id }) => id)
  const defaultChannelId = snowflakeAt(FOUNDED_MS + 500)
  const gateway = createGateway({
    token,
    heartbeatMs,
    maxConcurrency,
    disallowedIntents: options.disallowedIntents ?? false,
    violations: state.violations,
    resumeUrl: toGatewayUrl(url),
    ready: (shard) => readyBody(state, shard),
  })
  const send = createSender(state, gateway.dispatch)
  server.on('upgrade', gateway.upgrade)

  const { upgrade: _, dispatch: __, end, ...control } = gateway
  let people = 0
  const discord: SimDiscord = {
    url,
    apiUrl: `${url}/api`,
    token,
    applicationId,
    bot: state.author.user,
    guildIds,
    guild: (guildId = guildIds[0] ?? '') => controlGuild(state, guildId),
    user(given = {}) {
      people += 1
      return createUser(state, send, {
        id: state.nextId(),
        name: `member${people}`,
        displayName: given.name ?? `member${people}`,
        nick: null,
        locale: 'en-US',
        guildId: guildIds[0] ?? null,
        channelId: state.guilds.find(given.guildId ?? '')?.defaultChannelId ?? defaultChannelId,
        permissions: DEFAULT_PERMISSIONS,
        ...given,
      })
    },
    ...viewMessages(state, defaultChannelId),
    commands: {
      list: () => state.commands.list(true),
      puts: state.commands.puts,
      set: state.commands.set,
      onChange: state.commands.onChange,
    },
    installs: { list: () => state.installs, set: (config) => void (state.installs = config) },
    gateway: control,
    rest: {
      fail: rest.failures.add,
      heal: rest.failures.clear,
      spoil: rest.failures.spoiler.set,
      spoiled: rest.failures.spoiler.count,
      requests: rest.requests,
      reset: rest.forget,
    },
    violations: () => [...state.violations],
    rateLimited: rest.rateLimited,
    async close() {
      end()
      await close()
    },
  }
  const answerControl = createControl(discord)
  serve(async (request, response) => {
    if (request.url?.startsWith('/_sim/')) deliver(response, await answerControl(request))
    else await rest.handle(request, response)
  })
  return discord
}

/** The body of READY, without session and shard. */
function readyBody({ author, guilds }: State, [shard, count]: readonly [number, number]): object {
  const guildIds = guilds.all().flatMap(({ id, hasBot }) => (hasBot ? [id] : []))
  return {
    v: 10,
    user: { ...author.user, verified: true, mfa_enabled: false, email: null, flags: 0 },
    guilds: guildIds.filter((id) => shardOf(id, count) === shard).map((id) => ({ id, unavailable: true })),
    application: { id: author.applicationId, flags: 0 },
    session_type: 'normal',
    private_channels: [],
    relationships: [],
    presences: [],
    user_settings: {},
  }
}
