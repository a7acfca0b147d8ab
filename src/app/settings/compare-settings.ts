import type { Settings } from './read-settings.ts'
import type { Member } from '../../cluster/member.ts'
import { passwordOf } from '../../lib/postgres-url.ts'
import { digestOf } from '../../steam/upstream/budget-rules.ts'

export const CALLS_PER_DAY = 'STEAM_CALLS_PER_DAY'

/**
 * The settings that should be equal on all replicas, because replicas share the calls, the cache, the lists or the clients. The Steam key
 * is replaced by the digest under which its calls are counted.
 */
export const comparedSettings = (
  { role, steam, http, lifetimes, rateLimit, discord, watch, bans }: Settings,
  policyFileDigest = '',
): Member['settings'] => ({
  [CALLS_PER_DAY]: steam.callsPerDay,
  STEAM_API_KEY: digestOf(steam.apiKey ?? ''),
  // Compared, because a standby with another token would log in as another bot; replicas without a token are left out.
  ...(discord.token === undefined ? {} : { DISCORD_TOKEN: digestOf(discord.token) }),
  // Compared only among replicas that answer requests for verdicts.
  ...(role === 'bot' && policyFileDigest === '' ? {} : { POLICY_FILE: policyFileDigest }),
  API_TOKENS: digestOf(
    http.apiTokens
      .map(({ sha256 }) => sha256)
      .toSorted()
      .join(),
  ),
  ADMIN_TOKEN: digestOf(http.adminToken?.sha256 ?? ''),
  STEAM_API_URL: steam.apiUrl,
  STEAM_COMMUNITY_URL: steam.communityUrl,
  INVENTORY_BURST: steam.inventoryBurst,
  INVENTORY_SPACING_MS: steam.inventorySpacingMs,
  IMAGE_HOSTS: steam.imageHosts.join(','),
  DISCORD_USER_PER_MINUTE: discord.userPerMinute,
  DISCORD_GUILD_PER_MINUTE: discord.guildPerMinute,
  RATE_LIMIT_PER_MINUTE: rateLimit.perMinute,
  POLICY_TOKEN_PER_MINUTE: rateLimit.verdictsPerMinute,
  TOOL_REQUESTS_PER_MINUTE: rateLimit.toolRequestsPerMinute,
  WATCH_INTERVAL_SECONDS: watch.intervalSeconds,
  WATCH_MAX_PER_GUILD: watch.maxPerGuild,
  BANS_MAX_PER_GUILD: bans.maxPerGuild,
  CACHE_ACCOUNT_SECONDS: lifetimes.account,
  CACHE_HOURS_SECONDS: lifetimes.rustHours,
  CACHE_FRIENDS_SECONDS: lifetimes.friends,
  CACHE_VANITY_SECONDS: lifetimes.vanity,
  CACHE_VANITY_MISS_SECONDS: lifetimes.vanityMiss,
  CACHE_STATS_SECONDS: lifetimes.stats,
  CACHE_INVENTORY_SECONDS: lifetimes.inventory,
  CACHE_REFUSAL_SECONDS: lifetimes.refusal,
  STALE_SECONDS: lifetimes.stale,
})

/** The names of the settings that differ between replicas, in alphabetical order. */
export function findDiffering(members: readonly Pick<Member, 'settings'>[]): string[] {
  const names = [...new Set(members.flatMap(({ settings }) => Object.keys(settings)))].toSorted()
  // Members without a value are ignored, because they run a version without that setting.
  const valuesOf = (name: string) =>
    members.map(({ settings }) => settings[name]).filter((value) => value !== undefined)
  return names.filter((name) => new Set(valuesOf(name)).size > 1)
}

/**
 * The lowest limit that any replica has for the setting `name`. The value 0 means no limit, so the result is 0 only if no replica has a
 * limit.
 */
export function findLowest(members: readonly Pick<Member, 'settings'>[], name: string): number {
  const limits = members.map(({ settings }) => Number(settings[name] ?? 0)).filter((limit) => limit > 0)
  return limits.length === 0 ? 0 : Math.min(...limits)
}

/**
 * The secret for the digests of clients' addresses and tokens in the database. All replicas know the secret, and the database does not
 * contain it. Without a secret, the address behind a digest could be found by computing the digests of all IPv4 addresses.
 */
export const clientSecret = ({ steam, database }: Pick<Settings, 'steam' | 'database'>): string =>
  `rapsheet: clients of ${steam.apiKey || passwordOf(database.url)}`
