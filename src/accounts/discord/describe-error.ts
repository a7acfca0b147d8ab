import { bold, inlineCode } from 'discord.js'
import { ERROR_CODES, ERROR_TRAITS, type ErrorCode, RapsheetError } from '../../model/error.ts'
import { isSteamId, findMistypedSteamId, isMistypedSteamId, type NameInput } from '../../model/steam-id.ts'
import { banStatusOf, formatBans, formatBansOnRecord, toneWithoutProfile } from '../presentation/ban-status.ts'
import { ERROR_TONES } from '../presentation/account-verdict.ts'
import { fillIn } from '../../lib/message.ts'
import { ICONS, type Tone } from '../../lib/tone.ts'
import { CommandError, type CommandErrorCode } from '../../discord/command-error.ts'
import { isFailureOfDiscord } from '../../discord/discord-errors.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { AccountError, type AccountErrorCode } from './account-error.ts'
import type { Texts } from './texts.ts'
import type { Description } from '../../discord/error-words.ts'
import type { LookupErrorFacts } from '../words/account-texts.ts'
import { ERROR_ICON, emphasize } from '../../discord/views/parts.ts'
import { readAccountInput } from '../../text/account-input.ts'

/** Codes of the errors that a command about accounts can have: errors of Steam and this service, of the bot, and of the given accounts. */
export type FailureCode = ErrorCode | CommandErrorCode | AccountErrorCode

/** The delay of a retry if the error does not contain one. */
const DEFAULT_RETRY_AFTER_MS = 60_000
const SUBJECT_CHARACTERS = 64

/**
 * Facts for error texts that need nothing from the error. Only the forms of older ids are filled in; they are escaped, because Markdown
 * would interpret their underscore and bracket.
 */
export const NO_FACTS: LookupErrorFacts & { requestId: string } = {
  subject: '',
  when: '',
  detail: '',
  requestId: '',
  steam2Form: 'STEAM\\_',
  steam3Form: '\\[U:1:…]',
}

const TONES: Partial<Record<FailureCode, Tone>> = {
  ...ERROR_TONES,
  server_rate_limited: 'limited',
  user_share_spent: 'limited',
  scan_running: 'limited',
  limited_by_list: 'limited',
}

/** Failures of Steam, after which the account is unknown. */
const UNANSWERED = new Set<FailureCode>(ERROR_CODES.filter((code) => ERROR_TRAITS[code].fault === 'steam'))

/** A failure that is to be described: the error, its input, whether bans were looked up, and when to try again. */
export interface Failure {
  error: unknown
  input: string
  isAboutBans: boolean
  when: string
  requestId: string
}

/** Describes an error that has a `FailureCode`, or an unexpected error. */
export const describeError = (failure: Failure, texts: Texts): Description =>
  describeIncompleteRecord(failure, texts) ?? describeByCode(failure, texts)

function describeByCode({ error, input, isAboutBans, when, requestId }: Failure, texts: Texts): Description {
  const code = errorCodeOf(error)
  const facts = {
    ...NO_FACTS,
    subject: bold(formatInput(input)),
    when,
    detail: detailOf(error),
    requestId,
  }
  if (UNANSWERED.has(code)) {
    const { unusable, unusableText, bansUnknown } = texts.steamFailures
    const title = isUnusableRecord(error) ? unusable : texts.errorTitles[code]
    const sentence = isUnusableRecord(error) ? unusableText({ when }) : fillIn(texts.errors[messageOf(error)], facts)
    return describeUnknown(input, isAboutBans ? bansUnknown({ title }) : title, sentence)
  }
  const { [code]: tone } = TONES
  return {
    tone: tone ?? 'incomplete',
    icon: tone === undefined ? ERROR_ICON : ICONS[tone],
    title: texts.errorTitles[code],
    sentence: [fillIn(texts.errors[messageOf(error)], facts), ...listUnread(error, texts)].join('\n'),
  }
}

/** The parts of a message that were not read, each in a line. */
const listUnread = (error: unknown, texts: Texts) =>
  error instanceof AccountError
    ? error.unread.map((part) => `-# ${escapeMarkdown(describeUnread(part, texts), SUBJECT_CHARACTERS)}`)
    : []

/** Names a part of a message that was not read, after the reason, which is never cut off. */
export function describeUnread(error: Error, texts: Texts): string {
  const { subject } = error instanceof CommandError ? error : {}
  const { [errorCodeOf(error)]: reason } = texts.errorTitles
  return subject === undefined ? reason : `${reason} – ${subject}`
}

/** The message about an error: its code, or `whole_minute` in place of `rate_limited` if the request is allowed only as the first of a minute. */
const messageOf = (error: unknown): FailureCode | 'whole_minute' =>
  error instanceof CommandError && error.code === 'rate_limited' && error.needsWholeMinute
    ? 'whole_minute'
    : errorCodeOf(error)

/** The limit or number that the text about an error names, or the case by which it is chosen; empty for other errors. */
function detailOf(error: unknown): string {
  if (error instanceof AccountError) return error.read ?? String(error.accounts.length)
  return (error instanceof CommandError && error.detail) || ''
}

/** Describes a failure of Steam, after which the requested facts about the account are unknown. */
const describeUnknown = (input: string, title: string, sentence: string): Description => ({
  tone: 'incomplete',
  icon: ICONS.incomplete,
  title,
  sentence,
  ...(input === '' ? {} : { account: formatInput(input) }),
})

/** Describes an error about an account without a profile or without a ban record; undefined for all other errors. */
function describeIncompleteRecord({ error, input }: Failure, texts: Texts): Description | undefined {
  const { missingHalf, bansOnRecord, steamId } = error instanceof RapsheetError ? error : {}
  // A fixed duration, because a relative time would become "5 seconds ago".
  const sentenceOf = (half: 'profile' | 'bans') =>
    texts.halfRecord[half]({ wait: texts.seconds({ value: Math.ceil(retryAfterMs(error) / 1000) }) })
  if (missingHalf && !bansOnRecord) {
    const title = texts.steamFailures.bansUnknown({ title: texts.halfRecord.title })
    return describeUnknown(input, title, sentenceOf(missingHalf))
  }
  if (!bansOnRecord || !steamId) return undefined
  // Shows the id, because the custom URL or friend code may belong to another account than the user meant.
  const account = inlineCode(steamId)
  const { title, withBans, withoutBans } = texts.noProfile
  const status = banStatusOf(bansOnRecord)
  const tone = toneWithoutProfile(bansOnRecord)
  if (missingHalf) {
    const onRecord = formatBansOnRecord(bansOnRecord, texts, escapeMarkdown)
    return { tone, icon: ICONS[tone], account, title: onRecord, sentence: sentenceOf(missingHalf) }
  }
  const sentence =
    status === 'clean'
      ? withoutBans({ account })
      : withBans({ account, bans: formatBans(bansOnRecord, texts, escapeMarkdown) })
  return { tone, icon: ICONS[tone], account, title, sentence }
}

const formatInput = (input: string) =>
  isSteamId(input) ? inlineCode(input) : escapeMarkdown(input, SUBJECT_CHARACTERS)

/** Whether Steam answered with an unusable record. */
const isUnusableRecord = (error: unknown) => error instanceof RapsheetError && error.isUnusableRecord === true

/** The code under which the texts for an error are found; `internal` for an unexpected error. */
export function errorCodeOf(error: unknown): FailureCode {
  if (isFailureOfDiscord(error)) return 'discord_failed'
  if (error instanceof RapsheetError && error.isUserShare) return 'user_share_spent'
  const hasCode = error instanceof RapsheetError || error instanceof CommandError || error instanceof AccountError
  return hasCode ? error.code : 'internal'
}

/** Milliseconds after which a retry makes sense. */
export function retryAfterMs(error: unknown): number {
  if (error instanceof CommandError) return error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS
  if (error instanceof RapsheetError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return DEFAULT_RETRY_AFTER_MS
}

/** Explains how the input was looked up, or what is wrong with it; empty if that does not explain the error. */
export function inputHints(error: unknown, input: string, texts: Texts): string[] {
  const code = errorCodeOf(error)
  const mistypedInLink = code === 'malformed_account' ? findMistypedSteamId(input) : null
  if (mistypedInLink !== null) return [`🔗 ${texts.common.mistypedId({ digits: mistypedInLink.length })}`]
  const account = isAboutAccount(error) ? readAccountInput(input) : null
  return account?.kind === 'vanity' ? [`🔗 ${formatTriedInput(account, code, texts)}`] : []
}

function formatTriedInput({ name, friendCodeOf }: NameInput, code: FailureCode, texts: Texts): string {
  const { triedCustomUrl, triedFriendCode, mistypedId } = texts.common
  // After any other error the account with this custom URL exists, so the name is not a mistyped id.
  if (code === 'account_not_found' && isMistypedSteamId(name)) return mistypedId({ digits: name.length })
  const shown = emphasize(escapeMarkdown(name))
  return friendCodeOf === undefined ? triedCustomUrl({ name: shown }) : triedFriendCode({ code: shown })
}

const isAboutAccount = (error: unknown) =>
  isUnusableRecord(error) || (error instanceof RapsheetError && ERROR_TRAITS[error.code].fault === 'account')
