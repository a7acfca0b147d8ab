import { de as accountTexts } from '../../accounts/words/de.ts'
import { createPlurals } from '../../lib/plural.ts'
import { alerts } from '../../watch/words/alerts-de.ts'
import { batch } from '../../accounts/words/discord/batch-de.ts'
import { changes, dates, when } from '../../watch/words/changes-de.ts'
import { csv } from './csv-de.ts'
import { errors, errorTitles, steamFailures } from './errors-de.ts'
import { friends } from '../../accounts/words/discord/friends-de.ts'
import { inventory, stats } from '../../accounts/words/discord/game-de.ts'
import { policy, policyLog, policyMode } from '../../policy/words/policy-de.ts'
import { policyEdit, policyPreview } from '../../policy/words/policy-edit-de.ts'
import {
  policyErrors,
  policyErrorTitles,
  policyExceptions,
  policyTest,
  policyToken,
} from '../../policy/words/policy-access-de.ts'
import { databaseErrors, forget, history, watch, watchErrors, watchErrorTitles } from '../../watch/words/watch-de.ts'
import { policyLanguage, policyLine } from '../../policy/words/policy-line-de.ts'
import { refusals } from '../../policy/words/refusals-de.ts'
import type { Texts } from './texts.ts'

const { number, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })

/** German, as players speak it: informal, and with the English words they use themselves. */
export const de: Texts = {
  ...accountTexts,

  published: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen' },

  commands: {
    lookup: { name: 'nachschlagen', description: 'Steam-Bans, Profil und Rust-Stunden eines Kontos' },
    batch: { name: 'liste', description: 'Steam-Bans vieler Konten: eingefügter Text, eine Textdatei oder beides' },
    friends: { name: 'freunde', description: 'Die Freunde eines Kontos auf Bans prüfen' },
    compare: { name: 'vergleichen', description: 'Zwei Konten nebeneinander, und ihre gemeinsamen Freunde' },
    stats: { name: 'statistik', description: 'Rust-Statistiken eines Kontos' },
    inventory: { name: 'inventar', description: 'Rust-Gegenstände eines Kontos' },
    watch: {
      name: 'beobachten',
      description: 'Konten beobachten und eine Meldung bekommen, wenn sich ihre Bans ändern',
    },
    history: { name: 'verlauf', description: 'Was der Bot von den Bans eines Kontos gesehen hat, mit Datum' },
    forget: { name: 'vergessen', description: 'Löschen, was dieser Server über ein Konto gespeichert hat' },
    policy: { name: 'richtlinie', description: 'Bestimmen, welche Spieler eure Rust-Server einlassen' },
    checkMessage: { name: 'Steam-Konten prüfen' },
  },

  subcommands: {
    add: { name: 'hinzufügen', description: 'Ein Konto auf die Beobachtungsliste dieses Servers setzen' },
    remove: { name: 'entfernen', description: 'Ein Konto von der Beobachtungsliste nehmen' },
    list: { name: 'liste', description: 'Die Beobachtungsliste zeigen' },
    import: {
      name: 'importieren',
      description: 'Viele Konten auf die Liste setzen: eingefügter Text, eine Textdatei oder beides',
    },
    channel: { name: 'kanal', description: 'Festlegen, wohin Meldungen gehen, und dort eine Testnachricht posten' },
    show: {
      name: 'zeigen',
      description: 'Die Regeln zeigen, was sie heute bewirkt haben, und welche Rust-Server fragen',
    },
    edit: {
      name: 'bearbeiten',
      description: 'Die Regeln ändern: Entwurf, Vorschau, was er bewirkt hätte, dann speichern',
    },
    test: { name: 'testen', description: 'Was die Richtlinie jetzt über ein Konto entscheidet, und warum' },
    except: { name: 'ausnahme', description: 'Ein Konto immer einlassen, immer ablehnen, oder seine Ausnahme beenden' },
    exceptions: { name: 'ausnahmen', description: 'Alle Ausnahmen zeigen: wer, warum und bis wann' },
    token: {
      name: 'token',
      description: 'Die Zeile für einen Rust-Server erzeugen; ohne Namen alle Rust-Server zeigen',
    },
    mode: { name: 'modus', description: 'Nur aufzeichnen oder Spieler ablehnen; und wie Ablehnungen berichtet werden' },
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
    reason: { name: 'grund', description: 'Warum, in höchstens 200 Zeichen; steht auf der Liste und in Meldungen' },
    until: {
      name: 'bis',
      description: 'Wann es von selbst von der Liste verschwindet: 30d, 6mo, 1y oder ein Datum wie 31.12.2027',
    },
    show: { name: 'zeige', description: 'Nur geänderte oder gebannte Einträge, oder wer die Liste geändert hat' },
    text: { name: 'text', description: 'Nur Einträge mit diesem Text in Name, ID oder Notiz' },
    channel: { name: 'kanal', description: 'Der Kanal für Meldungen' },
    role: { name: 'rolle', description: 'Die Rolle, die Meldungen erwähnen; ohne Angabe keine' },
  },

  policyOptions: {
    decision: { name: 'entscheidung', description: 'Was ab jetzt für das Konto gilt' },
    reason: {
      name: 'grund',
      description: 'Warum, in höchstens 200 Zeichen; für Moderatoren, der Spieler sieht es nie',
    },
    until: { name: 'bis', description: 'Wann es von selbst endet: 12h, 30d, 6mo, 1y oder ein Datum wie 31.12.2027' },
    name: {
      name: 'name',
      description: 'Der Rust-Server, wie ihr ihn nennt; ein vergebener Name bekommt ein neues Token',
    },
    mode: { name: 'modus', description: 'Ob Spieler abgelehnt werden' },
    reports: { name: 'berichte', description: 'Wie Ablehnungen im Kanal für Meldungen berichtet werden' },
  },

  typedNote: 'Deine Notiz zum Kopieren:',
  policyDecisions: { allow: 'immer einlassen', deny: 'immer ablehnen', remove: 'Ausnahme entfernen' },
  policyModes: { observe: 'aufzeichnen', enforce: 'durchsetzen' },
  policyReports: { each: 'jede Ablehnung', daily: 'einmal am Tag' },
  watchShow: { all: 'alle', changed: 'geändert', banned: 'gebannt', log: 'Protokoll der Änderungen' },
  /** On a phone, three German labels fill the width. */
  buttonsPerRow: 3,
  buttons: {
    friends: 'Freunde',
    stats: 'Statistiken',
    inventory: 'Inventar',
    refresh: 'Aktualisieren',
    account: 'Konto',
    post: 'Im Kanal posten',
    posted: 'Gepostet',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    checkNext: (count) => `${counted(count, { one: 'weiteres', other: 'weitere' })} prüfen`,
    continueBatch: 'Fortsetzen',
    checkFriend: (place) => `Freund ${number(place)} prüfen`,
    checkFriends: (from, to) => `Freunde ${number(from)}–${number(to)} prüfen`,
    retry: (count) => `${accounts(count)} erneut prüfen`,
    cancel: 'Abbrechen',
    stopScan: 'Stoppen, Ergebnisse behalten',
    scanAgain: 'Erneut prüfen',
    tryAgain: 'Erneut versuchen',
    checkBoth: 'Beide prüfen',
    editEntry: 'Ändern und nochmal senden',
    more: 'Alle Statistiken',
    less: 'Kennzahlen',
    watch: 'Beobachten',
    stopWatching: 'Nicht mehr beobachten',
    remove: 'Entfernen',
    lookUp: 'Nachschlagen',
    exempt: 'Ausnahme',
    lookUpOne: (letter) => `${letter} nachschlagen`,
    history: 'Verlauf',
    forget: 'Vergessen',
    watchAll: (count) => `${count === 1 ? accounts(count) : `Alle ${number(count)}`} beobachten`,
    watchBanned: (count) => `${counted(count, { one: 'Gebannten', other: 'Gebannte' })} beobachten`,
    numbers: 'Grenzwerte…',
    appeal: 'Einspruch…',
    preview: 'Vorschau',
    save: 'Speichern',
    enforce: 'Ab jetzt ablehnen',
    revoke: 'Widerrufen',
    revokeNow: 'Ersetztes Token jetzt widerrufen',
    confirmImport: (count) => `Bestätigen: ${accounts(count)}`,
  },

  common: {
    ...accountTexts.common,
    postedBy: (who, when) => `Gepostet von ${who} · ${when}`,
    openAccount: 'Ein Konto öffnen',
    page: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
  },

  dates,
  when,
  changes,
  friends,
  watch,
  history,
  forget,
  watchErrorTitles,
  watchErrors,
  databaseErrors,
  policy,
  policyMode,
  policyLog,
  policyEdit,
  policyPreview,
  policyTest,
  policyExceptions,
  policyToken,
  policyErrorTitles,
  policyErrors,
  batch: { ...accountTexts.batch, ...batch },
  stats: { ...accountTexts.stats, ...stats },
  inventory: { ...accountTexts.inventory, ...inventory },
  compare: { ...accountTexts.compare, allInFile: 'Alle gemeinsamen Freunde stehen in der Datei.' },
  policyLanguage,
  policyLine,
  alerts,
  refusals,
  csv,
  errorTitles,
  errors,
  steamFailures,
}
