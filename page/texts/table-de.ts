import { createPlurals } from '../../src/lib/plural.ts'
import type { PageTexts } from './page-texts.ts'

const { number, counted, noun } = createPlurals('de')
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
  copyFailed: 'Dein Browser hat das Kopieren nicht erlaubt. Markier und kopier es selbst:',
  downloadCsv: 'CSV herunterladen',
  cancel: 'Abbrechen',
  tryAgain: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  checkAgain: 'Den Rest noch einmal prüfen',
  close: 'Schließen',
  open: (name) => `${name} öffnen`,
}

export const columns: PageTexts['page']['columns'] = {
  account: 'Konto',
  steamId: 'SteamID64',
  entry: 'Eingabe',
  status: 'Status',
  bans: 'Banns',
  lastBan: 'Letzter Bann',
  hours: 'Spielzeit in Rust',
  friendsSince: 'Befreundet seit',
  friendsSinceOf: (name) => `Befreundet mit ${name} seit`,
  sortBy: 'Sortieren nach',
  mostSevere: 'Schwerstes zuerst',
  asEntered: 'Reihenfolge der Eingabe',
  sortedUp: 'aufsteigend sortiert',
  sortedDown: 'absteigend sortiert',
}

export const filters: PageTexts['page']['filters'] = {
  label: 'Zeigen',
  all: 'alle',
  banned: 'gebannt',
  recent: 'neue Banns',
  private: 'privat',
  unknown: 'unbekannt',
  withCount: (name, count) => `${name} (${number(count)})`,
  shown: (count, total) => `${number(count)} von ${counted(total, { one: 'Zeile', other: 'Zeilen' })} sichtbar`,
  none: 'Keine Zeile passt zu diesem Filter.',
  bannedBelow: (count) => `${bannedAccounts(count)} weiter unten`,
  bannedHidden: (count) => `${bannedAccounts(count)} durch den Filter verborgen`,
}
