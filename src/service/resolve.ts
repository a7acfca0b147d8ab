import type { Caller } from '../lib/caller.ts'
import { RapsheetError } from '../model/error.ts'
import { parseAccount } from '../model/steam-id.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'

const SHOWN_CHARACTERS = 64

/** The account a text names; throws `malformed_account`, or `account_not_found` for a vanity name nobody bears. */
export async function resolveAccount({ steam }: Context, text: string, caller: Caller): Promise<SteamId> {
  const account = parseAccount(text)
  if (!account) {
    throw new RapsheetError(
      'malformed_account',
      `"${shorten(text)}" names no Steam account; give a 17-digit SteamID64, a profile link, a STEAM_ or [U:1:…] id, an invite link or a custom name.`,
    )
  }
  if (account.kind === 'steamId') return account.steamId
  const resolved = await steam.resolveVanityName(account.name, caller)
  if (resolved.value === null) {
    throw new RapsheetError(
      'account_not_found',
      `Nobody on Steam has the custom name "${account.name}"; check its spelling.`,
    )
  }
  return resolved.value
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
