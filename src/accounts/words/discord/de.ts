import type { en as english } from './en.ts'
import { createPlurals } from '../../../lib/plural.ts'

const { counted, noun, number } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })

/** German texts about accounts that only Discord shows. */
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
  batch: {
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
  },
  friends: {
    progressWithUnknown: (current, total, checked, unknown) =>
      `${number(current)} von ${number(total)} fertig: ${number(checked)} geprüft, ❔ ${number(unknown)} unbekannt`,
    listedLast: 'Am Ende der Liste.',
    listedWith: (filter) => `Zeigen mit ${filter}`,
    ofChecked: (banned, checked) => `${number(banned)} von ${number(checked)}`,
    resultOfParts: (part, before, all) =>
      `In diesem Teil sind ${part} geprüften Freunden gebannt, in den Teilen davor ${before}, insgesamt ${all}.`,
    partsBefore: (before) => `In den Teilen davor sind ${before} geprüften Freunden gebannt.`,
    earlierBans: (count, names) =>
      `${counted(count, { one: 'beobachteter Freund hatte', other: 'beobachtete Freunde hatten' })} früher mehr Bans, als Steam jetzt meldet: ${names}`,
    stoppedByYou: 'Von dir gestoppt',
    bannedOfChecked: (count) => `${number(count)} der geprüften Freunde gebannt`,
    ownStatus: (status) => `Dieses Konto: ${status}`,
  },
  stats: { title: (name) => `${name} · Rust-Statistiken` },
  inventory: {
    title: (name) => `${name} · Rust-Gegenstände`,
    showing: (from, to) => `angezeigt: ${number(from)}–${number(to)}`,
    steamGave: (count) =>
      count === 0 ? 'Steam lieferte keinen davon' : `Steam lieferte nur die ersten ${number(count)}`,
    items: 'Gegenstände',
    pictures: 'Bilder',
  },
  compare: { allInFile: 'Alle gemeinsamen Freunde stehen in der Datei.' },

  errorTitles: {
    platform_blocked: 'Steam sperrt diesen Bot',
    key_refused: 'Steam-Schlüssel abgelehnt',
    not_configured: 'Steam-Schlüssel fehlt',
    stopping: 'Neustart',
    several_accounts: 'Mehr als ein Konto',
    nothing_given: 'Nichts zum Nachschlagen',
    no_account_in_message: 'Kein Konto in dieser Nachricht',
  },
  errors: {
    platform_blocked: ({ when }) =>
      `Steam lehnt alle Anfragen dieses Bots ab, also sagt das nichts über Bans. Versuch es ${when} noch einmal. Hält das an, sag dem Betreiber des Bots Bescheid.`,
    key_refused: () =>
      'Steam lehnt den API-Schlüssel dieses Bots ab, also konnte nichts geprüft werden. Sag dem Betreiber des Bots Bescheid: STEAM_API_KEY muss ersetzt werden.',
    not_configured: () =>
      'Dieser Bot hat keinen Steam-API-Schlüssel, also konnte nichts geprüft werden. Sag dem Betreiber des Bots Bescheid: STEAM_API_KEY muss gesetzt werden.',
    stopping: () =>
      'Der Bot startet neu, und diese Abfrage wurde nicht fertig. Versuch es in einer Minute noch einmal.',
    several_accounts: ({ detail }) =>
      `Du hast ${detail} verschiedene IDs oder Namen angegeben, der Befehl nimmt aber nur ein Konto. Für mehrere gibt es /liste.`,
    nothing_given: () =>
      'Gib Konten, eine Datei oder beides an: IDs, Profil-Links, Custom-URLs oder eine Spielerliste.',
    no_account_in_message: () =>
      'Diese Nachricht enthält keine Steam-ID und keinen Profil-Link. Namen werden in Nachrichten nicht gesucht. Für Custom-URLs gibt es /liste.',
  },
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
