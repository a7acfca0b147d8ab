import type { SteamId } from '../../model/steam-id.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** The Unicode flag letter A. */
const REGIONAL_INDICATOR_A = 0x1_f1_e6

/** The flag and name of a country; a code that is not two letters is shown as it is, escaped. */
export function formatCountry(code: string, { countries }: AccountTexts, escape: (word: string) => string): string {
  if (!/^[A-Z]{2}$/.test(code)) return escape(code)
  const flag = code.replaceAll(/./g, (letter) => String.fromCodePoint(REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 65))
  return `${flag} ${countries.of(code) ?? code}`
}

/** The search for server admins. The public search matches names only, so it could show another player. */
export const toBattleMetricsUrl = (steamId: SteamId) =>
  `https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=${steamId}`
