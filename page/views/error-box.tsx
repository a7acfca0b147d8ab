import { isInconclusive } from '../../src/model/error.ts'
import { readAccountInput } from '../../src/text/account-input.ts'
import { findMistypedSteamId, isMistypedSteamId } from '../../src/model/steam-id.ts'
import { banStatusOf, formatBans, formatBansOnRecord } from '../../src/accounts/presentation/ban-status.ts'
import { ERROR_TONES } from '../../src/accounts/presentation/account-verdict.ts'
import type { Tone } from '../../src/lib/tone.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import type { ApiError } from '../../packages/client/src/api-error.ts'
import { wordsOf } from '../texts/error-words.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { asWritten } from './as-written.ts'
import { Notice } from './notice.tsx'
import { useView } from './view-context.ts'

const MAX_SUBJECT_CHARACTERS = 64
/** Seconds until a retry if the service does not name them. */
const DEFAULT_RETRY_SECONDS = 60

interface ErrorBoxProps {
  error: ApiError
  /** When the request failed, Unix milliseconds. */
  at: number
  /** The account as the user gave it. */
  subject: string
  onRetry: () => void
}

/** Shows what went wrong and what to do next. It never makes an account look clean. */
export function ErrorBox({ error, at, subject, onRetry }: ErrorBoxProps) {
  const { texts, relative } = useView()
  const { requestId, retryAfter = DEFAULT_RETRY_SECONDS } = error.details
  const when = relative(Math.ceil(at / 1000) + retryAfter)
  const about = error.details.input ?? subject
  const { tone, title, sentence } = describeRecord(error, texts) ?? describe(error, about, when, texts)
  const hint = hintAbout(error, about, texts)
  const isAboutBans = error.details.withoutProfile !== undefined
  return (
    <Notice tone={tone} title={title}>
      <p class={isAboutBans ? 'verdict' : undefined}>{sentence}</p>
      {hint !== null && <p>{hint}</p>}
      {requestId !== undefined && isInconclusive(error.code) && (
        <p class="request-id">{texts.page.states.requestId({ id: requestId })}</p>
      )}
      {isRetryable(error) && (
        <button type="button" onClick={onRetry}>
          {texts.page.actions.tryAgain}
        </button>
      )}
    </Notice>
  )
}

interface Description {
  tone: Tone
  title: string
  sentence: string
}

function describe({ code, details }: ApiError, subject: string, when: string, { errors }: PageTexts): Description {
  const { title, text } = wordsOf(details.needsWholeMinute ? 'whole_minute' : code, errors)
  const tones: Partial<Record<string, Tone>> = ERROR_TONES
  return {
    tone: tones[code] ?? 'incomplete',
    title,
    sentence: text({ subject: stripInvisible(subject, MAX_SUBJECT_CHARACTERS), when }),
  }
}

/** The error of an account with only a profile or only a ban record; null for all other errors. */
function describeRecord({ details }: ApiError, { accounts }: PageTexts): Description | null {
  const { withoutProfile, missing, retryAfter = DEFAULT_RETRY_SECONDS } = details
  const { title: halfTitle, ...halves } = accounts.halfRecord
  const sentenceOf = (half: 'profile' | 'bans') => halves[half]({ wait: accounts.seconds({ value: retryAfter }) })
  if (missing && !withoutProfile) return { tone: 'incomplete', title: halfTitle, sentence: sentenceOf(missing) }
  if (!withoutProfile) return null
  const { steamId, bans } = withoutProfile
  const status = banStatusOf(bans)
  const { title, withBans, withoutBans } = accounts.noProfile
  // Without a profile, a record without bans does not make an account clean.
  const tone = status === 'clean' ? 'incomplete' : status
  if (missing) {
    const onRecord = formatBansOnRecord(bans, accounts, asWritten)
    return { tone, title: `${steamId}: ${onRecord}`, sentence: sentenceOf(missing) }
  }
  return status === 'clean'
    ? { tone, title, sentence: withoutBans({ account: steamId }) }
    : { tone, title, sentence: withBans({ account: steamId, bans: formatBans(bans, accounts, asWritten) }) }
}

/** How the input was looked up, or what is wrong with it, if that explains the error. */
function hintAbout({ code }: ApiError, subject: string, { accounts: { common } }: PageTexts): string | null {
  const mistyped = code === 'malformed_account' ? findMistypedSteamId(subject) : null
  if (mistyped !== null) return common.mistypedId({ digits: mistyped.length })
  const account = code === 'account_not_found' ? readAccountInput(subject) : null
  if (account?.kind !== 'vanity') return null
  if (isMistypedSteamId(account.name)) return common.mistypedId({ digits: account.name.length })
  const { name, friendCodeOf } = account
  return friendCodeOf === undefined ? common.triedCustomUrl({ name }) : common.triedFriendCode({ code: name })
}

const NEEDS_OTHER_INPUT = new Set(['same_account', 'invalid_parameter', 'unauthorized'])
const isRetryable = ({ code }: ApiError) => isInconclusive(code) && !NEEDS_OTHER_INPUT.has(code)
