import type { en as english } from './en.ts'
import { createPlurals } from '../../../lib/plural.ts'
import { batch } from './batch-de.ts'
import { friends } from './friends-de.ts'
import { inventory, stats } from './game-de.ts'

const { number, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })

/** What only Discord shows about accounts, in German. */
export const de: typeof english = {
  commands: {
    lookup: { name: 'nachschlagen', description: 'Steam-Bans, Profil und Rust-Stunden eines Kontos' },
    batch: { name: 'liste', description: 'Steam-Bans vieler Konten: eingefügter Text, eine Textdatei oder beides' },
    friends: { name: 'freunde', description: 'Die Freunde eines Kontos auf Bans prüfen' },
    compare: { name: 'vergleichen', description: 'Zwei Konten nebeneinander, und ihre gemeinsamen Freunde' },
    stats: { name: 'statistik', description: 'Rust-Statistiken eines Kontos' },
    inventory: { name: 'inventar', description: 'Rust-Gegenstände eines Kontos' },
    checkMessage: { name: 'Steam-Konten prüfen' },
  },
  options: {
    account: {
      name: 'konto',
      description: 'SteamID64, Profil-, Einladungs- oder Handelslink, Custom-URL, STEAM_…, [U:1:…], Freundescode',
    },
    other: { name: 'anderes', description: 'Das Konto, mit dem verglichen wird, in einer dieser Formen' },
    accounts: { name: 'konten', description: 'Konten in beliebiger Form: IDs, Links, eine Spielerliste' },
    file: { name: 'datei', description: 'Eine .txt- oder .csv-Datei mit Konten' },
    within: { name: 'innerhalb', description: 'Nur Freunde mit einem VAC- oder Game-Ban in den letzten … Tagen' },
    kind: { name: 'art', description: 'Nur Freunde mit dieser Art von Ban, oder nur nicht prüfbare' },
  },
  buttons: {
    friends: 'Freunde',
    stats: 'Statistiken',
    inventory: 'Inventar',
    refresh: 'Aktualisieren',
    account: 'Konto',
    checkNext: (count) => `${counted(count, { one: 'weiteres', other: 'weitere' })} prüfen`,
    continueBatch: 'Fortsetzen',
    checkFriend: (place) => `Freund ${number(place)} prüfen`,
    checkFriends: (from, to) => `Freunde ${number(from)}–${number(to)} prüfen`,
    retry: (count) => `${accounts(count)} erneut prüfen`,
    stopScan: 'Stoppen, Ergebnisse behalten',
    scanAgain: 'Erneut prüfen',
    checkBoth: 'Beide prüfen',
    more: 'Alle Statistiken',
    less: 'Kennzahlen',
    lookUp: 'Nachschlagen',
    lookUpOne: (letter) => `${letter} nachschlagen`,
  },
  common: {
    bansUnknown: 'Bans unbekannt: Von Steam kam keine brauchbare Antwort.',
    openAccount: 'Ein Konto öffnen',
  },
  batch,
  friends,
  stats,
  inventory,
  compare: { allInFile: 'Alle gemeinsamen Freunde stehen in der Datei.' },

  steamFailures: {
    bansUnknown: (title) => `${title}, Bans unbekannt`,
    unusable: 'Steams Antwort ist unbrauchbar',
    unusableText: (when) =>
      `Steam hat geantwortet, aber die Antwort ergibt keinen Sinn und sagt nichts über Bans. Versuch es ${when} noch einmal.`,
    incomplete: 'Steams Antwort ist unvollständig',
    withButton: (when) => `mit dem Button (bereit ${when})`,
  },
  earlierBans: {
    noBan: 'keinen Ban',
    noBanNow: 'Steam meldet jetzt keinen Ban.',
    unreadable: 'Die Datenbank antwortet nicht; ob früher Bans verzeichnet waren, ist also unbekannt.',
    seenEarlier: {
      one: (now, earlier, until) => `Steam meldet jetzt ${now}; bis zum ${until} war ${earlier} verzeichnet.`,
      other: (now, earlier, until) => `Steam meldet jetzt ${now}; bis zum ${until} waren ${earlier} verzeichnet.`,
    },
    noLongerReported: (earlier, until) => `Steam meldet nicht mehr: ${earlier}, verzeichnet bis zum ${until}.`,
  },
}
