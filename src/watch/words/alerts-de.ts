import { createPlurals } from '../../lib/plural.ts'
import type * as english from './alerts-en.ts'

const { noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })

export const alerts: typeof english.alerts = {
  note: (who, note) => `Notiz von ${who}: ${note}`,
  onList: (when) => `Auf der Beobachtungsliste dieses Servers seit dem ${when}`,
  happened: (when) => `geschehen ${when}`,
  seen: (when) => `gesehen ${when}`,
  digestTitle: (count) => `Beobachtungsliste: ${accounts(count)} mit geänderten Bans`,
  digestCounts: {
    banned: (count) => `${accounts(count)} mit neuem Ban`,
    restricted: (count) => `${accounts(count)} mit neuer Handelsbeschränkung`,
    neutral: (count) => `${accounts(count)} mit einem Ban oder einer Beschränkung, die Steam nicht mehr meldet`,
  },
  marks: {
    parked:
      'Bis jetzt zurückgehalten: Es war kein Kanal für Meldungen festgelegt, Discord ließ den Bot dort nicht schreiben, oder der Kanal war eine Woche lang nicht erreichbar.',
    uncertain: 'Bis jetzt zurückgehalten. Manches davon wurde vielleicht schon gepostet.',
    restored: 'Vielleicht schon gepostet: Die Datenbank wurde aus einer Sicherung wiederhergestellt.',
  },
  allInFile: 'Alle Änderungen stehen in alerts.csv.',
  notShown:
    'Das kann wegen eines Fehlers in Rapsheet nicht vollständig gezeigt werden. Schlagt die Konten nach, um zu sehen, was sich geändert hat.',
  testTitle: 'Meldungen erscheinen hier',
  test: 'Das ist eine Testnachricht. Änderungen bei den Bans beobachteter Konten werden in diesem Kanal gepostet.',
  testRole: (role) => `Meldungen erwähnen ${role}.`,
  testFile: 'Längere Listen kommen als Datei wie diese.',
  testWithoutFile: 'Der Bot darf in diesem Kanal keine Dateien anhängen; längere Listen brauchen das.',
}
