import { bold, inlineCode, type APIButtonComponent } from 'discord.js'
import { readAccountInput } from '../../model/account-input.ts'
import { ERROR_CODES, ERROR_TRAITS, isInconclusive, RapsheetError, type ErrorCode } from '../../model/error.ts'
import {
  findMistypedSteamId,
  isMistypedSteamId,
  isSteamId,
  type NameInput,
  type SteamId,
} from '../../model/steam-id.ts'
import { banStatusOf } from '../../presentation/ban-status.ts'
import { ERROR_TONES } from '../../presentation/error-tone.ts'
import { formatBans } from '../../presentation/format-bans.ts'
import { ICONS, type Tone } from '../../presentation/tone.ts'
import { escapeMarkdown } from '../escape.ts'
import { CommandError, type CommandErrorCode } from '../command-error.ts'
import type { Task } from '../command.ts'
import type { ErrorFacts } from '../texts/errors-en.ts'
import type { Texts } from '../texts/texts.ts'
import { button, createView, row, type View } from '../view.ts'
import { PolicyError } from '../../service/policy/policy-error.ts'
import { WatchError } from '../../service/watch/watch-error.ts'
import { DatabaseError } from '../../model/database-error.ts'
import { describeListError, type Description } from './list-error.ts'
import { watchButton } from './watch-parts.ts'
import {
  accountButtons,
  backButton,
  emphasize,
  formatNameAndId,
  formatHead,
  lookupId,
  relativeTime,
  type ViewedAccount,
} from './parts.ts'

/** When to try again, if the error does not say. */
const DEFAULT_RETRY_AFTER_MS = 60_000
const SUBJECT_CHARACTERS = 64

/** For error texts that use no facts. Markdown reads the underscore and the bracket of id forms. */
export const NO_FACTS: ErrorFacts = {
  subject: '',
  when: '',
  detail: '',
  requestId: '',
  steam2Form: 'STEAM\\_',
  steam3Form: '\\[U:1:…]',
}

const TONES: Partial<Record<ErrorCode | CommandErrorCode, Tone>> = {
  ...ERROR_TONES,
  server_rate_limited: 'limited',
  scan_running: 'limited',
}

/** Failures after which the same command may succeed. */
const RETRYABLE = new Set<ErrorCode | CommandErrorCode>([
  ...ERROR_CODES.filter(isInconclusive),
  'rate_limited',
  'server_rate_limited',
  'scan_running',
  'scan_gone',
  'too_slow',
  'interrupted',
  'file_unavailable',
  'discord_unavailable',
  'internal',
])

/** The task that failed. */
type Attempt = Pick<Task, 'subject' | 'backTo' | 'retryId'> & { requestId: string }

/** The message about an error: what failed and what to do next. Never makes an account look clean. */
export function errorView(error: unknown, attempt: Attempt, now: number, texts: Texts): View {
  const { requestId, backTo, retryId } = attempt
  const input = subjectOf(error) ?? attempt.subject ?? ''
  const { tone, title, sentence } =
    describeListError(error, texts) ??
    describeIncompleteRecord(error, input, texts) ??
    describeError(error, input, requestId, now, texts)
  const lines = [`### ${ICONS[tone]} ${title}`, sentence, ...inputHints(error, input, texts)]
  const isRetryable = error instanceof DatabaseError || RETRYABLE.has(errorCodeOf(error))
  const buttons = [
    ...(backTo === undefined ? [] : [accountButton(error, backTo, texts)]),
    ...watchButtons(error, texts),
    ...(isRetryable && retryId !== undefined ? [button('🔄', texts.buttons.tryAgain, retryId)] : []),
  ]
  return createView(tone, [lines.join('\n')], [row(buttons)])
}

/** Leads to the account. A command about a watch list did not come from its lookup. */
const accountButton = (error: unknown, steamId: SteamId, texts: Texts) =>
  error instanceof WatchError ? button('🔎', texts.buttons.lookUp, lookupId(steamId)) : backButton(steamId, null, texts)

/** The message that a part of an account is private. */
export function privateView(part: 'friends_private' | 'stats_private', account: ViewedAccount, texts: Texts): View {
  const sentence = texts.errors[part]({ ...NO_FACTS, subject: bold(formatNameAndId(account, texts)) })
  const head = formatHead(`### ${ICONS.private} ${texts.errorTitles[part]}`, account.foundBy, [sentence], texts)
  return createView('private', [head], [accountButtons(account, [], texts)])
}

function describeError(error: unknown, input: string, requestId: string, now: number, texts: Texts): Description {
  const code = errorCodeOf(error)
  const when = relativeTime(Math.ceil((now + retryAfterMs(error)) / 1000))
  const { detail = '' } = error instanceof CommandError ? error : {}
  return {
    tone: TONES[code] ?? 'incomplete',
    title: isUnusableRecord(error) ? texts.common.noUsableAnswer : texts.errorTitles[code],
    sentence: texts.errors[code]({ ...NO_FACTS, subject: bold(formatInput(input)), when, detail, requestId }),
  }
}

/** The message about an account with only a profile or only a ban record; undefined for all other errors. */
function describeIncompleteRecord(error: unknown, input: string, texts: Texts): Description | undefined {
  const { missingHalf, bansOnRecord, steamId } = error instanceof RapsheetError ? error : {}
  if (missingHalf) {
    // A fixed duration: a relative time would read "5 seconds ago" once it has passed.
    const wait = texts.seconds(Math.ceil(retryAfterMs(error) / 1000))
    const sentence = `**${formatInput(input)}**: ${texts.halfRecord[missingHalf](wait)}`
    return { tone: 'incomplete', title: texts.halfRecord.title, sentence }
  }
  if (!bansOnRecord || !steamId) return undefined
  // Shows the id, because the custom URL or friend code may belong to another account than the user meant.
  const account = inlineCode(steamId)
  const { title, withBans, withoutBans } = texts.noProfile
  const status = banStatusOf(bansOnRecord)
  // Without a profile, a record without bans does not make an account clean.
  return status === 'clean'
    ? { tone: 'incomplete', title, sentence: withoutBans(account) }
    : { tone: status, title, sentence: withBans(account, formatBans(bansOnRecord, texts, escapeMarkdown)) }
}

/** Watch, for an account that has a ban record and no profile: it can be watched like any other. */
function watchButtons(error: unknown, texts: Texts): APIButtonComponent[] {
  const { bansOnRecord, steamId } = error instanceof RapsheetError ? error : {}
  return bansOnRecord && steamId ? [watchButton(steamId, texts)] : []
}

/** How the input was looked up, or what is wrong with it, where that explains the error. */
function inputHints(error: unknown, input: string, texts: Texts): string[] {
  const code = errorCodeOf(error)
  const mistypedInLink = code === 'malformed_account' ? findMistypedSteamId(input) : null
  if (mistypedInLink !== null) return [`🔗 ${texts.common.mistypedId(mistypedInLink.length)}`]
  const account = isAboutAccount(error) ? readAccountInput(input) : null
  return account?.kind === 'vanity' ? [`🔗 ${formatTriedInput(account, code, texts)}`] : []
}

function formatTriedInput({ name, friendCodeOf }: NameInput, code: ErrorCode | CommandErrorCode, texts: Texts): string {
  const { triedCustomUrl, triedFriendCode, mistypedId } = texts.common
  // Any other error is about the account that has this custom URL.
  if (code === 'account_not_found' && isMistypedSteamId(name)) return mistypedId(name.length)
  return (friendCodeOf === undefined ? triedCustomUrl : triedFriendCode)(emphasize(escapeMarkdown(name)))
}

const formatInput = (input: string) =>
  isSteamId(input) ? inlineCode(input) : escapeMarkdown(input, SUBJECT_CHARACTERS)

const isUnusableRecord = (error: unknown) => error instanceof RapsheetError && error.isUnusableRecord === true

const isAboutAccount = (error: unknown) =>
  isUnusableRecord(error) || (error instanceof RapsheetError && ERROR_TRAITS[error.code].fault === 'account')

const subjectOf = (error: unknown) =>
  error instanceof RapsheetError || error instanceof CommandError ? error.subject : undefined

/** The code of an error that has a text by its code; `internal` for an unexpected one. */
function errorCodeOf(error: unknown): ErrorCode | CommandErrorCode {
  return error instanceof RapsheetError || error instanceof CommandError ? error.code : 'internal'
}

/** The outcome of a task that failed, for logs and metrics: the code of its error, `internal` for an unexpected one. */
export function outcomeOf(error: unknown): string {
  if (error instanceof DatabaseError) return `database_${error.problem}`
  return error instanceof WatchError || error instanceof PolicyError ? error.code : errorCodeOf(error)
}

function retryAfterMs(error: unknown): number {
  if (error instanceof CommandError) return error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS
  if (error instanceof RapsheetError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return DEFAULT_RETRY_AFTER_MS
}
