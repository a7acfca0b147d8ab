import { inlineCode } from 'discord.js'
import type { ErrorCode } from '../../model/error.ts'
import { RapsheetError } from '../../model/error.ts'
import { isSteamId } from '../../model/steam-id.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { toLiteral } from '../escape.ts'
import { Refusal } from '../refusal.ts'
import type { RefusalCode } from '../refusal.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, ICONS, row, text } from '../view.ts'
import type { Tone, View } from '../view.ts'
import { ago, backButton } from './parts.ts'

/** Milliseconds somebody is told to wait when nobody knows better. */
const DEFAULT_RETRY_AFTER_MS = 60_000
const SUBJECT_CHARACTERS = 64

interface Telling {
  tone: Tone
  /** Whether doing the same again may end better. */
  isPassing: boolean
}

const absent: Telling = { tone: 'incomplete', isPassing: false }
const hidden: Telling = { tone: 'private', isPassing: false }
const limited: Telling = { tone: 'limited', isPassing: true }
const broken: Telling = { tone: 'incomplete', isPassing: true }

/** How each failure looks; a new code is a compile error here. */
const TELLINGS = {
  malformed_account: absent,
  account_not_found: absent,
  friends_private: hidden,
  stats_private: hidden,
  stats_not_found: absent,
  platform_unavailable: broken,
  overloaded: limited,
  budget_spent: limited,
  key_refused: broken,
  not_configured: broken,
  stopping: broken,
  image_url_malformed: absent,
  image_host_refused: absent,
  image_failed: broken,
  rate_limited: limited,
  server_rate_limited: limited,
  scan_running: limited,
  scan_gone: broken,
  too_slow: broken,
  outdated_button: absent,
  not_your_button: absent,
  unknown_command: absent,
  several_accounts: absent,
  nothing_given: absent,
  nothing_understood: absent,
  no_account_in_message: absent,
  file_too_large: absent,
  file_not_text: absent,
  file_unavailable: broken,
  post_refused: absent,
  internal: broken,
} satisfies Record<ErrorCode | RefusalCode, Telling>

/** What was being done when something failed. */
export interface Attempt {
  requestId: string
  /** What it was about, as it was given. */
  subject?: string
  /** The account to go back to. */
  back?: SteamId
  /** The custom id that does the same again. */
  again?: string
}

/** Why there is no answer, in a sentence, with a way on. Never says anything about an account. */
export function errorView(error: unknown, attempt: Attempt, now: number, texts: Texts): View {
  const code = codeOf(error)
  const { tone, isPassing } = TELLINGS[code]
  const { title, text: tell } = texts.errors[code]
  const refusal = error instanceof Refusal ? error : undefined
  const subject = refusal?.subject ?? attempt.subject ?? ''
  const sentence = tell({
    subject: isSteamId(subject) ? inlineCode(subject) : toLiteral(subject, SUBJECT_CHARACTERS),
    when: ago(Math.ceil((now + retryAfterMs(error)) / 1000)),
    detail: refusal?.detail ?? '',
    requestId: attempt.requestId,
  })
  const buttons = [
    ...(attempt.back === undefined ? [] : [backButton(attempt.back, texts)]),
    ...(isPassing && attempt.again !== undefined
      ? [button(texts.buttons.tryAgain, attempt.again, { emoji: '🔄' })]
      : []),
  ]
  return {
    components: [
      container(tone, [text(`### ${ICONS[tone]} ${title}\n${sentence}`)]),
      ...(buttons.length > 0 ? [row(buttons)] : []),
    ],
  }
}

/** The code of a failure; what was never expected is our own fault. */
export function codeOf(error: unknown): ErrorCode | RefusalCode {
  return error instanceof RapsheetError || error instanceof Refusal ? error.code : 'internal'
}

function retryAfterMs(error: unknown): number {
  if (error instanceof Refusal) return error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS
  if (error instanceof RapsheetError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return DEFAULT_RETRY_AFTER_MS
}
