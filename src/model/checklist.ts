import { z } from 'zod'
import { unixSecondsSchema } from './bounds.ts'
import { readinessSchema } from './readiness.ts'

/** States of a check. `unknown`: this process cannot find out at the moment. `off`: the item is not used or not needed. */
const CHECK_STATES = ['done', 'missing', 'warning', 'unknown', 'off'] as const
export type CheckState = (typeof CHECK_STATES)[number]

const state = z.enum(CHECK_STATES)
const time = unixSecondsSchema.nullable()
const count = z.int().min(0)

/** The name of a Discord server. */
export const guildName = z.string().nullable().meta({
  description: 'Any text that its owner chose, as Discord listed it within the last hours. Null if it is not known.',
})

/** A game server or program with a token of a policy. */
const gameServerSchema = z.object({
  name: z.string().meta({ description: 'As its owner calls it: any text.' }),
  guildId: z.string().nullable().meta({ description: 'Null for the server of `POLICY_FILE`.' }),
  guildName,
  lastAskedAt: time.meta({
    description: 'Null for never; for the server of `POLICY_FILE`, not since this process started. Up to a minute old.',
  }),
  hasRules: z.boolean().meta({ description: 'Whether its policy has a rule that refuses or reports players.' }),
  hasBans: z.boolean().meta({
    description: 'Whether there is an active ban of its own, or the ban list cannot be read and nobody is let in.',
  }),
})
export type GameServer = z.infer<typeof gameServerSchema>

/** A Discord server whose channel for alerts is missing or cannot be used. */
const channelProblemSchema = z.object({
  guildId: z.string(),
  guildName,
  problem: z.enum(['not_set', 'channel_gone', 'forbidden', 'log_refused']),
})
export type ChannelProblem = z.infer<typeof channelProblemSchema>

/** The items that an operator sets up, each with the facts that determine its state. */
export const checkSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('steam_key'),
    state: state.meta({
      description: 'Warning: Steam refuses the key. Unknown: the key is set, but Steam gives no answer.',
    }),
    platform: readinessSchema.shape.platform,
  }),
  z.object({
    code: z.literal('discord_token'),
    state: state.meta({
      description:
        'Warning: the bot is not connected. Off: no token is set, or this process runs no bot because of its `ROLE`.',
    }),
    isSet: z.boolean(),
    connection: readinessSchema.shape.discord,
  }),
  z.object({
    code: z.literal('invite'),
    state: state.meta({
      description: 'Missing: the bot is in no Discord server. Unknown: the servers are not listed yet.',
    }),
    url: z.url().nullable().meta({ description: 'Null until the bot of this process has logged in.' }),
    guilds: count.nullable(),
    listedAt: time,
  }),
  z.object({
    code: z.literal('alert_channel'),
    state: state.meta({
      description:
        'Missing: no server has a channel. Warning: some have none, or one that Discord refuses. Off: there are no watch lists.',
    }),
    guilds: count.meta({ description: 'The Discord servers that use watch lists or policies.' }),
    problems: z.array(channelProblemSchema).meta({ description: 'At most 20.' }),
    problemCount: count,
  }),
  z.object({
    code: z.literal('game_servers'),
    state: state.meta({
      description:
        'Missing: none has ever asked. Warning: at least one has not asked for a day, or has a policy without rules and no bans of its own. Off: there are no tokens.',
    }),
    servers: z.array(gameServerSchema).meta({ description: 'At most 50, those that asked longest ago first.' }),
    serverCount: count,
    withoutRules: count.meta({
      description: 'How many have a policy without rules and no bans of their own, so that they refuse nobody.',
    }),
    publicUrl: z.string().nullable().meta({ description: '`HTTP_PUBLIC_URL`.' }),
  }),
  z.object({
    code: z.literal('proxy'),
    state: state.meta({
      description:
        'Warning: a proxy on this machine passes clients on, and `TRUST_PROXY` does not name it: all its clients count as one. Unknown: no trusted proxy has passed a client on yet. Off: no proxy is used.',
    }),
    isTrusted: z.boolean().meta({ description: 'Whether `TRUST_PROXY` is set.' }),
    trustedAt: time.meta({ description: 'When a trusted proxy last passed a client on.' }),
    untrustedAt: time.meta({
      description: 'When a proxy on this machine that is not trusted last passed a client on.',
    }),
  }),
  z.object({
    code: z.literal('tls'),
    state: state.meta({
      description:
        'Warning: the certificate ends within 14 days, or has ended. Off: this server listens on loopback alone.',
    }),
    by: z.enum(['certificate', 'proxy']).nullable(),
    expiresAt: time.meta({ description: 'When the certificate of this server ends, as read at the start.' }),
  }),
  z.object({
    code: z.literal('rate_limit'),
    state: state.meta({
      description:
        'Warning: the limit is below the cost of a friend scan and a lookup, so that who looks an account up has to wait a minute before a scan. Off: there is no limit.',
    }),
    perMinute: count.meta({ description: '`RATE_LIMIT_PER_MINUTE`.' }),
    neededPerMinute: count.meta({ description: 'What a friend scan and a lookup cost together.' }),
  }),
  z.object({
    code: z.literal('backup'),
    state: state.meta({
      description:
        'Warning: the last backup is older than two days. Unknown: no backup by `npm run backup` is known; others leave no trace. Off: the database is not used.',
    }),
    backedUpAt: time,
  }),
  z.object({
    code: z.literal('api_tokens'),
    state: state.meta({
      description:
        'Warning: others can reach this server, and lookups ask for no token. Off: others cannot look accounts up here.',
    }),
  }),
  z.object({
    code: z.literal('admin_token'),
    state: state.meta({ description: 'Off: `ADMIN_TOKEN` is not set, and this page opens on this machine alone.' }),
  }),
])
export type Check = z.infer<typeof checkSchema>
