import { createPlurals } from '../../lib/plural.ts'
import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'
import type { AccountTexts } from './account-texts.ts'

const { number } = createPlurals('de')

export const common: AccountTexts['common'] = {
  namelessAccount: '(Name nicht darstellbar)',
  checked: (when) => `geprüft ${when}`,
  checkedPart: (what, when) => `${what} geprüft ${when}`,
  foundByCustomUrl: (name) => `Gefunden über die Custom-URL ${name}: Prüfe, ob du diesen Spieler meinst.`,
  foundByFriendCode: (code) => `Gefunden über den Freundescode ${code}.`,
  triedCustomUrl: (name) => `${name} wurde als Custom-URL gesucht (steamcommunity.com/id/…), nicht als Ingame-Name.`,
  triedFriendCode: (code) => `${code} wurde als Custom-URL oder Freundescode gesucht, nicht als Ingame-Name.`,
  mistypedId: (digits) =>
    digits === STEAM_ID_DIGITS
      ? 'Diese SteamID64 kann keinem Spieler gehören. Kopiere die ganze ID noch einmal.'
      : `Eine SteamID64 hat ${STEAM_ID_DIGITS} Ziffern, diese hat ${number(digits)}. Kopiere die ganze ID noch einmal.`,
  leftOut: (count) => `… und ${number(count)} weitere`,
  avatarOf: (name) => `Avatar von ${name}`,
  unknown: 'nicht prüfbar',
  private: 'privat',
  profile: 'Profil',
}
