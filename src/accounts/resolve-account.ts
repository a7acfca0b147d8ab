import type { CallContext } from '../lib/call-context.ts'
import { RapsheetError } from '../model/error.ts'
import { readAccountInput, withoutTradeToken } from '../text/account-input.ts'
import {
  findMistypedSteamId,
  isMistypedSteamId,
  STEAM_ID_DIGITS,
  type NameInput,
  type SteamId,
} from '../model/steam-id.ts'
import type { Context } from './context.ts'

const SHOWN_CHARACTERS = 64

export interface ResolvedAccount {
  steamId: SteamId
  /** The custom URL that leads to the account; null for an id or a friend code. */
  resolvedFrom: string | null
}

/** Reads a text as an account; throws `malformed_account`, or `account_not_found` for a custom URL that no account has. */
export async function resolveAccount(
  { steam }: Context,
  text: string,
  callContext: CallContext,
): Promise<ResolvedAccount> {
  const account = readAccountInput(text)
  if (!account) {
    const mistyped = findMistypedSteamId(text)
    throw new RapsheetError(
      'malformed_account',
      `"${shorten(withoutTradeToken(text))}" does not identify a Steam account; ${mistyped === null ? '' : `${explainMistyped(mistyped)}; `}use a 17-digit SteamID64, a profile, invite or trade link, a STEAM_ or [U:1:…] ID, a friend code or the name in a custom URL.`,
    )
  }
  if (account.kind === 'steamId') return { steamId: account.steamId, resolvedFrom: null }
  const owner = await steam.resolveVanityName(account.name, callContext)
  const found = toResolved(account, owner.value)
  if (found === null) throw new RapsheetError('account_not_found', explainNotFound(account.name))
  return found
}

function explainNotFound(name: string): string {
  if (!isMistypedSteamId(name)) {
    return `No Steam account has the custom URL "${name}". A custom URL is not the name shown in the game; check its spelling or give a SteamID64.`
  }
  return `${explainMistyped(name)}; it is no custom URL either. Copy the whole ID again.`
}

function explainMistyped(id: string): string {
  return id.length === STEAM_ID_DIGITS
    ? `No individual account can have the SteamID64 "${id}"`
    : `"${id}" has ${id.length} digits, and a SteamID64 has ${STEAM_ID_DIGITS}`
}

/** The owner of the custom URL, or else the account of the friend code; null if there is neither. */
export function toResolved({ name, friendCodeOf }: NameInput, owner: SteamId | null): ResolvedAccount | null {
  if (owner !== null) return { steamId: owner, resolvedFrom: name }
  return friendCodeOf === undefined ? null : { steamId: friendCodeOf, resolvedFrom: null }
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
