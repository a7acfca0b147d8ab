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
          one: `${accounts(checked)} geprüft: kein Bann verzeichnet.`,
          other: `Für keines von ${number(checked)} geprüften Konten ist ein Bann verzeichnet.`,
        }),
  restrictedCount: (count) => `${accounts(count)} nur mit einer Handelsbeschränkung.`,
  withoutProfileCount: (count) => `${accounts(count)} davon ohne Profil: gelöscht oder nie eingerichtet.`,
  notFoundCount: (count) => `${accounts(count)} auf Steam nicht gefunden.`,
  uncheckedCount: (count) => `${accounts(count)} nicht prüfbar: Banns unbekannt.`,
  recognized: (count) => `${accounts(count)} erkannt`,
  duplicates: (count) => `${number(count)} doppelt`,
  ofEntries: (count) => `(${counted(count, { one: 'Eintrag', other: 'Einträge' })})`,
  notRecognized: (count) => `${counted(count, { one: 'Zeile', other: 'Zeilen' })} nicht erkannt`,
  duplicatesTitle: 'Doppelt:',
  notRecognizedTitle: 'Nicht erkannt:',
  namesNotRecognized:
    'Namen im Spiel können nicht gesucht werden. Gib Custom-URLs als Profil-Link an, oder füge Custom-URLs und Freundescodes als eigene Liste ein.',
  bannedOnOtherPages: (banned) =>
    banned === 0
      ? 'keine gebannten Konten auf anderen Seiten'
      : `${counted(banned, { one: 'gebanntes Konto', other: 'gebannte Konten' })} auf anderen Seiten`,
  foundBy: (name) => `gefunden über die Custom-URL ${name}`,
  foundByFriendCode: (code) => `gefunden über den Freundescode ${code}`,
  readAsCustomUrl: 'als Custom-URL gesucht',
  readAsFriendCode: 'als Custom-URL oder Freundescode gesucht',
  notReadAsFriendCode: 'als Custom-URL gesucht, nicht als Freundescode: Schreib Freundescodes in eigene Zeilen',
  noProfile: (bans) => `kein Profil: gelöscht oder nie eingerichtet; verzeichnete Banns: ${bans}`,
  notFound: 'auf Steam nicht gefunden',
  waiting: (count) => `${accounts(count)} noch nicht geprüft.`,
}
