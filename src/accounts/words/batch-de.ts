import { createPlurals } from '../../lib/plural.ts'
import type { AccountTexts } from './account-texts.ts'

const { number, plural, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })

export const batch: AccountTexts['batch'] = {
  title: accounts,
  bannedCount: (banned, checked) =>
    banned > 0
      ? `${number(banned)} von ${counted(checked, { one: 'geprüften Konto', other: 'geprüften Konten' })} gebannt.`
      : plural(checked, {
          one: `${accounts(checked)} geprüft: kein Ban verzeichnet.`,
          other: `Bei keinem von ${number(checked)} geprüften Konten ist ein Ban verzeichnet.`,
        }),
  restrictedCount: (count) => `${number(count)} nur mit Handelsbeschränkung.`,
  withoutProfileCount: (count) =>
    `${counted(count, { one: 'geprüftes Konto', other: 'geprüfte Konten' })} ohne Profil: gelöscht oder nie eingerichtet.`,
  profileNotReturnedCount: (count) => `Bei ${accounts(count)} hat Steam kein Profil mitgeliefert.`,
  notFoundCount: (count) => `${accounts(count)} auf Steam nicht gefunden.`,
  uncheckedCount: (count) => `${accounts(count)} nicht prüfbar: Bans unbekannt.`,
  duplicates: (count) => `${number(count)} doppelt`,
  notRecognized: (count) => `${counted(count, { one: 'Zeile', other: 'Zeilen' })} nicht erkannt`,
  namesNotRecognized:
    'Ingame-Namen lassen sich nicht nachschlagen. Gib Custom-URLs als Profil-Link an, oder füge Custom-URLs und Freundescodes als eigene Liste ein.',
  foundBy: (name) => `gefunden über die Custom-URL ${name}`,
  foundByFriendCode: (code) => `gefunden über den Freundescode ${code}`,
  noProfile: (bans) => `kein Profil: gelöscht oder nie eingerichtet; verzeichnete Bans: ${bans}`,
  waiting: (count) => `${accounts(count)} noch nicht geprüft.`,
}
