import { readAccountInput } from '../../model/account-input.ts'
import { ERROR_TRAITS, RapsheetError } from '../../model/error.ts'
import { findMistypedSteamId, isMistypedSteamId, type NameInput } from '../../model/steam-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { Texts } from './texts.ts'
import { errorCodeOf, isUnusableRecord, type FailureCode } from './describe-error.ts'
import { emphasize } from '../../discord/views/parts.ts'

/** Explains how the input was looked up, or what is wrong with it, if that explains the error. */
export function inputHints(error: unknown, input: string, texts: Texts): string[] {
  const code = errorCodeOf(error)
  const mistypedInLink = code === 'malformed_account' ? findMistypedSteamId(input) : null
  if (mistypedInLink !== null) return [`🔗 ${texts.common.mistypedId(mistypedInLink.length)}`]
  const account = isAboutAccount(error) ? readAccountInput(input) : null
  return account?.kind === 'vanity' ? [`🔗 ${formatTriedInput(account, code, texts)}`] : []
}

function formatTriedInput({ name, friendCodeOf }: NameInput, code: FailureCode, texts: Texts): string {
  const { triedCustomUrl, triedFriendCode, mistypedId } = texts.common
  // Other errors are about the account with this custom URL.
  if (code === 'account_not_found' && isMistypedSteamId(name)) return mistypedId(name.length)
  return (friendCodeOf === undefined ? triedCustomUrl : triedFriendCode)(emphasize(escapeMarkdown(name)))
}

const isAboutAccount = (error: unknown) =>
  isUnusableRecord(error) || (error instanceof RapsheetError && ERROR_TRAITS[error.code].fault === 'account')
