import { createPlurals } from '../../lib/plural.ts'
import type * as english from './watch-en.ts'

const { number, plural, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const entries = noun({ one: 'Eintrag', other: 'Einträge' })
const alerts = noun({ one: 'Meldung', other: 'Meldungen' })

export const watch: typeof english.watch = {
  note: (note) => `Notiz: ${note}`,
  knownNow: (bans) => `Jetzt bekannt: ${bans}`,
  watched: (since, who, note) =>
    `Auf der Beobachtungsliste dieses Servers seit dem ${since}, Notiz von ${who}: ${note}`,
  notReadable: 'Ob dieses Konto auf der Beobachtungsliste steht, war nicht lesbar.',
  watchedUntil: (when) => `beobachtet bis ${when}`,
  changedWhen: (when) => `geändert ${when}`,
  lastBan: (when) => `letzter Ban ${when}`,
  lastBanBetween: (least, most) => `letzter Ban vor ${number(least)} bis ${number(most)} Tagen`,
  notChecked: 'noch nicht geprüft: Bans unbekannt',
  noRecord: 'Steam liefert keine brauchbaren Ban-Daten; vielleicht gibt es das Konto nicht: Bans unbekannt',
  unknownFields: (fields) => `nicht prüfbar: ${fields}`,
  fields: { vac: 'VAC-Bans', game: 'Game-Bans', community: 'Steam-Community-Ban', trade: 'Handelsbeschränkung' },

  added: (account) => `${account} steht auf der Beobachtungsliste`,
  addedUnchecked:
    'Steam hat gerade keine Angaben zu Bans geliefert. Das Konto steht auf der Liste und wird mit den nächsten geprüft.',
  room: (count, limit) => `${number(count)} von ${entriesInDative(limit)} belegt`,

  removeQuestion: (account) => `${account} von der Beobachtungsliste nehmen?`,
  removed: (account) => `${account} steht nicht mehr auf der Beobachtungsliste`,
  removedHint: 'Was bisher beobachtet wurde, wird in 30 Tagen gelöscht, sofern keine andere Liste das Konto enthält.',

  title: 'Beobachtungsliste',
  counts: {
    banned: (count, all) => `${number(count)} von ${number(all)} gebannt`,
    clean: (count, all) => `Kein Ban verzeichnet bei ${number(count)} von ${number(all)}`,
    restricted: (count) => `${number(count)} nur mit Handelsbeschränkung`,
    unknown: (count) => `${number(count)} unbekannt`,
  },
  log: 'Änderungen der Listen, der Richtlinie und der Tokens',
  entries,
  empty: 'Die Liste ist leer. Trag ein Konto mit /beobachten hinzufügen ein, oder mit dem Button Beobachten.',
  noMatch: 'Kein Eintrag passt.',
  filtered: (filter, count) => `Filter: ${filter} · ${entries(count)}`,
  withText: (text) => `mit „${text}“`,
  logCut: 'Ältere Änderungen werden nicht gezeigt.',
  logWithoutPolicy: 'Änderungen der Richtlinie, der Banliste und der Tokens sehen Mitglieder mit *Server verwalten*.',
  emptyLog: 'In den letzten 400 Tagen wurde nichts geändert.',
  alertsGoTo: (channel) => `Meldungen erscheinen in ${channel}`,
  alertsMention: (role) => `und erwähnen ${role}`,
  parked: (count) =>
    `${alerts(count)} ${plural(count, { one: 'konnte nicht zugestellt werden. Nach /beobachten kanal kommt sie', other: 'konnten nicht zugestellt werden. Nach /beobachten kanal kommen sie' })} in einer Nachricht.`,
  waiting: (count) => `${alerts(count)} unterwegs.`,
  held: 'Die Listen stammen aus einer Sicherung. Meldungen warten, bis jedes Konto einmal geprüft ist.',
  stretched: (interval) =>
    `Jedes Konto wird alle ${interval} geprüft, seltener als geplant, weil Steam die Anfragen pro Tag begrenzt.`,
  neverChecked: (count) => `${entries(count)} noch nicht geprüft: Bans unbekannt.`,
  entriesWithoutRecord: (count) =>
    `${entries(count)} ohne brauchbare Ban-Daten von Steam; vielleicht gibt es ${plural(count, { one: 'das Konto', other: 'die Konten' })} nicht: Bans unbekannt.`,
  overdue: (count) =>
    `${entries(count)} seit mehr als zwei Durchläufen nicht geprüft: Änderungen können noch unbemerkt sein.`,
  openEntry: 'Einen Eintrag öffnen',

  importTitle: 'Vorschau des Imports',
  nothingSavedYet: 'Noch ist nichts gespeichert.',
  importNew: noun({ one: 'neues Konto', other: 'neue Konten' }),
  importKnown: (count) => `${accounts(count)} schon auf der Liste`,
  importOver: (count) => `${accounts(count)} ausgelassen`,
  importLimits: {
    list_full: (limit) => `Die Liste eines Servers hat Platz für ${entries(limit)}`,
    total_full: (limit) => `Alle Listen dieses Bots zusammen haben Platz für ${entries(limit)}`,
    import_full: (limit) => `Ein Import nimmt ${accounts(limit)} auf; importiere den Rest danach`,
  },
  importNotRecognized: (count) => `${counted(count, { one: 'Zeile', other: 'Zeilen' })} nicht erkannt`,
  importNotFound: (count) =>
    `${counted(count, { one: 'Custom-URL oder Freundescode', other: 'Custom-URLs oder Freundescodes' })} ohne zugehöriges Konto`,
  importOverNames: (count, limit) =>
    `${counted(count, { one: 'Custom-URL oder Freundescode', other: 'Custom-URLs oder Freundescodes' })} ausgelassen, weil ein Import ${number(limit)} nachschlägt. Gib stattdessen die IDs an oder importiere sie danach`,
  importUnresolved: (count) =>
    `${counted(count, { one: 'Custom-URL oder Freundescode', other: 'Custom-URLs oder Freundescodes' })} ausgelassen, weil Nachschlagen gerade nicht möglich war. Gib stattdessen die IDs an oder versuch es später`,
  importNothing: 'Es gibt nichts einzutragen.',
  importFile: 'rapsheet-import.json ist nur für die Buttons dieser Nachricht.',
  imported: (count) => `${accounts(count)} auf die Beobachtungsliste gesetzt`,
  importedKnown: (count) => `${accounts(count)} ausgelassen: schon auf der Liste.`,
  importedHint: 'Die Bans werden als Nächstes geprüft. Gemeldet wird nur, was sich danach ändert.',
  cancelled: 'Import abgebrochen',
  cancelledHint: 'Nichts wurde gespeichert.',

  channelSet: (channel) => `Meldungen erscheinen in ${channel}`,
  channelNotSet: (channel) => `Meldungen können nicht in ${channel} erscheinen`,
  testPosted: 'Eine Testnachricht wurde dort gepostet.',
  mentions: (role) => `Meldungen erwähnen ${role}.`,
  mentionsNone: 'Meldungen erwähnen keine Rolle. Um das zu ändern, wiederhole den Befehl mit einer Rolle.',
  reportsJoins: {
    on: 'Beobachtete Konten, die euren Rust-Servern mit Richtlinie beitreten, werden dort auch gemeldet.',
    off: 'Beobachtete Konten, die euren Rust-Servern beitreten, werden nicht gemeldet. Um das zu ändern, wiederhole den Befehl mit beitritte:an.',
  },
  joinsReported: { on: 'Beitritte werden gemeldet', off: 'Beitritte werden nicht gemeldet' },
  notMentionable: (role) =>
    `Der Bot darf ${role} nicht erwähnen, also wird niemand benachrichtigt. Erlaube allen, diese Rolle zu erwähnen, oder gib dem Bot *Erwähne @everyone, @here und alle Rollen*.`,
  noHistory:
    'Dem Bot fehlt dort die Berechtigung *Nachrichtenverlauf anzeigen*. Meldungen gehen auch so; nach einem Ausfall von Discord kann eine doppelt kommen.',
  channelProblems: {
    view_channel:
      'Der Bot sieht den Kanal nicht. Ihm fehlt dort die Berechtigung *Kanal ansehen*, oder er ist nicht auf diesem Server: Der Einladungslink fügt ihn hinzu.',
    send_messages: 'Dem Bot fehlt dort die Berechtigung *Nachrichten senden*.',
    attach_files: 'Dem Bot fehlt dort die Berechtigung *Dateien anhängen*, die Meldungen über viele Konten brauchen.',
    channel_gone: 'Der Kanal wurde gelöscht.',
    not_for_messages:
      'In einem Kanal dieser Art kann nichts gepostet werden. Wähle einen Text- oder Ankündigungskanal.',
  },
  channelNotChanged: 'Nichts wurde geändert. Behebe das und wiederhole den Befehl.',
  released: (count) =>
    `${alerts(count)}, bisher nicht zustellbar, ${plural(count, { one: 'folgt', other: 'folgen' })} in einer Nachricht.`,

  form: {
    title: 'Ein Konto beobachten',
    titleOfMany: (count) => `${accounts(count)} beobachten`,
    reason: 'Notiz',
    reasonHint: 'Steht auf der Beobachtungsliste und in Meldungen',
    until: 'Bis',
    untilHint: 'Zum Beispiel 30d, 6mo oder 31.12.2027; leer heißt ohne Ende',
  },
  noneInMessage: 'Diese Nachricht nennt kein Konto, das beobachtet werden kann.',

  actions: {
    added: (account) => `hat ${account} eingetragen`,
    changed: (account) => `hat Notiz oder Ende von ${account} geändert`,
    removed: (account) => `hat ${account} entfernt`,
    imported: (count) => `hat ${accounts(count)} importiert`,
    expired: (account) => `hat ${account} entfernt, das nur bis jetzt beobachtet werden sollte`,
    channel_set: 'hat den Kanal für Meldungen festgelegt',
    forgotten: 'hat die Daten zu einem Konto gelöscht',
  },
}

const entriesInDative = noun({ one: 'Eintrag', other: 'Einträgen' })

export const history: typeof english.history = {
  title: (account) => `Verlauf von ${account}`,
  since: (when) => `Zuerst geprüft am ${when}. Über die Zeit davor ist nichts bekannt.`,
  never:
    'Dieses Konto wurde nie für eine Beobachtungsliste geprüft, also ist über seine Vergangenheit nichts bekannt. /nachschlagen zeigt seine jetzigen Bans.',
  seen: (from, to) => `${from}, unverändert bis ${to}`,
  first: (bans) => `Zuerst gesehen: ${bans}`,
  now: (bans) => `Jetzt: ${bans}`,
}

export const forget: typeof english.forget = {
  question: (account) => `${account} auf diesem Server vergessen?`,
  what: 'Das löscht auf diesem Server endgültig: den Eintrag auf der Beobachtungsliste mit seinen Meldungen, die Zeilen über das Konto in den Protokollen, seine Ausnahme in der Richtlinie, seine letzten Beitritte und Ablehnungen.',
  remains:
    'Gepostete Meldungen, auch über Ablehnungen, bleiben in ihrem Kanal, und Sicherungen des Bots behalten, was sie haben. Was von Bans und Namen beobachtet wurde, wird in 30 Tagen gelöscht, sofern keine andere Liste das Konto enthält.',
  cancelled: 'Nichts wurde gelöscht',
  cancelledHint: 'Was über das Konto gespeichert ist, bleibt gespeichert.',
  done: (account) => `${account} ist auf diesem Server vergessen`,
  wasWatched: 'Das Konto stand auf der Beobachtungsliste und steht dort nicht mehr.',
  hadException: 'Seine Ausnahme von den Regeln ist entfernt: Jetzt entscheiden die Regeln über das Konto.',
  wasNotWatched: 'Das Konto stand nicht auf der Beobachtungsliste.',
  isBanned:
    'Das Konto ist hier gebannt. Der Ban bleibt mit Grund und Notiz, weil dieser Server so entschieden hat und Rust-Server nach der ID fragen. *Vergessen und Ban aufheben*, wofür auch *Mitglieder bannen* nötig ist, löscht auch den Ban.',
  banLifted: 'Sein Ban ist aufgehoben und gelöscht.',
  banStays: 'Es bleibt hier gebannt. /banliste entfernen hebt den Ban auf.',
}

export const watchErrorTitles: typeof english.watchErrorTitles = {
  already_watched: 'Schon auf der Beobachtungsliste',
  not_watched: 'Nicht auf der Beobachtungsliste',
  list_full: 'Die Beobachtungsliste ist voll',
  total_full: 'Der Bot beobachtet keine weiteren Konten',
  reason_missing: 'Keine Notiz angegeben',
  reason_too_long: 'Die Notiz ist zu lang',
  until_malformed: 'Das Ende ist unklar',
  until_past: 'Das Ende liegt in der Vergangenheit',
  until_too_far: 'Das Ende ist zu weit weg',
  nothing_new: 'Nichts einzutragen',
  role_everyone: 'Nicht diese Rolle',
  discord_unavailable: 'Discord antwortet nicht',
}

export const watchErrors: typeof english.watchErrors = {
  already_watched: (account, since, who, note) =>
    `${account} steht seit dem ${since} auf der Liste, Notiz von ${who}: ${note}`,
  not_watched: (account) =>
    `${account} steht nicht auf der Beobachtungsliste dieses Servers. /beobachten liste zeigt, was darauf steht.`,
  list_full: (limit) =>
    `Die Beobachtungsliste eines Servers hat Platz für ${entries(limit)}. Nimm erst welche mit /beobachten entfernen herunter.`,
  total_full: (limit) =>
    `Alle Beobachtungslisten dieses Bots zusammen haben Platz für ${entries(limit)}. Sag dem Betreiber des Bots Bescheid.`,
  reason_missing: 'Gib an, warum das Konto beobachtet werden soll; wer eine Meldung sieht, muss es wissen.',
  reason_too_long: (length, limit) =>
    `Die Notiz hat ${number(length)} Zeichen; höchstens ${number(limit)} passen. Kürze sie.`,
  until_malformed: (value) =>
    `**${value}** ist weder eine Zeitspanne noch ein Datum. Schreib 12h, 30d, 2w, 6mo, 1y, 31.12.2027 oder 2027-12-31.`,
  until_past: (value) => `**${value}** liegt nicht in der Zukunft. Gib ein späteres Ende an oder keines.`,
  until_too_far: (value) =>
    `**${value}** liegt mehr als zehn Jahre in der Zukunft. Gib ein früheres Ende an oder keines.`,
  nothing_new: (count) => `Schon auf der Liste: ${accounts(count)}, also alle. Nichts wurde geändert.`,
  role_everyone: 'Meldungen erwähnen nicht alle. Wähle eine andere Rolle oder keine.',
  discord_unavailable:
    'Discord hat nicht gesagt, ob der Bot in diesem Kanal posten darf. Nichts wurde geändert. Versuch es in einer Minute noch einmal.',
}
