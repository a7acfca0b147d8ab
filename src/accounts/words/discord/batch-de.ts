import { createPlurals } from '../../../lib/plural.ts'
import type { batch as englishBatch } from './batch-en.ts'

const { counted } = createPlurals('de')

export const batch: typeof englishBatch = {
  ofEntries: (count) => `(${counted(count, { one: 'Eintrag', other: 'Einträge' })})`,
  earlierBansCount: (count) =>
    `${counted(count, { one: 'Konto hatte', other: 'Konten hatten' })} früher mehr Bans, als Steam jetzt meldet.`,
  unreadableHistoryCount: (count) =>
    `Bei ${counted(count, { one: 'Konto', other: 'Konten' })} ist unbekannt, ob früher Bans verzeichnet waren: Die Datenbank antwortet nicht.`,
  duplicatesTitle: 'Doppelt:',
  notRecognizedTitle: 'Nicht erkannt:',
  bannedOnOtherPages: (banned) =>
    banned === 0
      ? 'keine gebannten Konten auf den anderen geprüften Seiten'
      : `${counted(banned, { one: 'gebanntes Konto', other: 'gebannte Konten' })} auf anderen Seiten`,
  readAsCustomUrl: 'als Custom-URL gesucht',
  readAsFriendCode: 'als Custom-URL oder Freundescode gesucht',
  notReadAsFriendCode: 'als Custom-URL gesucht, nicht als Freundescode: Schreib Freundescodes in eigene Zeilen',
  checking: (total) => `${counted(total, { one: 'Konto wird', other: 'Konten werden' })} geprüft`,
  quotaEnded: {
    rate_limited: (when) => `Deine Abfragen für diese Minute sind aufgebraucht. Weiter geht es ${when}.`,
    server_rate_limited: (when) =>
      `Die Abfragen dieses Servers für diese Minute sind aufgebraucht. Weiter geht es ${when}.`,
  },
  notFound: 'auf Steam nicht gefunden',
  files: 'rapsheet-batch.json ist nur für die Buttons dieser Nachricht.',
}
