import type { Tone } from '../../../src/lib/tone.ts'
import type { Check } from '../../state/service-health.ts'
import { fillIn, type Message } from '../../../src/lib/message.ts'
import type { StatusTexts } from '../../texts/status-texts.ts'

/** The colour and icon of each state; its words say the same. */
export const CHECK_TONES: Record<Check['state'], Tone> = {
  done: 'clean',
  missing: 'banned',
  warning: 'restricted',
  unknown: 'incomplete',
  off: 'neutral',
}

/** The files of the documentation about each item, with their sections. */
export const CHECK_DOCS: Record<Check['code'], { file: string; section: string }> = {
  steam_key: { file: 'docs/admins/operations.md', section: 'Steam refuses the key' },
  discord_token: { file: 'docs/admins/operations.md', section: 'The bot is silent' },
  invite: { file: 'docs/admins/operations.md', section: 'The bot is silent' },
  alert_channel: { file: 'docs/moderators/commands.md', section: '/watch' },
  game_servers: { file: 'docs/moderators/policies.md', section: 'The server lets a banned player in' },
  proxy: { file: 'docs/admins/install.md', section: 'Let others reach it' },
  tls: { file: 'docs/admins/install.md', section: 'Let others reach it' },
  rate_limit: { file: 'docs/admins/settings.md', section: 'Rate limit' },
  backup: { file: 'docs/admins/operations.md', section: 'Back up and restore' },
  api_tokens: { file: 'docs/admins/settings.md', section: 'HTTP' },
  admin_token: { file: 'docs/admins/settings.md', section: 'HTTP' },
}

type CheckTexts = Pick<StatusTexts, 'checks' | 'facts'>
type Checks = StatusTexts['checks']

/** Values in a text about an item of the checklist. */
interface CheckFact {
  /** A time relative to now. */
  when: string
  count: number
}

/** The state of an item, and the next step if there is one. Names in backticks are shown as code. */
interface CheckWords {
  what: Message<CheckFact>
  next?: string
}

/** What is the case, and what to do next. `relative` and `now` are in Unix seconds of the service. */
export function describeCheck(
  check: Check,
  texts: CheckTexts,
  { relative, now }: { relative: (seconds: number) => string; now: number },
): { what: string; next: string | null } {
  const { what, next = null } = wordsOf(check, texts, now)
  const at = timeOf(check)
  const fact: CheckFact = { when: at === null ? '' : relative(at), count: countOf(check) }
  return { what: fillIn(what, fact), next }
}

function wordsOf(check: Check, { checks, facts }: CheckTexts, now: number): CheckWords {
  switch (check.code) {
    case 'steam_key':
      return keyWords(check, checks.steam_key)
    case 'discord_token':
      return botWords(check, checks.discord_token)
    case 'invite':
      return checks.invite[check.state === 'warning' ? 'unknown' : check.state]
    case 'alert_channel':
      return { ...checks.alert_channel, unknown: { what: facts.databaseFailing } }[check.state]
    case 'game_servers':
      return gameServerWords(check, checks.game_servers)
    case 'proxy':
      return checks.proxy[notMissing(check.state)]
    case 'tls':
      return tlsWords(check, checks.tls, now)
    case 'rate_limit':
    case 'api_tokens':
      return checks[check.code][fromSettings(check.state)]
    case 'backup':
      return backupWords(check.state, checks.backup)
    case 'admin_token':
      return checks.admin_token[check.state === 'done' ? 'done' : 'off']
  }
}

/** Removes `missing` and `unknown` from the type of the state, for items that come from the settings. */
const fromSettings = (state: Check['state']) => (state === 'warning' || state === 'off' ? state : 'done')

/** Removes `missing` from the type of the state, for items that are never missing. */
const notMissing = (state: Check['state']) => (state === 'missing' ? 'unknown' : state)

function gameServerWords(
  { state, withoutRules }: Extract<Check, { code: 'game_servers' }>,
  words: Checks['game_servers'],
) {
  return words[state === 'warning' && withoutRules > 0 ? 'no_rules' : state]
}

/** Why Steam does not answer is one of the findings. */
const keyWords = ({ platform }: Extract<Check, { code: 'steam_key' }>, words: Checks['steam_key']): CheckWords =>
  words[platform === 'unreachable' || platform === 'blocked' ? 'unknown' : platform]

const botWords = ({ connection, isSet }: Extract<Check, { code: 'discord_token' }>, words: Checks['discord_token']) =>
  connection === 'off' ? words[isSet ? 'not_here' : 'not_set'] : words[connection]

function backupWords(state: Check['state'], { done, unknown, off }: Checks['backup']): CheckWords {
  if (state === 'warning') return { ...done, next: unknown.next }
  return { done, off, unknown, missing: unknown }[state]
}

function tlsWords(check: Extract<Check, { code: 'tls' }>, words: Checks['tls'], now: number): CheckWords {
  const { state, by, expiresAt } = check
  if (state === 'off') return words.off
  if (by === 'proxy') return words.proxy
  if (expiresAt === null) return words.unknown
  if (expiresAt <= now) return words.ended
  return state === 'done' ? words.certificate : { ...words.certificate, next: words.ended.next }
}

function timeOf(check: Check): number | null {
  switch (check.code) {
    case 'proxy':
      return check.trustedAt
    case 'tls':
      return check.expiresAt
    case 'backup':
      return check.backedUpAt
    default:
      return null
  }
}

function countOf(check: Check): number {
  switch (check.code) {
    case 'invite':
      return check.guilds ?? 0
    case 'alert_channel':
      return check.state === 'done' ? check.guilds : check.problemCount
    case 'game_servers':
      return check.withoutRules
    case 'rate_limit':
      return check.state === 'warning' ? check.neededPerMinute : check.perMinute
    default:
      return 0
  }
}
