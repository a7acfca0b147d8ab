import { createPlurals } from '../../lib/plural.ts'
import { ownBan } from './own-ban-de.ts'
import type { en as english } from './en.ts'

const { counted, noun, number } = createPlurals('de')
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
  },
  banlistOptions: {
    accounts: { name: 'konto', description: 'Wer gebannt wird: ein Text mit einem Konto oder bis zu 25' },
    reason: { name: 'grund', description: 'Was der Spieler liest, in höchstens 80 Zeichen' },
    until: {
      name: 'bis',
      description: 'Wann der Ban endet: 30 Tage, 2 Wochen oder ein Datum wie 31.12.2027; sonst nie',
    },
    note: { name: 'notiz', description: 'Nur für Moderatoren, in höchstens 500 Zeichen; der Spieler sieht sie nie' },
  },
  buttons: {
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
      'Kein Rust-Server ist eingerichtet, also lehnt die Liste niemanden ab. Erzeuge mit /richtlinie token für jeden ein Token.',
    noneAsked: 'Noch hat kein Rust-Server gefragt, also lehnt die Liste niemanden ab.',
    silent: (when) => `Seit einem Tag hat kein Rust-Server gefragt; der letzte fragte ${when}.`,
    replaced: (who, when) => `Anstelle des Bans von ${who} ${when}.`,
    exceptionsRemoved: (count) =>
      `${counted(count, { one: 'Ausnahme wurde', other: 'Ausnahmen wurden' })} entfernt: Nichts lässt diese Konten mehr ein.`,
    already: (account) => `${account} ist hier schon gebannt`,
    alreadyMany: (count) => `${accounts(count)} hier schon gebannt; diese Bans bleiben, wie sie sind:`,
    replaceHint: 'Nichts wurde geändert. *Ersetzen* setzt dies an die Stelle des Bans:',
    exempted: (account) => `Eine Ausnahme lässt ${account} immer ein`,
    exemptedMany: (count) => `Ausnahmen lassen ${accounts(count)} immer ein`,
    exemptedHint:
      'Niemand wurde gebannt. Um zu bannen und dabei die Ausnahme zu entfernen, brauchst du beide Berechtigungen: *Mitglieder bannen* und *Server verwalten*.',
    lifted: (account) => `${account} ist hier nicht mehr gebannt`,
    liftedHint: 'Das Konto darf sofort wieder beitreten, wenn die Regeln der Richtlinie es nicht ablehnen. Es war:',
    room: (count, limit) => `${number(count)} von ${bans(limit)}`,
  },
  banErrorTitles: {
    not_a_player: 'Kein Spieler',
    not_banned: 'Hier nicht gebannt',
    ban_reason_too_long: 'Der Grund ist zu lang',
    ban_note_too_long: 'Die Notiz ist zu lang',
    too_many_accounts: 'Zu viele Konten auf einmal',
    ban_list_full: 'Die Banliste ist voll',
    all_bans_full: 'Der Bot speichert keine weiteren Bans',
    exempted: 'Eine Ausnahme lässt das Konto ein',
    nothing_to_import: 'Nichts einzutragen',
    nothing_to_undo: 'Nichts rückgängig zu machen',
  },
  banErrors: {
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
    nothing_to_import: 'Jeder Ban der Liste steht schon auf der Banliste dieses Servers. Nichts wurde geändert.',
    nothing_to_undo:
      'Dieser Import ist schon rückgängig gemacht, oder es gab seitdem einen weiteren. Nichts wurde geändert.',
  },
}
