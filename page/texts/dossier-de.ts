import { createPlurals } from '../../src/lib/plural.ts'
import type { PageTexts } from './page-texts.ts'

const { number } = createPlurals('de')

export const dossier: PageTexts['page']['dossier'] = {
  heading: (name) => `Bericht: ${name}`,
  bans: 'Bans',
  facts: 'Fakten',
  about: (date) => `etwa am ${date}`,
  ages: 'Alter der Daten',
  copied: (when) => `Kopiert am ${when}`,
  source: (origin) => `Quelle: Steam Web API, abgefragt von Rapsheet auf ${origin}`,
  page: (address) => `Seite: ${address}`,
  scanned: (when) => `Freunde geprüft am ${when}`,
  missing: (reason) => `Nicht verfügbar: ${reason}.`,
  notLoaded: 'Noch nicht geladen.',
  stillRunning: (current, total, banned) =>
    `Läuft noch: ${number(current)} von ${number(total)} geprüft, bisher ${number(banned)} gebannt.`,
  notChecked: 'noch nicht geprüft',
  bansOnRecord: (bans) => `verzeichnete Bans: ${bans}`,
  oldestRecord: (when) => `Älteste Ban-Daten der Liste geprüft am ${when}`,
  compared: 'Vergleich',
}
