import { bold, inlineCode, type APIButtonComponent } from 'discord.js'
import { DatabaseError } from '../../model/database-error.ts'
import { ERROR_CODES, isInconclusive, RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { type Problem, RefusedChange } from '../../model/refused-change.ts'
import { ToolTokenError } from '../../model/tool-token-error.ts'
import { BAN_TEXT_NAMES, BanError } from '../../model/ban.ts'
import { UndoError } from '../../model/undo.ts'
import { WatchError } from '../../model/watch.ts'
import { CommandError } from '../../discord/command-error.ts'
import { describeRefusedChange, type Attempt, type Description } from '../../discord/error-words.ts'
import { formatTypedNote } from '../../discord/note-fields.ts'
import { describeUndoError } from '../../discord/undo.ts'
import { isShortForm, parseCustomId, toCustomId } from '../../discord/custom-id.ts'
import type { Texts } from './texts.ts'
import { BAN_ICON } from '../../lib/tone.ts'
import { button, createView, nonEmpty, type View } from '../../discord/view.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { AccountError } from '../../accounts/discord/account-error.ts'
import {
  describeError,
  errorCodeOf,
  retryAfterMs,
  type Failure,
  inputHints,
} from '../../accounts/discord/describe-error.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { type OwnBanNotes, NO_OWN_BAN } from '../../accounts/discord/server-notes.ts'
import { backButton, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { describeBanError } from '../../bans/discord/ban-error.ts'
import { editButton, lookUpButton } from '../../bans/discord/ban-parts.ts'
import { describePolicyError } from '../../policy/discord/policy-error.ts'
import { describeToolTokenError } from '../../tokens/discord/tool-token-error.ts'
import { describeWatchError } from '../../watch/discord/watch-error.ts'
import { watchButton } from '../../watch/discord/watch-parts.ts'

/** Actions of retry buttons whose commands do not look bans up. */
const WITHOUT_BANS = new Set(['stats', 'inventory'])

/** Failures after which a repeated command may succeed. */
const RETRYABLE = new Set<string>([
  ...ERROR_CODES.filter(isInconclusive),
  'rate_limited',
  'server_rate_limited',
  'user_share_spent',
  'scan_running',
  'limited_by_list',
  'scan_gone',
  'too_slow',
  'file_unavailable',
  'discord_unavailable',
  'discord_failed',
  'internal',
])

/** The fields whose texts an error repeats, so that users can copy what is long to type. */
const LONG_FIELDS = ['name', ...BAN_TEXT_NAMES]

/** The error and, of a comparison that failed for both accounts, that of the other account. */
const failuresOf = (error: unknown) => (error instanceof RapsheetError && error.other ? [error, error.other] : [error])

/**
 * The accounts that could not be looked up, as they were given or as ids: unknown to Steam, without a profile, or because Steam or this service
 * does not answer.
 */
export const accountsNotAnswered = (error: unknown, { subject, backTo }: Attempt): string[] =>
  failuresOf(error).flatMap((each) => {
    const isOfLookup = each instanceof RapsheetError || codeOf(each) === 'too_slow'
    const { steamId } = each instanceof RapsheetError ? each : {}
    return isOfLookup ? [steamId ?? subjectOf(each) ?? subject ?? backTo ?? ''] : []
  })

/** What the server's own list says about an account that could not be looked up; without `steamId` if not even its id is known. */
export type UnansweredAccount = OwnBanNotes & { steamId?: SteamId }

/**
 * The message about an error: what failed and what to do next. It never makes an account look clean. `accounts` are those of
 * `accountsNotAnswered`.
 */
export function errorView(
  error: unknown,
  attempt: Attempt,
  now: number,
  texts: Texts,
  accounts: readonly UnansweredAccount[] = [],
): View {
  const { requestId, backTo, retryId, formId, typed = {} } = attempt
  const failed = failuresOf(error)
  const note = LONG_FIELDS.map((name) => typed[name]?.trim() ?? '')
    .filter(Boolean)
    .join('\n')
  const isRetryable = failed.some((each) => each instanceof DatabaseError || RETRYABLE.has(codeOf(each)))
  const retryButtons = isRetryable && retryId !== undefined ? [button('🔄', texts.buttons.tryAgain, retryId)] : []
  const moment = relativeTime(Math.ceil((now + Math.max(...failed.map(retryAfterMs))) / 1000))
  const described = failed.map((each, index) => {
    const failure: Failure = {
      error: each,
      input: subjectOf(each) ?? attempt.subject ?? '',
      isAboutBans: retryId === undefined || !WITHOUT_BANS.has(parseCustomId(retryId)?.action ?? ''),
      when: retryButtons.length > 0 ? texts.steamFailures.withButton({ when: moment }) : moment,
      requestId,
    }
    const description = describe(failure, texts)
    const hints = inputHints(each, failure.input, texts)
    const head = headLines(description, accounts[index], texts)
    return { tone: description.tone, lines: [...head, description.sentence, ...hints] }
  })
  const [{ tone } = { tone: 'incomplete' as const }] = described
  const lines = [...described.flatMap((each) => each.lines), ...(note === '' ? [] : [formatTypedNote(note, texts)])]
  const buttons = [
    ...(formId === undefined || isWatched(error) ? [] : [button('✏️', texts.buttons.editEntry, formId)]),
    ...(backTo === undefined ? [] : [accountButton(error, backTo, texts)]),
    ...retryButtons,
    ...(attempt.guildId === null ? [] : recordButtons(error, accounts, texts)),
    ...bothButtons(error, texts),
    ...bannedButtons(error, texts),
  ]
  const isBannedHere = accounts.some(({ state }) => state === 'banned')
  return createView(isBannedHere ? 'banned' : tone, [lines.join('\n')], buttonRows(buttons, texts))
}

/** The title of an error; about a known account its id, what the server itself has decided, and the title. */
function headLines(
  { icon, account, title }: Description,
  { steamId, state, line }: UnansweredAccount = NO_OWN_BAN,
  texts: Texts,
): string[] {
  const id = steamId === undefined ? '' : inlineCode(steamId)
  // The input may be a custom URL, while the ban and the buttons are about the account.
  const shown = account === id ? id : nonEmpty(account ?? '', id).join(' ')
  if (shown === '') return [`### ${icon} ${title}`]
  const sign = state === 'banned' ? `${BAN_ICON}${icon}` : icon
  const own = state === 'none' ? [texts.ownBan.none] : []
  return [`### ${sign} ${shown}`, ...nonEmpty(line), [bold(title), ...own].join(' · ')]
}

/** Describes an error with the texts of its feature. */
function describe(failure: Failure, texts: Texts): Description {
  const { error } = failure
  if (error instanceof WatchError) return describeWatchError(error, texts)
  if (error instanceof BanError) return describeBanError(error, texts)
  if (error instanceof PolicyError) return describePolicyError(error, texts)
  if (error instanceof UndoError) return describeUndoError(error, texts)
  if (error instanceof ToolTokenError) return describeToolTokenError(error, texts)
  if (!(error instanceof DatabaseError)) return describeError(failure, texts)
  const { databaseErrors } = texts
  const kind = error.problem === 'full' || error.problem === 'busy' ? error.problem : 'failed'
  return describeRefusedChange(databaseErrors.titles[kind], databaseErrors[kind])
}

/** Whether an account is on the list already, so that the button that reopens the form is left out. */
const isWatched = (error: unknown) => error instanceof WatchError && error.code === 'already_watched'

/**
 * A button that leads to the account: *Look up* after an error of a watch or ban list, because its command did not start from a lookup;
 * *Back* after any other error.
 */
const accountButton = (error: unknown, steamId: SteamId, texts: Texts) =>
  error instanceof WatchError || error instanceof BanError
    ? button('🔎', texts.buttons.lookUp, lookupId(steamId))
    : backButton(steamId, null, texts)

/**
 * The buttons Ban or Lift ban, and Watch, for an account that Steam could not tell anything about now, or that has a ban record but no
 * profile: such accounts can be watched and banned too.
 */
function recordButtons(
  error: unknown,
  [account, ...others]: readonly UnansweredAccount[],
  texts: Texts,
): APIButtonComponent[] {
  if (!(error instanceof RapsheetError) || others.length > 0) return []
  const steamId = error.bansOnRecord ? error.steamId : isInconclusive(error.code) ? account?.steamId : undefined
  return steamId ? [...(account?.buttons ?? []), watchButton(steamId, texts)] : []
}

/** The buttons for the ban that stands against a new one. */
const bannedButtons = (error: unknown, texts: Texts): APIButtonComponent[] =>
  error instanceof BanError && error.problem.code === 'already_banned'
    ? [editButton(error.problem.ban.steamId, texts), lookUpButton(error.problem.ban.steamId, texts)]
    : []

/** A button that checks both accounts when a command for one account got two accounts. */
function bothButtons(error: unknown, texts: Texts): APIButtonComponent[] {
  const [a, b, ...others] = error instanceof AccountError ? error.accounts : []
  if (a === undefined || b === undefined || others.length > 0 || !isShortForm(a) || !isShortForm(b)) return []
  return [button('📋', texts.buttons.checkBoth, toCustomId('both', a, b))]
}

/** The outcome of a failed task for logs and metrics: the code of its error, `internal` for an unexpected error. */
export function outcomeOf(error: unknown): string {
  if (error instanceof DatabaseError) return `database_${error.problem}`
  return codeOf(error)
}

function codeOf(error: unknown): string {
  const refused: RefusedChange<Problem> | undefined = error instanceof RefusedChange ? error : undefined
  return refused?.code ?? errorCodeOf(error)
}

function subjectOf(error: unknown): string | undefined {
  const hasSubject = error instanceof RapsheetError || error instanceof CommandError || error instanceof AccountError
  return hasSubject ? error.subject : undefined
}
