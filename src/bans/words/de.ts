import { createPlurals } from '../../lib/plural.ts'
import { ownBan } from './own-ban-de.ts'
import type { en as english } from './en.ts'

const { counted, noun, number, plural } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const bans = noun({ one: 'Ban', other: 'Bans' })

/** German texts about ban lists. */
export const de: typeof english = {
  commands: {
    banlist: { name: 'banliste', description: 'Die Bans dieses Servers, nach denen eure Rust-Server Spieler ablehnen' },
  },
  banlistSubcommands: {
    add: { name: 'hinzufügen', description: 'Ein Konto bannen, oder bis zu 25 aus demselben Grund' },
    remove: { name: 'entfernen', description: 'Den Ban eines Kontos aufheben' },
    list: { name: 'liste', description: 'Die Bans zeigen, die neuesten zuerst, und durchsuchen' },
    import: {
      name: 'importieren',
      description: 'Die Bans einer Liste eintragen: bans.cfg, JSON, CSV oder Text mit Konten',
    },
    export: { name: 'exportieren', description: 'Alle Bans herunterladen' },
    undo: { name: 'rückgängig', description: 'Entfernen, was der letzte Import eingetragen hat' },
  },
  banlistOptions: {
    accounts: { name: 'konto', description: 'Wer gebannt wird: ein Text mit einem Konto oder bis zu 25' },
    reason: { name: 'grund', description: 'Was der Spieler liest, in höchstens 80 Zeichen' },
    until: {
      name: 'bis',
      description: 'Wann der Ban endet: 30 Tage, 2 Wochen oder ein Datum wie 31.12.2027; sonst nie',
    },
    search: {
      name: 'suche',
      description: 'Nur Bans mit diesem Text in Name, Grund oder Notiz, dieser Steam-ID oder von dieser Person',
    },
    by: { name: 'von', description: 'Nur Bans von dieser Person' },
    show: { name: 'zeigen', description: 'Auch abgelaufene Bans zeigen; sonst nur geltende' },
    list: { name: 'liste', description: 'Die Liste als Text' },
    file: { name: 'datei', description: 'Die Liste als Datei: bans.cfg, JSON, CSV oder Text' },
    format: {
      name: 'format',
      description: 'bans.cfg für Rust-Server (ohne Angabe), oder CSV oder JSON mit allem, was bekannt ist',
    },
    note: { name: 'notiz', description: 'Nur für Moderatoren, in höchstens 500 Zeichen; der Spieler sieht sie nie' },
  },
  banShow: { active: 'geltende', expired: 'abgelaufene', all: 'alle' },
  banFormats: { cfg: 'bans.cfg (Rust-Server)', csv: 'CSV (Tabellen)', json: 'JSON' },
  buttons: {
    confirmBans: (count) => `Bestätigen: ${bans(count)} eintragen`,
    undoImport: (count) => `${bans(count)} entfernen`,
    banHere: 'Hier bannen',
    takeBack: 'Zurücknehmen',
    liftBan: 'Ban aufheben',
    replaceBan: 'Ersetzen',
    banExempted: 'Bannen, Ausnahme entfernen',
  },
  ownBan,
  banForm: {
    title: 'Hier bannen',
    reason: 'Grund',
    reasonHint: 'Liest der Spieler; höchstens 80 Zeichen, darf leer sein',
    until: 'Bis',
    untilHint: '30 Tage, 2 Wochen oder ein Datum wie 31.12.2027; leer für immer',
    note: 'Notiz',
    noteHint: 'Nur für Moderatoren; der Spieler sieht sie nie',
    playerReads: (sentence) => `Der Spieler liest dann, mit deinem Grund anstelle von „…“:\n> ${sentence}`,
  },
  banlist: {
    reason: 'Grund',
    noReason: 'keiner',
    banned: (account) => `${account} ist hier gebannt`,
    bannedMany: (count) => `${accounts(count)} hier gebannt`,
    ends: { atDate: (when) => `Bis ${when}`, never: 'Für immer' },
    playerReads: (sentence) => `Der Spieler liest:\n> ${sentence}`,
    onlineStay: 'Wer schon spielt, bleibt. Um auch das zu beenden, gib auf dem Rust-Server ein:',
    noGameServer:
      'Kein Rust-Server ist eingerichtet, also haben Bans keine Wirkung. Erzeuge mit /richtlinie token für jeden ein Token.',
    noneAsked: 'Noch hat kein Rust-Server gefragt, also haben Bans keine Wirkung.',
    silent: (when) => `Seit einem Tag hat kein Rust-Server gefragt; der letzte fragte ${when}.`,
    replaced: (who, when) => `Anstelle des Bans von ${who} ${when}.`,
    exceptionsRemoved: (count) =>
      `${counted(count, { one: 'Ausnahme wurde', other: 'Ausnahmen wurden' })} entfernt: Nichts lässt diese Konten mehr ein.`,
    liftedBy: (account, who, when) =>
      `${account} steht nicht mehr auf der Banliste dieses Servers: ${who} hat den Ban ${when} aufgehoben.`,
    undoneBy: (who, when) => `${who} hat den letzten ${when} rückgängig gemacht.`,
    already: (account) => `${account} ist hier schon gebannt`,
    alreadyMany: (count) => `${accounts(count)} hier schon gebannt; diese Bans bleiben, wie sie sind:`,
    replaceHint: 'Nichts wurde geändert. *Ersetzen* setzt dies an die Stelle des Bans:',
    exempted: (account) => `Eine Ausnahme lässt ${account} immer ein`,
    exemptedMany: (count) => `Ausnahmen lassen ${accounts(count)} immer ein`,
    exemptedHint:
      'Niemand wurde gebannt. Um zu bannen und dabei die Ausnahme zu entfernen, brauchst du beide Berechtigungen: *Mitglieder bannen* und *Server verwalten*.',
    lifted: (account) => `${account} ist hier nicht mehr gebannt`,
    liftedHint: 'Das Konto darf sofort wieder beitreten, wenn die Regeln der Richtlinie es nicht ablehnen. Es war:',
    liftedMany: (count) => `${accounts(count)} hier nicht mehr gebannt`,
    liftedManyHint:
      'Sie dürfen sofort wieder beitreten, wenn die Regeln der Richtlinie sie nicht ablehnen. Bans, die seitdem geändert wurden, bleiben, wie sie sind. Sie waren:',
    title: 'Banliste dieses Servers',
    matching: bans,
    filtered: (filter) => `Gefiltert: ${filter}`,
    withText: (text) => `mit „${text}“`,
    byPerson: (who) => `von ${who}`,
    ended: (when) => `abgelaufen ${when}`,
    empty:
      'Die Liste ist leer. Trag Bans mit /banliste hinzufügen, /banliste importieren oder dem Button *Hier bannen* ein.',
    noMatch: 'Kein Ban passt.',
    openEntry: 'Einen Ban öffnen',
    room: (count, limit) => `${number(count)} von ${bans(limit)}`,
  },
  banImport: {
    title: 'Import von Bans',
    format: (format) => `Erkannt als: ${format}`,
    formats: {
      bans_cfg: 'bans.cfg des Spiels',
      banlistex: 'Ausgabe von banlistex',
      banlist: 'Ausgabe von banlist, ohne Namen und Gründe',
      bans_json: 'Ausgabe von bans (JSON)',
      central_json: 'bans.json eines zentralen Ban-Servers',
      battlemetrics: 'Bans von BattleMetrics (JSON)',
      rapsheet_json: 'Export von Rapsheet (JSON)',
      csv: 'Tabelle (CSV)',
      text: 'Text mit Konten, ohne Gründe',
    },
    fresh: (count) => counted(count, { one: 'neuer Ban', other: 'neue Bans' }),
    present: (count) => `${bans(count)} schon auf der Liste`,
    differing: (count) =>
      `${bans(count)} mit anderem Grund oder Ende auf der Liste; ${plural(count, { one: 'er bleibt, wie er ist', other: 'sie bleiben, wie sie sind' })}`,
    exempted: (count) =>
      `${accounts(count)} mit Ausnahme ausgelassen; /banliste hinzufügen bannt auch ${plural(count, { one: 'dieses und ersetzt die Ausnahme', other: 'diese und ersetzt die Ausnahmen' })}`,
    expired: (count) => `${bans(count)} schon abgelaufen, ausgelassen`,
    repeated: (count) =>
      `${counted(count, { one: 'Eintrag wiederholt', other: 'Einträge wiederholen' })} ein Konto; der erste Eintrag zählt`,
    cutNotes: (count, limit) =>
      `${counted(count, { one: 'Notiz ist', other: 'Notizen sind' })} länger als ${number(limit)} Zeichen und gekürzt`,
    addresses: (count) =>
      `${counted(count, { one: 'IP-Adresse', other: 'IP-Adressen' })} ausgelassen, weil nur Konten gespeichert werden`,
    durations: (count) =>
      `${counted(count, { one: 'Ende ist', other: 'Enden sind' })} nicht als Zeitpunkt angegeben, gelesen als:`,
    duration: (line, written, end) => `Zeile ${line}: ${written} → ${end}`,
    notUnderstood: (count) => `${counted(count, { one: 'Zeile', other: 'Zeilen' })} nicht verstanden:`,
    line: (line, written) => `Zeile ${line}: ${written}`,
    nothingYet: 'Noch ist nichts geändert.',
    nothingNew: 'Nichts einzutragen',
    confirmHint: '*Bestätigen* liest diese Datei noch einmal:',
    done: (importNumber, count) => `Import ${number(importNumber)}: ${bans(count)} eingetragen`,
    stayed: (count) =>
      `${bans(count)} der Liste ${plural(count, { one: 'wurde', other: 'wurden' })} nicht eingetragen, weil die Konten schon gebannt sind oder eine Ausnahme haben.`,
    undoHint: 'Nimm ihn mit /banliste rückgängig zurück.',
    cancelled: 'Nichts wurde importiert',
    undoQuestion: (importNumber, count) => `Import ${number(importNumber)} mit ${bans(count)} rückgängig machen?`,
    undoWhat: (who, when) =>
      `Importiert von ${who} ${when}. Seine Bans, die seitdem nicht geändert wurden, werden entfernt; diese Konten dürfen sofort wieder beitreten.`,
    notUndone: 'Der Import bleibt',
    undone: (importNumber, count) => `Import ${number(importNumber)} rückgängig gemacht: ${bans(count)} entfernt`,
    exported: (count) => `Export von ${bans(count)}`,
    exportedWithNotes: 'Er enthält auch die privaten Notizen, also behaltet ihn für euch.',
    exportedWithoutNotes: 'Eine bans.cfg enthält keine privaten Notizen; exportiere dafür CSV oder JSON.',
    nothingToExport: 'Die Liste ist leer, also gibt es nichts zu exportieren.',
  },
  banLog: {
    ban_added: (account) => `hat ${account} gebannt`,
    ban_changed: (account) => `hat den Ban von ${account} geändert`,
    ban_removed: (account) => `hat den Ban von ${account} aufgehoben`,
    reasonBefore: (reason) => `vorher: ${reason}`,
    bans_imported: (importNumber, count) => `hat ${bans(count)} importiert (Import ${number(importNumber)})`,
    bans_exported: (count, format) => `hat ${bans(count)} als ${format} exportiert`,
    ban_import_undone: (importNumber, count) =>
      `hat Import ${number(importNumber)} rückgängig gemacht: ${bans(count)} entfernt`,
  },
  banCsv: { note: 'notiz' },
  csv: {
    importNumber: 'import',
    actions: {
      ban_added: 'gebannt',
      ban_changed: 'Ban geändert',
      ban_removed: 'Ban aufgehoben',
      bans_imported: 'Bans importiert',
      bans_exported: 'Bans exportiert',
      ban_import_undone: 'Import von Bans rückgängig gemacht',
    },
  },
  banErrorTitles: {
    two_lists: 'Nur eine Liste auf einmal',
    not_a_player: 'Kein Spieler',
    not_banned: 'Hier nicht gebannt',
    ban_reason_too_long: 'Der Grund ist zu lang',
    ban_note_too_long: 'Die Notiz ist zu lang',
    too_many_accounts: 'Zu viele Konten auf einmal',
    ban_list_full: 'Die Banliste ist voll',
    all_bans_full: 'Der Bot speichert keine weiteren Bans',
    exempted: 'Eine Ausnahme lässt das Konto ein',
    no_list: 'Keine Liste angegeben',
    import_running: 'Ein anderer Import läuft',
    nothing_to_import: 'Nichts einzutragen',
    nothing_to_undo: 'Nichts rückgängig zu machen',
    nothing_to_take_back: 'Nichts zurückzunehmen',
  },
  banErrors: {
    two_lists: 'Gib die Liste als Text oder als Datei an, nicht beides. Nichts wurde geändert.',
    not_a_player: (account) => `${account} kann keine Steam-ID eines Spielers sein. Niemand wurde gebannt.`,
    not_banned: (account) => `${account} steht nicht auf der Banliste dieses Servers, oder der Ban ist abgelaufen.`,
    ban_reason_too_long: (length, limit) =>
      `Der Grund hat ${number(length)} Zeichen; höchstens ${number(limit)} passen auf den Bildschirm des Spielers. Kürze ihn; Einzelheiten gehören in die Notiz.`,
    ban_note_too_long: (length, limit) =>
      `Die Notiz hat ${number(length)} Zeichen; höchstens ${number(limit)} passen. Kürze sie.`,
    too_many_accounts: (limit) =>
      `Ein Befehl bannt höchstens ${accounts(limit)}. Niemand wurde gebannt. Nimm für mehr /banliste importieren.`,
    ban_list_full: (limit) =>
      `Die Liste eines Servers hat Platz für ${bans(limit)}. Nichts wurde geändert. Entferne welche mit /banliste entfernen oder /banliste rückgängig.`,
    all_bans_full: (limit) =>
      `Alle Banlisten dieses Bots zusammen haben Platz für ${bans(limit)}. Nichts wurde geändert. Sag dem Betreiber des Bots Bescheid.`,
    exempted: (listed) => `Ausnahmen lassen diese Konten immer ein: ${listed}. Niemand wurde gebannt.`,
    no_list:
      'Hänge eine Datei an, etwa die bans.cfg des Spiels, JSON oder CSV (`datei:`), oder füge die Liste ein (`liste:`).',
    import_running:
      'Auf diesem Server läuft ein anderer Import. Nichts wurde geändert. Versuch es in einer Minute noch einmal.',
    nothing_to_import:
      'Jedes Konto der Liste steht schon auf der Banliste dieses Servers oder hat eine Ausnahme. Nichts wurde geändert.',
    nothing_to_undo:
      'Es gibt keinen Import, der rückgängig zu machen wäre, oder er ist es schon, oder es gab seitdem einen weiteren. Nichts wurde geändert.',
    nothing_to_take_back:
      'Keiner dieser Bans steht noch so auf der Liste, wie du ihn eingetragen hast. Nichts wurde geändert.',
  },
}
