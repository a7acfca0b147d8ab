import type { Caller } from '../lib/caller.ts'
import { RapsheetError } from '../model/error.ts'
import { parseAccount } from '../model/steam-id.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'

const SHOWN_CHARACTERS = 64

/** The account that a text names, and how it was found. */
export interface ResolvedAccount {
  steamId: SteamId
  /** The custom URL that leads to it; null when it was named by an id. */
  resolvedFrom: string | null
}

/** The account that a text names; throws `malformed_account`, or `account_not_found` for a custom URL that no account has. */
export async function resolveAccount({ steam }: Context, text: string, caller: Caller): Promise<ResolvedAccount> {
  const account = parseAccount(text)
  if (!account) {
    throw new RapsheetError(
      'malformed_account',
      `"${shorten(text)}" names no Steam account; give a 17-digit SteamID64, a profile link, a STEAM_ or [U:1:…] id, an invite link or a custom name.`,
    )
  }
  if (account.kind === 'steamId') return { steamId: account.steamId, resolvedFrom: null }
  const resolved = await steam.resolveVanityName(account.name, caller)
  if (resolved.value === null) {
    throw new RapsheetError(
      'account_not_found',
      `No Steam account has the custom URL "${account.name}". A custom URL is not the name shown in the game; check its spelling or give a SteamID64.`,
    )
  }
  return { steamId: resolved.value, resolvedFrom: account.name }
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
