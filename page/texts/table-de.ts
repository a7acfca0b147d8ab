import { createPlurals } from '../../src/lib/plural.ts'
import type { PageTexts } from './page-texts.ts'

const { number, noun } = createPlurals('de')
const bannedAccounts = noun({ one: 'gebanntes Konto', other: 'gebannte Konten' })

export const tabs: PageTexts['page']['tabs'] = {
  label: 'Teile des Kontos',
  account: 'Konto',
  friends: 'Freunde',
  stats: 'Statistiken',
  inventory: 'Inventar',
  compare: 'Vergleich',
}

export const actions: PageTexts['page']['actions'] = {
  copyLink: 'Link kopieren',
  copyText: 'Als Text kopieren',
  copied: 'Kopiert',
  copyFailed: 'Dein Browser hat das Kopieren nicht erlaubt. Markiere und kopiere es selbst:',
  downloadCsv: 'CSV herunterladen',
  tryAgain: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  checkAgain: 'Den Rest noch einmal prüfen',
}

export const columns: PageTexts['page']['columns'] = {
  account: 'Konto',
  status: 'Status',
  bans: 'Bans',
  hours: 'Rust-Stunden',
  friendsSince: 'Befreundet seit',
  sortBy: 'Sortieren nach',
  mostSevere: 'Schwerstes zuerst',
  asEntered: 'Reihenfolge der Eingabe',
}

export const filters: PageTexts['page']['filters'] = {
  label: 'Zeigen',
  all: 'alle',
  banned: 'gebannt',
  recent: 'frische Bans',
  private: 'privat',
  unknown: 'unbekannt',
  withCount: (name, count) => `${name} (${number(count)})`,
  none: 'Keine Zeile passt zu diesem Filter.',
  bannedHidden: (count) => `${bannedAccounts(count)} durch den Filter verborgen`,
}
