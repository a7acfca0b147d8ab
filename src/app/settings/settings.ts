import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { isLoopback } from '../../lib/loopback.ts'
import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { hashToken } from '../../lib/token-hash.ts'

/** One setting: how its text is read, its default, and its documentation. */
export interface Setting {
  schema: z.ZodType
  /** The default in the notation of `.env`; absent for an optional setting. */
  default?: string
  /** The accepted values; completes the sentence "it accepts …". */
  accepts: string
  about: string
}

const wholeNumber = ([min, max]: [min: number, max: number]) =>
  z.string().regex(/^\d+$/).pipe(z.coerce.number<string>().min(min).max(max))

const count = ([min, max]: [min: number, max: number], fallback: number, about: string) => ({
  schema: wholeNumber([min, max]),
  default: String(fallback),
  accepts: `a whole number from ${min} to ${max}`,
  about,
})

const lifetime = (fallback: number, subjectAndVerb: string) =>
  count([0, 86_400], fallback, `How long ${subjectAndVerb} cached, seconds; 0 for none`)

/** The path of a file. Quotes around it are refused: Docker does not remove the quotes around values in `.env`. */
const filePath = z.optional(z.string().regex(/^(?!(["']).*\1$)/))

const pemFile = (about: string) => ({ schema: filePath, accepts: 'the path of a PEM file', about })

/** Whether a text is a base URL without credentials, query and fragment, which requests would drop and the log would show. */
function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

const url = (fallback: string, about: string) => ({
  schema: z.string().refine(isHttpUrl),
  default: fallback,
  accepts: 'an http or https URL without a password or query',
  about,
})

/** The address of a page for users. */
const publishedPage = (about: string) => ({
  schema: z.optional(
    z
      .string()
      .max(500)
      .refine((value) => {
        const { protocol, username, password } = URL.canParse(value) ? new URL(value) : {}
        return protocol === 'https:' && `${username}${password}` === ''
      }),
  ),
  accepts: 'an https URL of at most 500 characters, without a password',
  about,
})

/** The names of address ranges that `TRUST_PROXY` accepts. */
const ADDRESS_RANGES = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

const isRange = (value: string) => ipaddr.isValidCIDR(value) || ipaddr.isValid(value)

export const splitList = (value: string) => value.split(',').map((entry) => entry.trim())

const rangesSchema = z
  .string()
  .transform((value) => splitList(value).flatMap((entry) => ADDRESS_RANGES.get(entry) ?? [entry]))
  .refine((ranges) => ranges.every(isRange))
  .optional()

/** Whether a browser can send the text as `Origin`; a pattern such as https://*.example equals no origin. */
const isOrigin = (value: string) => isHttpUrl(value) && new URL(value).origin === value && !value.includes('*')

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/

// The address of a SQLite file. Credentials and options, which URLs of other databases have, are refused because they would become part of
// the path.
const sqliteUrlSchema = z.string().regex(/^sqlite:\/\/(?![^/\\]*@)[^?]+$/)

const postgresUrlSchema = z.string().refine(isPostgresUrl)

const CLEAR_TOKEN = /^[\w.~+/=-]{20,200}$/
const SHA256 = /^[0-9a-f]{64}$/i

/** A configured token: its SHA-256 in hexadecimal digits, and its text unless only the SHA-256 was given. */
const toToken = (text: string) =>
  SHA256.test(text) ? { sha256: text.toLowerCase(), text: undefined } : { sha256: hashToken(text), text }

const tokensSchema = z
  .string()
  .transform(splitList)
  .refine((tokens) => tokens.every((token) => CLEAR_TOKEN.test(token)))
  .transform((tokens) => tokens.map(toToken))
  .optional()

const tokenSchema = z
  .string()
  .refine((token) => CLEAR_TOKEN.test(token))
  .transform(toToken)
  .optional()

/** Every setting, by its name in the environment, in the sections of `.env.example` and `docs/admins/settings.md`. */
export const SECTIONS = {
  'What matters': {
    STEAM_API_KEY: {
      schema: z.optional(z.string().regex(/^[A-Za-z0-9-]{8,64}$/)),
      accepts: "8 to 64 letters and digits without spaces; Steam's have 32",
      about:
        'Steam Web API key, from https://steamcommunity.com/dev/apikey; without it only inventories and images work',
    },
    DISCORD_TOKEN: {
      schema: z.optional(z.string().regex(/^[\w.-]{16,200}$/)),
      accepts: 'the bot token as Discord shows it, without "Bot " before it',
      about: 'Bot token, from https://discord.com/developers/applications; without it only HTTP is served',
    },
    HTTP_HOST: {
      schema: z.string().refine((value) => isIP(value) !== 0 || value === 'localhost'),
      default: '127.0.0.1',
      accepts: 'an IP address, or localhost',
      about: 'Address to listen on; any but loopback needs a certificate or a trusted proxy',
    },
    HTTP_PORT: count([0, 65_535], 8_080, 'Port to listen on; 0 takes a free one'),
    TRUST_PROXY: {
      schema: rangesSchema,
      accepts: 'addresses or CIDR ranges, separated by commas; also the words loopback and private',
      about: 'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted',
    },
    HTTP_TLS_CERT: pemFile('Certificate chain for HTTPS; needs HTTP_TLS_KEY too'),
    HTTP_TLS_KEY: pemFile('Private key for HTTPS; needs HTTP_TLS_CERT too'),
    STORE_URL: {
      schema: z.union([z.literal('memory://'), sqliteUrlSchema, postgresUrlSchema]),
      default: 'sqlite://data/rapsheet.sqlite',
      accepts:
        'sqlite://path, memory://, or postgres://user:password@host:port/database, the password percent-encoded (%40 for @)',
      about: 'Where the cache is stored; the default is DATABASE_URL where that is a Postgres database',
    },
    DATABASE_URL: {
      schema: z.union([sqliteUrlSchema, postgresUrlSchema]),
      default: 'sqlite://data/community.sqlite',
      accepts:
        'sqlite://path, or postgres://user:password@host:port/database, the password percent-encoded (%40 for @)',
      about: 'Where all but the cache is stored: lists, policies, tokens and what was seen; needs backups',
    },
    RATE_LIMIT_PER_MINUTE: count([0, 1_000_000], 600, 'Lookups per minute and client address; 0 for no limit'),
    LOG_LEVEL: {
      schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      default: 'info',
      accepts: 'fatal, error, warn, info, debug, trace or silent',
      about: 'Lowest level that is logged',
    },
    LOG_FORMAT: {
      schema: z.enum(['text', 'json']).optional(),
      accepts: 'text or json',
      about: 'Whether the log is text for people or JSON for programs; unset is text on a terminal, JSON elsewhere',
    },
  },
  Steam: {
    STEAM_API_URL: url('https://api.steampowered.com', 'Base URL of the Steam Web API'),
    STEAM_COMMUNITY_URL: url('https://steamcommunity.com', 'Base URL of Steam inventories'),
    STEAM_CALLS_PER_DAY: count(
      [0, 100_000_000],
      100_000,
      'Calls the key may make in a day, counted from 00:00 UTC; 0 for no limit',
    ),
    INVENTORY_BURST: count([1, 100], 3, 'Inventory calls at once after a quiet time; Steam allows about 18 in 90 s'),
    INVENTORY_SPACING_MS: count(
      [0, 600_000],
      6_500,
      'Time after which one more inventory call is allowed, milliseconds',
    ),
    STEAM_ADDRESS: {
      schema: z.string().regex(/^[\w.:-]{1,64}$/),
      default: 'shared',
      accepts: '1 to 64 letters, digits and _.:-',
      about: 'Name of the address from which it calls Steam; processes with the same name share its limits',
    },
    IMAGE_HOSTS: {
      schema: z
        .string()
        .transform(splitList)
        .refine((hosts) => hosts.every((host) => HOST_NAME.test(host))),
      default:
        'avatars.steamstatic.com,community.akamai.steamstatic.com,community.cloudflare.steamstatic.com,community.fastly.steamstatic.com',
      accepts: 'host names in lower case, separated by commas',
      about: 'Hosts that the image proxy fetches from',
    },
  },
  Discord: {
    DISCORD_USER_PER_MINUTE: count([0, 1_000_000], 200, 'Lookups per minute and Discord user; 0 for no limit'),
    DISCORD_GUILD_PER_MINUTE: count(
      [0, 1_000_000],
      600,
      'Lookups per minute and Discord server, all its users together; 0 for no limit',
    ),
    USER_INSTALL: {
      schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
      default: 'off',
      accepts: 'on or off',
      about: 'Whether people may add the bot to their own accounts and look accounts up everywhere, with your key',
    },
    DISCORD_API_URL: {
      schema: z
        .string()
        .refine((value) => isHttpUrl(value) && (value.startsWith('https:') || isLoopback(new URL(value).hostname))),
      default: 'https://discord.com/api',
      accepts: 'an https URL, or http on a loopback address, without a password or query',
      about: 'Base URL of the Discord API, without its version',
    },
  },
  'Watch lists and ban lists': {
    WATCH_INTERVAL_SECONDS: count(
      [1, 86_400],
      3_600,
      'Interval in which the bans of all watched accounts are checked, seconds',
    ),
    WATCH_MAX_PER_GUILD: count([0, 1_000_000], 1_000, 'Maximum number of watched accounts per Discord server'),
    BANS_MAX_PER_GUILD: count([0, 1_000_000], 50_000, "Maximum number of active bans on a Discord server's own list"),
  },
  Policies: {
    POLICY_FILE: {
      schema: filePath,
      accepts: 'the path of a JSON file',
      about: 'Policy for game servers without Discord; read again on SIGHUP',
    },
    HTTP_PUBLIC_URL: {
      schema: z.optional(z.string().refine(isHttpUrl)),
      accepts: 'an http or https URL without a password or query',
      about: 'URL under which game servers and tools reach this server, for what /policy token and /token create show',
    },
    POLICY_TOKEN_PER_MINUTE: count([0, 1_000_000], 3_000, 'Verdicts per minute and token of a policy; 0 for no limit'),
    TOOL_REQUESTS_PER_MINUTE: count(
      [0, 1_000_000],
      300,
      'Requests per minute of all tools of a Discord server together; 0 for no limit',
    ),
  },
  HTTP: {
    HTTP_MAX_CONNECTIONS_PER_ADDRESS: count(
      [0, 100_000],
      1_000,
      'Maximum number of open connections per client address, trusted proxies excepted; 0 for no limit',
    ),
    HTTP_MAX_SCANS_PER_ADDRESS: count(
      [0, 1_000],
      10,
      'Maximum number of concurrent friend scans per client address; 0 for no limit',
    ),
    CORS_ORIGINS: {
      schema: z
        .string()
        .transform(splitList)
        .refine((origins) => origins.every(isOrigin) || (origins.length === 1 && origins[0] === '*'))
        .optional(),
      accepts: 'origins as browsers send them, such as https://tool.example, separated by commas; or * for all',
      about: 'Websites whose scripts may read the answers in a browser (CORS); unset allows none',
    },
    PAGE: {
      schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
      default: 'on',
      accepts: 'on or off',
      about: 'Whether the page for people is served at /; off leads from / to /docs',
    },
    API_TOKENS: {
      schema: tokensSchema,
      accepts:
        "tokens of 20 to 200 letters, digits and -_.~+/=, or a token's SHA-256 in 64 hexadecimal digits, separated by commas",
      about:
        'Tokens one of which requests to /api must send as Bearer, except for images, verdicts and tools; unset asks for none',
    },
    ADMIN_TOKEN: {
      schema: tokenSchema,
      accepts: "a token of 20 to 200 letters, digits and -_.~+/=, or a token's SHA-256 in 64 hexadecimal digits",
      about: 'Token with which the operator logs in at /status; unset opens /status on this machine alone',
    },
  },
  'Terms and privacy': {
    PRIVACY_URL: publishedPage(
      'Address of your privacy notice, such as docs/admins/privacy.md filled in; the bot and the page link to it',
    ),
    TERMS_URL: publishedPage(
      'Address of your terms of use, such as docs/admins/terms.md filled in; the bot and the page link to them',
    ),
  },
  'Several processes': {
    ROLE: {
      schema: z.enum(['all', 'http', 'bot']),
      default: 'all',
      accepts: 'all, http or bot',
      about:
        'What this process does: everything, HTTP without the bot, or the bot; other than all needs a Postgres DATABASE_URL',
    },
    DRAIN_SECONDS: {
      schema: z.optional(wholeNumber([0, 300])),
      accepts: 'a whole number from 0 to 300',
      about:
        'How long a process that stops still serves, with /readyz on 503; by default 5 with a Postgres DATABASE_URL, else 0',
    },
  },
  Cache: {
    MEMORY_MB: count(
      [1, 16_384],
      64,
      'Size limit of the cache in memory, megabytes of JSON; the process needs several times that',
    ),
    CACHE_ACCOUNT_SECONDS: lifetime(60, 'a profile and a ban record are'),
    CACHE_HOURS_SECONDS: lifetime(600, 'Rust hours are'),
    CACHE_FRIENDS_SECONDS: lifetime(600, 'a friend list is'),
    CACHE_VANITY_SECONDS: lifetime(600, 'the account behind a custom URL is'),
    CACHE_VANITY_MISS_SECONDS: lifetime(60, 'a custom URL that leads to no account is'),
    CACHE_STATS_SECONDS: lifetime(300, 'game statistics are'),
    CACHE_INVENTORY_SECONDS: lifetime(300, 'an inventory is'),
    CACHE_REFUSAL_SECONDS: lifetime(60, 'private or missing statistics and inventories are'),
    STALE_SECONDS: count(
      [0, 86_400],
      900,
      'Maximum age of the expired answers that lookups get while Steam is down, marked as stale, seconds; 0 turns them off',
    ),
  },
} as const satisfies Record<string, Record<string, Setting>>

/** Every setting, by its name in the environment. */
export const SETTINGS = {
  ...SECTIONS['What matters'],
  ...SECTIONS.Steam,
  ...SECTIONS.Discord,
  ...SECTIONS['Watch lists and ban lists'],
  ...SECTIONS.Policies,
  ...SECTIONS.HTTP,
  ...SECTIONS['Terms and privacy'],
  ...SECTIONS['Several processes'],
  ...SECTIONS.Cache,
}

export type SettingName = keyof typeof SETTINGS

/** Limits that no setting changes. Tests, benchmarks and the demo pass others. */
export const LIMITS = {
  /** Most calls to Steam in flight; lowered automatically while Steam limits them. The hours of a hundred friends leave room for names and bans. */
  steamConcurrency: 104,
  /** Most open HTTP connections. */
  maxConnections: 2_500,
  /** Most entries on the watch lists of all Discord servers. */
  maxWatched: 100_000,
  /** Most bans on the lists of all Discord servers; beyond it imports are refused, and bans by hand only beyond 1,000 a server. */
  maxBans: 500_000,
  /** Part of the day's calls that all uses outside of servers with the bot may make together. */
  userInstallShare: 0.2,
  /** What each kind of request costs, in lookups. */
  costs: { free: 0, lookup: 1, friends: 20, inventory: 2, image: 0.1 },
  /** Delay of the event loop above which new lookups are refused, milliseconds; 0 turns the check off. */
  eventLoopMs: 500,
  /** Memory of the process above which new lookups are refused, bytes; more where the cache needs it; 0 turns the check off. */
  memoryBytes: 1024 * 1024 * 1024,
}

export type Limits = typeof LIMITS
