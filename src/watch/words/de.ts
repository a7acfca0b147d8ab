import type { en as english, changes as englishChanges, when as englishWhen } from './en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { forget, history, watch, watchErrorTitles, watchErrors } from './watch-de.ts'
import { daysAgo } from '../../accounts/words/values-de.ts'

const { counted, noun, number } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const more = noun({ one: 'weitere Änderung', other: 'weitere Änderungen' })

const when: typeof englishWhen = {
  onDays: (days) => `am ${days}`,
  dayAlone: (day) => `${day}.`,
  or: 'oder',
  betweenTimes: (from, to, day) => `am ${day} zwischen ${from} und ${to} Uhr UTC`,
  between: (from, to) => `zwischen ${from} und ${to}`,
  betweenMoments: (from, to) => `zwischen ${from} und ${to} Uhr UTC`,
  happened: (from, to) => `zwischen dem ${from} und dem ${to}`,
  happenedAt: (moment) => `am ${moment}`,
  moment: (day, time) => `${day} um ${time}`,
}

const changes: typeof englishChanges = {
  newOne: { vac: 'neuer VAC-Ban', game: 'neuer Game-Ban', community: 'neuer Steam-Community-Ban' },
  newMany: {
    vac: noun({ one: 'neuer VAC-Ban', other: 'neue VAC-Bans' }),
    game: noun({ one: 'neuer Game-Ban', other: 'neue Game-Bans' }),
  },
  newTrade: (status) =>
    status === 'banned' ? 'neuer Trade-Ban' : status === 'probation' ? 'Handel neu auf Bewährung' : `Handel: ${status}`,
  newerBan: 'neuerer VAC- oder Game-Ban',
  newerBanInFull: 'neuerer VAC- oder Game-Ban, obwohl Steam so viele Bans zählt wie zuvor',
  lifted: (what) => `Steam meldet ${what} nicht mehr`,
  liftedOne: {
    vac: 'einen VAC-Ban',
    game: 'einen Game-Ban',
    community: 'einen Steam-Community-Ban',
    trade: 'eine Handelsbeschränkung',
    tradeBan: 'einen Trade-Ban',
  },
  andMore: (what, count) => `${what}; ${more(count)}`,
  facts: { vac: 'VAC-Bans', game: 'Game-Bans', community: 'Steam-Community-Ban', trade: 'Handelsbeschränkung' },
  newerBanDetail: (from, to) => `Letzter Ban ${daysAgo(from)} → ${daysAgo(to)}; Steam zählt so viele Bans wie zuvor`,
  daysAgo: noun({ one: 'Tag', other: 'Tage' }),
  noRestriction: 'keine',
}

/** German texts about watch lists, histories and alerts. */
export const de: typeof english = {
  watchShow: { all: 'alle', changed: 'geändert', banned: 'gebannt', log: 'Protokoll der Änderungen' },
  commands: {
    watch: {
      name: 'beobachten',
      description: 'Konten beobachten und eine Meldung bekommen, wenn sich ihre Bans ändern',
    },
    history: { name: 'verlauf', description: 'Was der Bot von den Bans eines Kontos gesehen hat, mit Datum' },
    forget: { name: 'vergessen', description: 'Löschen, was dieser Server über ein Konto gespeichert hat' },
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
  },
  options: {
    reason: { name: 'grund', description: 'Warum, in höchstens 200 Zeichen; steht auf der Liste und in Meldungen' },
    until: {
      name: 'bis',
      description: 'Wann es von selbst von der Liste verschwindet: 30d, 6mo, 1y oder ein Datum wie 31.12.2027',
    },
    show: { name: 'zeige', description: 'Nur geänderte oder gebannte Einträge, oder wer die Liste geändert hat' },
    text: { name: 'text', description: 'Nur Einträge mit diesem Text in Name, ID oder Notiz' },
    channel: { name: 'kanal', description: 'Der Kanal für Meldungen' },
    role: { name: 'rolle', description: 'Die Rolle, die Meldungen erwähnen; ohne Angabe keine' },
    joins: {
      name: 'beitritte',
      description: 'Ob gemeldet wird, wenn beobachtete Konten euren Rust-Servern beitreten; anfangs an',
    },
  },
  watchJoins: { on: 'an', off: 'aus' },
  buttons: {
    watch: 'Beobachten',
    stopWatching: 'Nicht mehr beobachten',
    history: 'Verlauf',
    forget: 'Vergessen',
    forgetAndLift: 'Vergessen und Ban aufheben',
    watchAll: (count) => `${count === 1 ? accounts(count) : `Alle ${number(count)}`} beobachten`,
    watchBanned: (count) => `${counted(count, { one: 'Gebannten', other: 'Gebannte' })} beobachten`,
    confirmImport: (count) => `Bestätigen: ${accounts(count)}`,
  },
  csv: {
    lastBanAfter: 'letzter_ban_nach',
    lastBanBefore: 'letzter_ban_vor',
    changedAt: 'geaendert_am',
    changedBy: 'geaendert_von',
    change: 'aenderung',
    before: 'vorher',
    after: 'nachher',
    happenedAfter: 'geschehen_nach',
    happenedBefore: 'geschehen_bis',
    gameServer: 'gefragt_von',
    askedAt: 'gefragt_am',
    outcome: 'ausgang',
    /** Changes of a watch list. */
    actions: {
      added: 'eingetragen',
      changed: 'geändert',
      removed: 'entfernt',
      imported: 'importiert',
      expired: 'Ende erreicht',
      channel_set: 'Kanal für Meldungen festgelegt',
      forgotten: 'Daten gelöscht',
    },
  },
  sent: {
    noChannel:
      'Für Meldungen ist kein Kanal festgelegt. Das geht mit /beobachten kanal und braucht *Server verwalten*.',
    blocks: {
      channel_gone: () => 'Den Kanal für Meldungen gibt es nicht mehr. Leg mit /beobachten kanal einen anderen fest.',
      forbidden: (channel) =>
        `Discord lässt den Bot in ${channel}, dem Kanal für Meldungen, nicht schreiben. Erlaube es und prüfe es mit /beobachten kanal.`,
    },
  },
  when,
  changes,
  watch,
  history,
  forget,
  watchErrorTitles,
  watchErrors,
  alerts: {
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
  },
  joins: {
    title: (account, server) => `Beobachtet: ${account} auf ${server}`,
    outcomes: {
      letIn: 'Eingelassen: dieses Konto oder jemand mit einer Kopie davon.',
      wouldRefuse:
        'Eingelassen: dieses Konto oder jemand mit einer Kopie davon. Die Regeln würden es ablehnen, aber der Modus war *aufzeichnen*.',
      refused: 'Abgelehnt: dieses Konto oder jemand mit einer Kopie davon.',
      undecided:
        'Unentschieden: dieses Konto oder jemand mit einer Kopie davon. Was dann geschieht, ist auf dem Rust-Server eingestellt.',
    },
    hint: 'Ein Rust-Server fragt bei Family Sharing nach dem Besitzer genauso wie nach einem Spieler.',
    asked: (when) => `gefragt ${when}`,
    words: {
      letIn: 'eingelassen',
      wouldRefuse: 'eingelassen, würde abgelehnt',
      refused: 'abgelehnt',
      undecided: 'unentschieden',
    },
    digestTitle: (count) =>
      `Beobachtungsliste: Rust-Server haben nach ${counted(count, { one: 'Konto', other: 'Konten' })} gefragt`,
    counts: {
      letIn: (count) => `${number(count)} eingelassen`,
      wouldRefuse: (count) => `${number(count)} eingelassen, würden abgelehnt`,
      refused: (count) => `${number(count)} abgelehnt`,
      undecided: (count) => `${number(count)} unentschieden`,
    },
    digestHint: 'Jede Zeile meint dieses Konto oder jemanden mit einer Kopie davon.',
    allInFile: 'Alle stehen in joins.csv.',
    notShown:
      'Das kann wegen eines Fehlers in Rapsheet nicht vollständig gezeigt werden. Schlagt stattdessen die Konten nach.',
  },
}
