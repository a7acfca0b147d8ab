import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { z } from 'zod'
import { isLoopback } from '../../lib/loopback.ts'
import { isPostgresUrl, secretsOf, withoutCredentials } from '../../lib/postgres-url.ts'
import { LIMITS, type Limits, type Setting, type SettingName, SETTINGS, splitList } from './settings.ts'

/** The checked value of each setting, by its name in the environment. */
type SettingValues = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

/** The settings in sections, one for each part of the program, in the units of that part. */
export type Settings = ReturnType<typeof toSections>

/** The error of unusable settings; the message has a line for each mistake. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const SECRETS = new Set<string>(['STEAM_API_KEY', 'DISCORD_TOKEN', 'API_TOKENS', 'ADMIN_TOKEN'] satisfies SettingName[])
const DATABASES = new Set<string>(['DATABASE_URL', 'STORE_URL'] satisfies SettingName[])
const FILES = new Set<string>(['HTTP_TLS_CERT', 'HTTP_TLS_KEY', 'POLICY_FILE'] satisfies SettingName[])
const MEGABYTE = 1024 * 1024
/** Memory that the process needs, estimated generously: this with an empty cache, and more for each byte of the cache. */
const BASE_BYTES = 256 * MEGABYTE
const BYTES_PER_CACHED_BYTE = 4

/**
 * The settings for the log: a secret is replaced by "set" or "not set", and the address of a Postgres database has no user and password.
 */
export function withoutSecrets(values: SettingValues): Record<string, unknown> {
  const shown = (name: string, value: unknown) => {
    if (SECRETS.has(name)) return value ? 'set' : 'not set'
    return typeof value === 'string' ? withoutCredentials(value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))
}

/** Matches a generated token of a policy or a tool, or most of such a token. */
const GENERATED_TOKEN = /rs[pt]_[\w-]{16,}/g

export type SecretFilter = ReturnType<typeof createSecretFilter>

/**
 * Creates a filter that removes secrets from a text, such as an error message: the secrets in settings, the secrets given to `add`, and
 * tokens of policies and tools.
 */
export function createSecretFilter({ steam, discord, http, store, database }: Settings) {
  const tokens = [...http.apiTokens, ...(http.adminToken ? [http.adminToken] : [])].map(({ text }) => text)
  const addresses = [store.url, database.url].flatMap(secretsOf)
  const secrets = new Set(
    [steam.apiKey, discord.token, ...tokens, ...addresses].filter((secret) => secret !== undefined),
  )
  return {
    add: (secret: string): void => void secrets.add(secret),
    hide(text: string): string {
      let rest = text
      for (const secret of secrets) rest = rest.replaceAll(secret, '[secret]')
      return /rs[pt]_/.test(rest) ? rest.replaceAll(GENERATED_TOKEN, '[secret]') : rest
    },
  }
}

const NEXT_STEP = 'Correct them where they are set, such as in .env; `npm run check:setup` tries them.'

/** Reads the settings from an environment; an empty value counts as not set. Throws a SettingsError. */
export function readSettings(environment: Record<string, string | undefined>): SettingValues {
  const given = (name: string) => environment[name]?.trim() || undefined
  const database = given('DATABASE_URL')
  const defaults: Record<string, string> = database && isPostgresUrl(database) ? { STORE_URL: database } : {}
  const mistakes: string[] = []
  const entries = Object.entries<Setting>(SETTINGS).map(([name, { schema, default: fallback, accepts }]) => {
    const value = given(name) ?? defaults[name] ?? fallback
    if (value === undefined) return [name, undefined]
    const parsed = schema.safeParse(value)
    if (!parsed.success) mistakes.push(`${name} ${explain(name, value, { schema, accepts })}`)
    return [name, FILES.has(name) ? locateFile(value, given('CREDENTIALS_DIRECTORY')) : parsed.data]
  })
  // Each value has passed the schema under its name.
  const values = Object.fromEntries(entries) as SettingValues
  mistakes.push(...findContradictions(values, given('TRUST_PROXY') !== undefined))
  if (mistakes.length > 0) {
    const lines = ['These settings cannot be used:', ...mistakes.map((mistake) => `  ${mistake}`), NEXT_STEP]
    throw new SettingsError(lines.join('\n'))
  }
  return values
}

/** The absolute path of a file, which is looked for first in the folder of systemd's LoadCredential=, then in the working folder. */
function locateFile(path: string, credentials: string | undefined): string {
  const handedOver = credentials && !isAbsolute(path) ? join(credentials, path) : undefined
  return handedOver && existsSync(handedOver) ? handedOver : resolve(path)
}

export const loadSettings = (environment: Record<string, string | undefined>, limits?: Partial<Limits>): Settings =>
  toSections(readSettings(environment), limits)

/** How long, by default, a stopping process still serves when other processes can take over, seconds. */
const SHARED_DRAIN_SECONDS = 5

export function toSections(values: SettingValues, limits: Partial<Limits> = {}) {
  const { costs, ...fixed } = { ...LIMITS, ...limits }
  const memoryBytes = values.MEMORY_MB * MEGABYTE
  const isShared = isPostgresUrl(values.DATABASE_URL)
  return {
    role: values.ROLE,
    /** Whether other processes may use the same database. */
    isShared,
    drainMs: (values.DRAIN_SECONDS ?? (isShared ? SHARED_DRAIN_SECONDS : 0)) * 1000,
    steam: toSteam(values, fixed),
    discord: toDiscord(values, fixed),
    http: {
      host: values.HTTP_HOST,
      port: values.HTTP_PORT,
      tls:
        values.HTTP_TLS_CERT && values.HTTP_TLS_KEY
          ? { cert: values.HTTP_TLS_CERT, key: values.HTTP_TLS_KEY }
          : undefined,
      maxConnections: fixed.maxConnections,
      maxConnectionsPerAddress: values.HTTP_MAX_CONNECTIONS_PER_ADDRESS,
      maxScansPerAddress: values.HTTP_MAX_SCANS_PER_ADDRESS,
      trustedProxies: values.TRUST_PROXY ?? [],
      corsOrigins: values.CORS_ORIGINS,
      apiTokens: values.API_TOKENS ?? [],
      adminToken: values.ADMIN_TOKEN,
      publicUrl: values.HTTP_PUBLIC_URL,
      hasPage: values.PAGE,
    },
    policy: { file: values.POLICY_FILE },
    published: { privacyUrl: values.PRIVACY_URL, termsUrl: values.TERMS_URL },
    store: {
      url: values.STORE_URL,
      /** The name of the setting that says where the cache is. */
      setting: values.STORE_URL === values.DATABASE_URL ? ('DATABASE_URL' as const) : ('STORE_URL' as const),
      memoryBytes,
      staleSeconds: values.STALE_SECONDS,
    },
    database: { url: values.DATABASE_URL },
    watch: {
      intervalSeconds: values.WATCH_INTERVAL_SECONDS,
      maxPerGuild: values.WATCH_MAX_PER_GUILD,
      maxTotal: fixed.maxWatched,
    },
    bans: { maxPerGuild: values.BANS_MAX_PER_GUILD, maxTotal: fixed.maxBans },
    /** How long Steam's answers are cached, seconds. */
    lifetimes: {
      account: values.CACHE_ACCOUNT_SECONDS,
      rustHours: values.CACHE_HOURS_SECONDS,
      friends: values.CACHE_FRIENDS_SECONDS,
      vanity: values.CACHE_VANITY_SECONDS,
      vanityMiss: values.CACHE_VANITY_MISS_SECONDS,
      stats: values.CACHE_STATS_SECONDS,
      inventory: values.CACHE_INVENTORY_SECONDS,
      refusal: values.CACHE_REFUSAL_SECONDS,
      stale: values.STALE_SECONDS,
    },
    rateLimit: {
      perMinute: values.RATE_LIMIT_PER_MINUTE,
      /** The lowest useful limit per minute: with less, a client has to wait between looking up an account and scanning its friends. */
      neededPerMinute: Math.ceil(costs.friends + costs.lookup),
      verdictsPerMinute: values.POLICY_TOKEN_PER_MINUTE,
      toolRequestsPerMinute: values.TOOL_REQUESTS_PER_MINUTE,
      costs,
    },
    loadShedding: {
      eventLoopMs: fixed.eventLoopMs,
      memoryBytes: limits.memoryBytes ?? Math.max(fixed.memoryBytes, BASE_BYTES + memoryBytes * BYTES_PER_CACHED_BYTE),
    },
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT },
  }
}

/** The setting by which others reach lookups that ask for no token; undefined when there are no others or a token is needed. */
export function findOpenAccess({ role, http }: Settings): SettingName | undefined {
  const { host, trustedProxies, publicUrl, apiTokens } = http
  if (role === 'bot' || apiTokens.length > 0) return undefined
  if (!isLoopback(host)) return 'HTTP_HOST'
  if (trustedProxies.length > 0) return 'TRUST_PROXY'
  return publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname) ? 'HTTP_PUBLIC_URL' : undefined
}

const toDiscord = (values: SettingValues, { userInstallShare }: Pick<Limits, 'userInstallShare'>) => ({
  token: values.DISCORD_TOKEN,
  apiUrl: values.DISCORD_API_URL,
  userPerMinute: values.DISCORD_USER_PER_MINUTE,
  guildPerMinute: values.DISCORD_GUILD_PER_MINUTE,
  userInstall: values.USER_INSTALL ? { callsPerDay: partOf(values.STEAM_CALLS_PER_DAY, userInstallShare) } : undefined,
})

/** The number of calls a day for uses outside of servers with the bot; 0 (no limit) when `STEAM_CALLS_PER_DAY` is 0. */
const partOf = (all: number, share: number) => (all === 0 ? 0 : Math.max(1, Math.floor(all * share)))

const toSteam = (values: SettingValues, { steamConcurrency }: Pick<Limits, 'steamConcurrency'>) => ({
  apiKey: values.STEAM_API_KEY,
  apiUrl: values.STEAM_API_URL,
  communityUrl: values.STEAM_COMMUNITY_URL,
  concurrency: steamConcurrency,
  callsPerDay: values.STEAM_CALLS_PER_DAY,
  inventoryBurst: values.INVENTORY_BURST,
  inventorySpacingMs: values.INVENTORY_SPACING_MS,
  address: values.STEAM_ADDRESS,
  imageHosts: values.IMAGE_HOSTS,
})

function findRoleMistakes({ ROLE, DATABASE_URL, DISCORD_TOKEN }: Partial<SettingValues>): string[] {
  if (ROLE === undefined || ROLE === 'all') return []
  const found: string[] = []
  if (DATABASE_URL && !isPostgresUrl(DATABASE_URL)) {
    found.push(
      `ROLE is "${ROLE}", but DATABASE_URL is a SQLite file, which one process has for itself; set DATABASE_URL to a Postgres database that all processes share, or remove ROLE.`,
    )
  }
  if (ROLE === 'bot' && !DISCORD_TOKEN)
    found.push('ROLE is "bot", but DISCORD_TOKEN is not set; set it, or set ROLE to http.')
  return found
}

function findStoreMistakes({ STORE_URL, DATABASE_URL }: Partial<SettingValues>): string[] {
  const found: string[] = []
  if (!STORE_URL || !DATABASE_URL) return found
  if (isPostgresUrl(STORE_URL) && !isPostgresUrl(DATABASE_URL)) {
    found.push(
      'STORE_URL is a Postgres database, which processes share, but DATABASE_URL is a SQLite file; set DATABASE_URL to that Postgres database, which is then also the cache, or set STORE_URL to sqlite://path or memory://.',
    )
  }
  if (STORE_URL.startsWith('sqlite:') && fileOf(STORE_URL) === fileOf(DATABASE_URL)) {
    found.push(
      'DATABASE_URL is the file of STORE_URL; set it to a file of its own, because the cache may lose its data.',
    )
  }
  return found
}

/** Finds settings that contradict each other; the value of an invalid setting is undefined. */
function findContradictions(values: Partial<SettingValues>, hasProxy: boolean): string[] {
  const { HTTP_HOST, HTTP_TLS_CERT, HTTP_TLS_KEY } = values
  const found = findRoleMistakes(values)
  if (HTTP_TLS_CERT && !HTTP_TLS_KEY) found.push('HTTP_TLS_CERT is set without HTTP_TLS_KEY; HTTPS needs both.')
  if (HTTP_TLS_KEY && !HTTP_TLS_CERT) found.push('HTTP_TLS_KEY is set without HTTP_TLS_CERT; HTTPS needs both.')
  if (HTTP_HOST !== undefined && !isLoopback(HTTP_HOST) && !HTTP_TLS_CERT && !hasProxy) {
    found.push(
      `HTTP_HOST is "${HTTP_HOST}", where others could read plain HTTP; set HTTP_TLS_CERT and HTTP_TLS_KEY, or TRUST_PROXY behind a proxy that does HTTPS, or listen on 127.0.0.1.`,
    )
  }
  found.push(...findStoreMistakes(values))
  return found
}

/** The absolute path of a `sqlite://path` address; undefined for another address. */
const fileOf = (url: string) => (url.startsWith('sqlite://') ? resolve(url.slice('sqlite://'.length)) : undefined)

/**
 * Explains why a value is not accepted. Names superfluous characters at its ends, such as quotes; without them, names the value and what is
 * accepted.
 */
function explain(name: string, value: string, { schema, accepts }: Pick<Setting, 'schema' | 'accepts'>): string {
  const isAccepted = (text: string) => text !== '' && schema.safeParse(text).success
  if (/^(["']).*\1$/.test(value) && isAccepted(value.slice(1, -1))) return 'has quotes around its value; remove them.'
  const last = value.at(-1) ?? ''
  if (/[^\p{L}\p{N}]/u.test(last) && isAccepted(value.slice(0, -1))) {
    const code = last.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    const named = /[\p{C}\p{Z}]/u.test(last) ? `the invisible character U+${code}` : `"${last}"`
    return `ends with ${named}, which is not part of the value; remove it.`
  }
  return `${describe(name, value)}; it accepts ${accepts}.`
}

/** Describes an invalid value; omits its text when it may contain a secret, such as a mistyped key or a URL with a password. */
function describe(name: string, value: string): string {
  const [, scheme] = /^([a-z][\w+.-]*):\/\//i.exec(value) ?? []
  if (DATABASES.has(name) && scheme && !/^(sqlite|memory|postgres(ql)?)$/.test(scheme))
    return `begins with "${scheme}://", a database that Rapsheet cannot use`
  if (splitList(value).some(hasCredentials))
    return 'has a user name or password inside its URL, which is not shown here'
  const mayHoldSecret = SECRETS.has(name) || /[@?#]/.test(value) || (value.includes('://') && !URL.canParse(value))
  return `is ${mayHoldSecret ? `${value.length} characters` : JSON.stringify(value)}`
}

function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username + password !== ''
}
