import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { closestMatch } from 'leven'
import { z } from 'zod'
import { isLoopback } from './lib/loopback.ts'

/** One setting: how its text is read, its default, and what a person is told of it. */
interface Setting<Schema extends z.ZodType> {
  schema: Schema
  /** As it would stand in `.env`; undefined where not setting it has a meaning of its own. */
  default: string | undefined
  /** What is accepted, to follow "accepts". */
  accepts: string
  about: string
}

const setting = <Schema extends z.ZodType>(
  schema: Schema,
  about: Omit<Setting<Schema>, 'schema'>,
): Setting<Schema> => ({
  schema,
  ...about,
})

const count = (min: number, max: number, fallback: number, about: string) =>
  setting(
    z
      .string()
      .regex(/^\d+$/)
      .transform(Number)
      .refine((value) => value >= min && value <= max),
    {
      default: String(fallback),
      accepts: `a whole number from ${min} to ${max}`,
      about,
    },
  )

const cost = (fallback: number, about: string) =>
  setting(
    z
      .string()
      .regex(/^\d+(\.\d)?$/)
      .transform(Number)
      .refine((value) => value <= 1_000),
    {
      default: String(fallback),
      accepts: 'a number from 0 to 1000 with at most one decimal',
      about,
    },
  )

const lifetime = (fallback: number, about: string) =>
  count(0, 86_400, fallback, `${about}; seconds, 0 remembers nothing`)

const text = (about: string, accepts: string) => setting(z.string().optional(), { default: undefined, accepts, about })

/** The base of further URLs. A password or a query in it would not be sent, but would be logged. */
function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

const url = (fallback: string, about: string) =>
  setting(z.string().refine(isHttpUrl), {
    default: fallback,
    accepts: 'an http or https URL without a password or query',
    about,
  })

/** The words `TRUST_PROXY` knows beside addresses. */
const ADDRESS_RANGES: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const isRange = (value: string) => ipaddr.isValidCIDR(value) || ipaddr.isValid(value)

const list = (value: string) => value.split(',').map((entry) => entry.trim())

const rangesSchema = z
  .string()
  .transform((value) => list(value).flatMap((entry) => ADDRESS_RANGES[entry] ?? [entry]))
  .refine((ranges) => ranges.every(isRange))
  .optional()

/** Whether a browser could send the text as `Origin`; a pattern such as https://*.example would never match one. */
const isOrigin = (value: string) => isHttpUrl(value) && new URL(value).origin === value && !value.includes('*')

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/

/** Every setting there is, by its name in the environment. */
export const SETTINGS = {
  STEAM_API_KEY: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{8,64}$/)
      .optional(),
    {
      default: undefined,
      accepts: "8 to 64 letters and digits without spaces; Steam's have 32",
      about:
        'Steam Web API key, from https://steamcommunity.com/dev/apikey; without it only inventories and images work',
    },
  ),
  STEAM_API_URL: url('https://api.steampowered.com', 'Where the Steam Web API is'),
  STEAM_COMMUNITY_URL: url('https://steamcommunity.com', 'Where Steam inventories are'),
  STEAM_CONCURRENCY: count(1, 1_000, 100, 'Most calls in flight at once; fewer while Steam limits them or is slow'),
  STEAM_RETRIES: count(0, 5, 3, 'Further tries of a call that brought no usable answer; an inventory gets one at most'),
  STEAM_RETRY_PERCENT: count(
    0,
    100,
    30,
    'Further tries all look-ups together may make, in percent of the calls of the last 10 s; 10 of them are always allowed, 0 allows none',
  ),
  STEAM_HEDGE_PERCENT: count(
    0,
    100,
    10,
    'Second tries beside a call that takes unusually long, in percent of the calls of the last 10 s, while there is room for further tries; 0 makes none',
  ),
  STEAM_TRY_MS: count(100, 60_000, 3_500, 'Time for one try of a call, milliseconds'),
  STEAM_DEADLINE_MS: count(100, 60_000, 8_000, 'Time for all tries of a call together, milliseconds'),
  STEAM_SCAN_DEADLINE_MS: count(
    100,
    60_000,
    30_000,
    'Time for all tries of a call of a friend scan together, milliseconds',
  ),
  STEAM_CALLS_PER_DAY: count(
    0,
    100_000_000,
    100_000,
    'Calls the key may make in a day, counted from 00:00 UTC; 0 counts without a limit',
  ),
  STEAM_BUDGET_SCARCE_PERCENT: count(1, 100, 80, 'Percent of the day’s calls from which Rust hours are left out'),
  STEAM_BUDGET_RESERVED_PERCENT: count(
    1,
    100,
    95,
    'Percent of the day’s calls from which batches and friend scans are refused, so that look-ups have the rest',
  ),
  STEAM_KEY_PAUSE_SECONDS: count(0, 3_600, 60, 'How long a key that Steam has refused is not sent again, seconds'),
  INVENTORY_BURST: count(1, 100, 3, 'Inventory calls at once after a quiet time; Steam allows some 18 in 90 s'),
  INVENTORY_SPACING_MS: count(0, 600_000, 6_500, 'Time after which one more inventory call may be made, milliseconds'),
  INVENTORY_PAUSE_SECONDS: count(0, 3_600, 60, 'How long inventories are left alone after Steam limited them, seconds'),
  IMAGE_HOSTS: setting(
    z
      .string()
      .transform(list)
      .refine((hosts) => hosts.every((host) => HOST_NAME.test(host))),
    {
      default:
        'avatars.steamstatic.com,community.akamai.steamstatic.com,community.cloudflare.steamstatic.com,community.fastly.steamstatic.com',
      accepts: 'host names in lower case, separated by commas',
      about: 'Hosts the image proxy fetches from',
    },
  ),
  IMAGE_CDN_URL: setting(
    z
      .string()
      .refine((value) => isHttpUrl(value) && isLoopback(new URL(value).hostname))
      .optional(),
    {
      default: undefined,
      accepts: 'an http URL on a loopback address, without a password or query',
      about: 'A simulated image CDN that stands in for all image hosts; for the demo and tests',
    },
  ),
  DISCORD_TOKEN: setting(
    z
      .string()
      .regex(/^[\w.-]{16,200}$/)
      .optional(),
    {
      default: undefined,
      accepts: 'the bot token as Discord shows it, without "Bot " before it',
      about: 'Bot token, from https://discord.com/developers/applications; without it there is HTTP only',
    },
  ),
  DISCORD_USER_PER_MINUTE: count(
    0,
    1_000_000,
    200,
    'Lookups a Discord user may make in a minute; 0 switches the limit off',
  ),
  DISCORD_GUILD_PER_MINUTE: count(
    0,
    1_000_000,
    600,
    'Lookups all users of a Discord server together may make in a minute; 0 switches the limit off',
  ),
  DISCORD_API_URL: setting(
    z
      .string()
      .refine((value) => isHttpUrl(value) && (value.startsWith('https:') || isLoopback(new URL(value).hostname))),
    {
      default: 'https://discord.com/api',
      accepts: 'an https URL, or http on a loopback address, without a password or query',
      about: 'Where the Discord API is, without its version',
    },
  ),
  HTTP_HOST: setting(
    z.string().refine((value) => isIP(value) !== 0 || value === 'localhost'),
    {
      default: '127.0.0.1',
      accepts: 'an IP address, or localhost',
      about: 'Address to listen on; other than loopback needs a certificate or a trusted proxy',
    },
  ),
  HTTP_PORT: count(0, 65_535, 8_080, 'Port to listen on; 0 takes a free one'),
  HTTP_TLS_CERT: text('Certificate chain for HTTPS; with HTTP_TLS_KEY', 'the path of a PEM file'),
  HTTP_TLS_KEY: text('Private key for HTTPS; with HTTP_TLS_CERT', 'the path of a PEM file'),
  HTTP_MAX_CONNECTIONS: count(
    1,
    100_000,
    2_500,
    'Connections open at once; a further one replaces the oldest that is unfinished, idle or unread, or is refused; fewer where the limit of open files is too low',
  ),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: count(
    0,
    100_000,
    250,
    'Connections open at once from one client address, trusted proxies apart; 0 switches the cap off',
  ),
  HTTP_MAX_SCANS_PER_ADDRESS: count(
    0,
    1_000,
    10,
    'Friend scans at once for one client address; 0 switches the cap off',
  ),
  TRUST_PROXY: setting(rangesSchema, {
    default: undefined,
    accepts: 'addresses or CIDR ranges, separated by commas; also the words loopback and private',
    about: 'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed',
  }),
  CORS_ORIGINS: setting(
    z
      .string()
      .transform(list)
      .refine((origins) => origins.every(isOrigin) || (origins.length === 1 && origins[0] === '*'))
      .optional(),
    {
      default: undefined,
      accepts: 'origins as browsers send them, such as https://tool.example, separated by commas; or * for all',
      about: 'Websites whose scripts may read the answers in a browser (CORS); without it none may',
    },
  ),
  // Neither a password nor options, as addresses of other databases have; both would become part of the path.
  STORE_URL: setting(z.string().regex(/^(memory:\/\/|sqlite:\/\/(?![^/\\]*@)[^?]+)$/), {
    default: 'sqlite://data/rapsheet.sqlite',
    accepts: 'sqlite://path, or memory://',
    about: 'Where answers are remembered',
  }),
  MEMORY_MB: count(
    1,
    16_384,
    64,
    'Bound of what is remembered in memory, megabytes of JSON; the process needs several times that',
  ),
  CACHE_ACCOUNT_SECONDS: lifetime(60, 'How long a profile and a ban record are remembered'),
  CACHE_HOURS_SECONDS: lifetime(600, 'How long Rust hours are remembered'),
  CACHE_FRIENDS_SECONDS: lifetime(600, 'How long a friend list is remembered'),
  CACHE_VANITY_SECONDS: lifetime(600, 'How long the account behind a custom name is remembered'),
  CACHE_VANITY_MISS_SECONDS: lifetime(60, 'How long it is remembered that nobody has a custom name'),
  CACHE_STATS_SECONDS: lifetime(300, 'How long game statistics are remembered'),
  CACHE_INVENTORY_SECONDS: lifetime(300, 'How long an inventory is remembered'),
  CACHE_REFUSAL_SECONDS: lifetime(60, 'How long private or missing statistics and inventories are remembered'),
  STALE_SECONDS: count(
    0,
    86_400,
    900,
    'How old an answer may be that a look-up is given while Steam is down, marked as stale; seconds, 0 gives none',
  ),
  RATE_LIMIT_PER_MINUTE: count(
    0,
    1_000_000,
    600,
    'Lookups a client address may make in a minute; 0 switches the limit off',
  ),
  RATE_LIMIT_IPV6_PREFIX: count(1, 128, 64, 'Bits of an IPv6 address that make one client'),
  RATE_COST_FRIENDS: cost(20, 'What a friend scan counts, in lookups'),
  RATE_COST_INVENTORY: cost(2, 'What an inventory counts, in lookups'),
  RATE_COST_IMAGE: cost(0.1, 'What an image counts, in lookups'),
  LOAD_SHEDDING_EVENT_LOOP_MS: count(
    0,
    60_000,
    500,
    'How late the event loop may be before new look-ups are refused, milliseconds; 0 does not look at it',
  ),
  LOAD_SHEDDING_MEMORY_MB: count(
    0,
    1_000_000,
    1_024,
    'Memory of the process above which new look-ups are refused, megabytes; 0 does not look at it',
  ),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    default: 'info',
    accepts: 'fatal, error, warn, info, debug, trace or silent',
    about: 'How much is logged',
  }),
} as const

const SECRETS = new Set<string>(['STEAM_API_KEY', 'DISCORD_TOKEN'] satisfies (keyof typeof SETTINGS)[])

/** The settings as they may be logged: of a secret only whether there is one. */
export function withoutSecrets(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, SECRETS.has(name) ? (value ? 'set' : 'not set') : value]),
  )
}

/** All settings, read and checked, under their names in the environment. */
export type Settings = { [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> }

/** Thrown for settings that cannot be used; the message lists every mistake on a line of its own. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Reads the settings from an environment. An empty value means not set. Throws a SettingsError. */
export function loadSettings(environment: Record<string, string | undefined>): Settings {
  const mistakes: string[] = []
  const entries = Object.entries<Setting<z.ZodType>>(SETTINGS).map(([name, { schema, default: fallback, accepts }]) => {
    const given = environment[name]?.trim() || fallback
    if (given === undefined) return [name, undefined]
    const parsed = schema.safeParse(given)
    if (!parsed.success) mistakes.push(`${name} ${describe(name, given)}; it accepts ${accepts}.`)
    return [name, parsed.data]
  })
  // Each value has passed the schema under its name.
  const settings = Object.fromEntries(entries) as Settings
  // What is mistaken on its own is not blamed for the others as well.
  const isSound = (name: keyof Settings) => !mistakes.some((mistake) => mistake.startsWith(`${name} `))
  mistakes.push(...contradictions(settings, isSound))
  if (mistakes.length > 0) {
    throw new SettingsError(['These settings cannot be used:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'))
  }
  return settings
}

/** Letters by which a name may differ from the setting that was probably meant. */
const SLIPS = 2

/** What to say of names in `.env` that are no settings, a sentence each. */
export function unknownSettings(names: string[]): string[] {
  const known = Object.keys(SETTINGS)
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestMatch(name, known, { maxDistance: SLIPS })
      const hint = meant ? `did you mean ${meant}?` : '.env.example lists all there are.'
      return `.env sets ${name}, which is no setting of Rapsheet; ${hint}`
    })
}

function contradictions(settings: Settings, isSound: (name: keyof Settings) => boolean): string[] {
  const { HTTP_HOST, HTTP_TLS_CERT, HTTP_TLS_KEY, TRUST_PROXY } = settings
  const found: string[] = []
  if (HTTP_TLS_CERT && !HTTP_TLS_KEY) found.push('HTTP_TLS_CERT is set without HTTP_TLS_KEY; HTTPS needs both.')
  if (HTTP_TLS_KEY && !HTTP_TLS_CERT) found.push('HTTP_TLS_KEY is set without HTTP_TLS_CERT; HTTPS needs both.')
  const { STEAM_BUDGET_SCARCE_PERCENT: scarce, STEAM_BUDGET_RESERVED_PERCENT: reserved } = settings
  if (reserved < scarce) {
    found.push(
      `STEAM_BUDGET_RESERVED_PERCENT is ${reserved}, below STEAM_BUDGET_SCARCE_PERCENT, ${scarce}; hours go first, so it has to be as high at least.`,
    )
  }
  if (isSound('HTTP_HOST') && isSound('TRUST_PROXY') && !isLoopback(HTTP_HOST) && !HTTP_TLS_CERT && !TRUST_PROXY) {
    found.push(
      `HTTP_HOST is "${HTTP_HOST}", where others could listen in on plain HTTP; set HTTP_TLS_CERT and HTTP_TLS_KEY, or TRUST_PROXY behind a proxy that does HTTPS, or listen on 127.0.0.1.`,
    )
  }
  return found
}

/** What is wrong with a value. A secret stays out of it, even a mistyped one; so does a URL that may hold a password or a token. */
function describe(name: string, value: string): string {
  if (list(value).some(hasCredentials)) return 'has a user name or password inside its URL, which is not shown here'
  const mayHoldSecret = SECRETS.has(name) || /[@?#]/.test(value) || (value.includes('://') && !URL.canParse(value))
  return `is ${mayHoldSecret ? `${value.length} characters` : JSON.stringify(value)}`
}

function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username + password !== ''
}
