import type { CallContext } from '../lib/call-context.ts'
import { RapsheetError } from '../model/error.ts'
import { readAccountInput, withoutTradeToken } from '../text/account-input.ts'
import {
  type FoundBy,
  findMistypedSteamId,
  isMistypedSteamId,
  STEAM_ID_DIGITS,
  type AccountInput,
  type NameInput,
  type SteamId,
} from '../model/steam-id.ts'
import type { Context } from './context.ts'

const SHOWN_CHARACTERS = 64

export interface ResolvedAccount {
  steamId: SteamId
  /** The custom URL that leads to the account; null for an id or a friend code. */
  resolvedFrom: string | null
  /** How the account was found; null by its id. */
  foundBy: FoundBy | null
}

/** Reads a text as an account; throws `malformed_account`. Makes no call. */
export function readAccount(text: string): AccountInput {
  const account = readAccountInput(text)
  if (account) return account
  const mistyped = findMistypedSteamId(text)
  throw new RapsheetError(
    'malformed_account',
    `"${shorten(withoutTradeToken(text))}" does not identify a Steam account; ${mistyped === null ? '' : `${explainMistyped(mistyped)}; `}use a 17-digit SteamID64, a profile, invite or trade link, a STEAM_ or [U:1:…] ID, a friend code or the name in a custom URL.`,
  )
}

/** Finds an account that was read; throws `account_not_found` for a custom URL that no account has. */
export async function resolveAccount(
  { steam }: Pick<Context, 'steam'>,
  account: AccountInput,
  callContext: CallContext,
): Promise<ResolvedAccount> {
  if (account.kind === 'steamId') return toResolved(account)
  const owner = await steam.resolveVanityName(account.name, callContext)
  const found = toOwner(account, owner.value)
  if (found === null) throw new RapsheetError('account_not_found', explainNotFound(account.name))
  return found
}

/** Finds an account without a call to Steam; nothing if no account has the custom URL, or if it is not in the cache. */
export async function resolveStale(
  { staleAnswers }: Pick<Context, 'staleAnswers'>,
  account: AccountInput,
): Promise<ResolvedAccount | null | undefined> {
  if (account.kind === 'steamId') return toResolved(account)
  const owner = await staleAnswers.resolveVanityName(account.name)
  return owner && toOwner(account, owner.value)
}

const toResolved = ({ steamId }: { steamId: SteamId }): ResolvedAccount => ({
  steamId,
  resolvedFrom: null,
  foundBy: null,
})

/** The owner of the custom URL, or else the account of the friend code; null if there is neither. */
function toOwner({ name, friendCodeOf }: NameInput, owner: SteamId | null): ResolvedAccount | null {
  if (owner !== null) return { steamId: owner, resolvedFrom: name, foundBy: { customUrl: name } }
  if (friendCodeOf === undefined) return null
  return { steamId: friendCodeOf, resolvedFrom: null, foundBy: { friendCode: name } }
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

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
