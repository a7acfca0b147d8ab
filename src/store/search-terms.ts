import { toSteam2, toSteam3, type SteamId } from '../model/steam-id.ts'

/** What rows about an account contain in key or value, and the keys that name it in another way. */
export function searchTermsOf(steamId: SteamId): { forms: string[]; keys: string[] } {
  const steam2 = toSteam2(steamId).slice('STEAM_0'.length)
  const accountId = toSteam3(steamId).slice('[U:1:'.length, -1)
  return {
    // Without their letters, which may be large or small.
    forms: [steamId, steam2, `:1:${accountId}`],
    // Friend codes are looked up as custom URLs.
    keys: [`vanity:${accountId}`],
  }
}
