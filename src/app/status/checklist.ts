import type { WallClock } from '../../lib/clock.ts'
import type { Check, CheckState, GameServer } from '../../model/checklist.ts'
import type { Readiness } from '../../model/readiness.ts'
import { findOpenAccess, type Settings } from '../settings/read-settings.ts'
import type { StoredStatus } from './read-stored-status.ts'

const DAY_SECONDS = 86_400
/** Maximum age of the last backup: backups should be made daily, and one of them may be late. */
const BACKUP_SECONDS = 2 * DAY_SECONDS
const CERTIFICATE_SECONDS = 14 * DAY_SECONDS
const MAX_PROBLEMS = 20
const MAX_SERVERS = 50

/** When requests were last forwarded by a trusted proxy, and by an untrusted proxy on this machine; Unix seconds. */
export interface ProxySightings {
  trustedAt: number | null
  untrustedAt: number | null
}

export interface ChecklistFacts {
  now: number
  /** When this process started, Unix seconds. */
  startedAt: number
  settings: Settings
  /** When the certificate of the listener ends, Unix seconds; undefined without a certificate. */
  certificateEndsAt: number | undefined
  readiness: Pick<Readiness, 'platform' | 'discord'>
  inviteUrl: string | null
  /** The stored facts; null when the database is off, undefined when it cannot be read. */
  stored: StoredStatus | null | undefined
  /** The game server of `POLICY_FILE`; null if that is not set. */
  fileServer: GameServer | null
  /** What the game servers of a Discord server refuse by. */
  refusalsOf: (guildId: string) => Pick<GameServer, 'hasRules' | 'hasBans'>
  sightings: ProxySightings
}

/** What is set up, what is missing and what needs attention; always the same items in the same order. */
export function createChecklist(facts: ChecklistFacts): Check[] {
  return [
    checkKey(facts),
    checkDiscordToken(facts),
    checkInvite(facts),
    checkChannels(facts),
    checkGameServers(facts),
    checkProxy(facts),
    checkTls(facts),
    checkRateLimit(facts),
    checkBackup(facts),
    checkApiTokens(facts),
    { code: 'admin_token', state: facts.settings.http.adminToken ? 'done' : 'off' },
  ]
}

const KEY_STATES: Record<Readiness['platform'], CheckState> = {
  reachable: 'done',
  not_configured: 'missing',
  key_refused: 'warning',
  unreachable: 'unknown',
  blocked: 'unknown',
  unknown: 'unknown',
}

function checkKey({ readiness: { platform } }: ChecklistFacts): Check {
  return { code: 'steam_key', state: KEY_STATES[platform], platform }
}

const CONNECTION_STATES: Record<Readiness['discord'], CheckState> = {
  connected: 'done',
  standby: 'done',
  connecting: 'warning',
  refused: 'warning',
  off: 'off',
}

function checkDiscordToken({ settings, readiness: { discord } }: ChecklistFacts): Check {
  const isSet = settings.discord.token !== undefined
  return { code: 'discord_token', state: CONNECTION_STATES[discord], isSet, connection: discord }
}

function checkInvite({ inviteUrl: url, stored }: ChecklistFacts): Check {
  const listing = stored?.listing ?? null
  const state = () => {
    if (stored === null) return 'off'
    if (listing === null) return 'unknown'
    return listing.guilds > 0 ? 'done' : 'missing'
  }
  return { code: 'invite', state: state(), url, guilds: listing?.guilds ?? null, listedAt: listing?.at ?? null }
}

function checkChannels({ stored }: ChecklistFacts): Check {
  const { guilds = 0, channelProblems = [] } = stored ?? {}
  const isSetNowhere = channelProblems.filter(({ problem }) => problem === 'not_set').length === guilds
  const state = () => {
    if (stored === undefined) return 'unknown'
    if (guilds === 0) return 'off'
    if (isSetNowhere) return 'missing'
    return channelProblems.length > 0 ? 'warning' : 'done'
  }
  const problems = channelProblems.slice(0, MAX_PROBLEMS)
  return { code: 'alert_channel', state: state(), guilds, problems, problemCount: channelProblems.length }
}

function checkGameServers(facts: ChecklistFacts): Check {
  const { now, startedAt, settings, stored, fileServer } = facts
  const ofGuilds = (stored?.gameServers ?? []).map((server) => ({ ...server, ...facts.refusalsOf(server.guildId) }))
  const all = [...ofGuilds, ...(fileServer ? [fileServer] : [])]
  const withoutRules = all.filter(({ hasRules, hasBans }) => !hasRules && !hasBans).length
  // Whether the last request of a game server is more than a day old, or missing. For the server of `POLICY_FILE`, whose requests before
  // the start are not known, the start counts as a request.
  const isSilent = ({ guildId, lastAskedAt }: GameServer) =>
    now - (lastAskedAt ?? (guildId === null ? startedAt : 0)) > DAY_SECONDS
  const isUnknown = ({ guildId, lastAskedAt }: GameServer) => guildId === null && lastAskedAt === null
  const state = () => {
    if (stored === undefined) return 'unknown'
    if (all.length === 0) return 'off'
    const hasNoneAsked = all.every(({ lastAskedAt }) => lastAskedAt === null)
    if (hasNoneAsked && !all.some(isUnknown)) return 'missing'
    if (withoutRules > 0 || (!hasNoneAsked && all.some(isSilent))) return 'warning'
    return all.some(isUnknown) ? 'unknown' : 'done'
  }
  const servers = all.toSorted((one, other) => (one.lastAskedAt ?? 0) - (other.lastAskedAt ?? 0)).slice(0, MAX_SERVERS)
  return {
    code: 'game_servers',
    state: state(),
    servers,
    serverCount: all.length,
    withoutRules,
    publicUrl: settings.http.publicUrl ?? null,
  }
}

const trustsProxy = ({ http }: Settings) => http.trustedProxies.length > 0

function checkProxy({ settings, sightings }: ChecklistFacts): Check {
  const isTrusted = trustsProxy(settings)
  const state = () => {
    if (sightings.untrustedAt !== null) return 'warning'
    if (!isTrusted) return 'off'
    return sightings.trustedAt === null ? 'unknown' : 'done'
  }
  return { code: 'proxy', state: state(), isTrusted, ...sightings }
}

function checkTls({ now, settings, certificateEndsAt }: ChecklistFacts): Check {
  if (certificateEndsAt !== undefined) {
    const state = certificateEndsAt - now < CERTIFICATE_SECONDS ? 'warning' : 'done'
    return { code: 'tls', state, by: 'certificate', expiresAt: certificateEndsAt }
  }
  const isBehindProxy = trustsProxy(settings)
  return { code: 'tls', state: isBehindProxy ? 'done' : 'off', by: isBehindProxy ? 'proxy' : null, expiresAt: null }
}

function checkRateLimit({ settings: { role, rateLimit } }: ChecklistFacts): Check {
  const { neededPerMinute } = rateLimit
  // No limit, because a process that serves operators only does not limit clients.
  const perMinute = role === 'bot' ? 0 : rateLimit.perMinute
  const state = perMinute >= neededPerMinute ? 'done' : 'warning'
  return { code: 'rate_limit', state: perMinute === 0 ? 'off' : state, perMinute, neededPerMinute }
}

function checkBackup({ now, stored }: ChecklistFacts): Check {
  const backedUpAt = stored?.backedUpAt ?? null
  const state = () => {
    if (stored === null) return 'off'
    if (backedUpAt === null) return 'unknown'
    return now - backedUpAt > BACKUP_SECONDS ? 'warning' : 'done'
  }
  return { code: 'backup', state: state(), backedUpAt }
}

function checkApiTokens({ settings }: ChecklistFacts): Check {
  const hasTokens = settings.http.apiTokens.length > 0
  return { code: 'api_tokens', state: hasTokens ? 'done' : findOpenAccess(settings) ? 'warning' : 'off' }
}

/** Records when proxies forwarded requests. */
export function createProxySightings(clock: WallClock) {
  const seen: ProxySightings = { trustedAt: null, untrustedAt: null }
  return {
    note(isTrusted: boolean): void {
      seen[isTrusted ? 'trustedAt' : 'untrustedAt'] = clock.unixSeconds()
    },
    read: (): ProxySightings => ({ ...seen }),
  }
}
