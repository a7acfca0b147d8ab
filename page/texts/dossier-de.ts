import type { PageTexts } from './page-texts.ts'

export const dossier: PageTexts['page']['dossier'] = {
  heading: (name) => `Bericht: ${name}`,
  bans: 'Banns',
  facts: 'Fakten',
  about: (date) => `etwa am ${date}`,
  ages: 'Alter der Daten',
  copied: (when) => `Kopiert am ${when}`,
  source: (origin) => `Quelle: Steam Web API, abgefragt von Rapsheet auf ${origin}`,
  page: (address) => `Seite: ${address}`,
  scanned: (when) => `Freunde geprüft am ${when}`,
  missing: (reason) => `Nicht verfügbar: ${reason}.`,
  compared: 'Vergleich',
}
