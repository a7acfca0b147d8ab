import type { AccountTexts } from './account-texts.ts'
import { errorTitles, errors } from './errors-de.ts'
import { friends, kinds } from './friends-de.ts'
import { halfRecord, lookup, noProfile } from './lookup-de.ts'
import { stats } from './stats-de.ts'
import { daysAgo, values } from './values-de.ts'
import { createPlurals } from '../../lib/plural.ts'
import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'

const csv: AccountTexts['csv'] = {
  input: 'eingabe',
  steamId: 'steam_id',
  name: 'name',
  result: 'ergebnis',
  vacBans: 'vac_bans',
  gameBans: 'game_bans',
  daysSinceLastBan: 'tage_seit_letztem_ban',
  communityBan: 'community_ban',
  tradeStatus: 'handelsstatus',
  rustHours: 'rust_stunden',
  rustMinutes: 'rust_minuten',
  friendSince: 'befreundet_seit',
  friendshipBegan: 'freundschaft_begann',
  friendOfASince: 'befreundet_mit_a_seit',
  friendOfBSince: 'befreundet_mit_b_seit',
  profile: 'profil',
  note: 'hinweis',
  checkedAt: 'geprueft_am',
  results: {
    private: 'keine Bans, Profil privat',
    banned: 'gebannt',
    restricted: 'nur Handelsbeschränkung',
    clean: 'keine Bans',
    neutral: 'jetzt keine Bans, früher schon',
    incomplete: 'jetzt keine Bans, frühere unbekannt',
    noProfile: 'kein Profil',
    profileNotReturned: 'Profil nicht mitgeliefert',
    notFound: 'nicht gefunden',
    unavailable: 'nicht prüfbar',
    malformed: 'nicht erkannt',
  },
  friendshipResults: { before: 'vor dem letzten Ban', after: 'nach dem letzten Ban', unclear: 'unklar' },
  yes: 'ja',
  no: 'nein',
  private: 'privat',
  unknown: 'unbekannt',
}

const { counted, noun, number, plural } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })

/** German, as players speak it: informal, and with the English words they use themselves. */
export const de: AccountTexts = {
  ...values,
  common: {
    namelessAccount: '(Name nicht darstellbar)',
    checked: (when) => `geprüft ${when}`,
    checkedPart: (what, when) => `${what} geprüft ${when}`,
    foundByCustomUrl: (name) => `Gefunden über die Custom-URL ${name}: Prüfe, ob du diesen Spieler meinst.`,
    foundByFriendCode: (code) => `Gefunden über den Freundescode ${code}.`,
    triedCustomUrl: (name) => `${name} wurde als Custom-URL gesucht (steamcommunity.com/id/…), nicht als Ingame-Name.`,
    triedFriendCode: (code) => `${code} wurde als Custom-URL oder Freundescode gesucht, nicht als Ingame-Name.`,
    mistypedId: (digits) =>
      digits === STEAM_ID_DIGITS
        ? 'Diese SteamID64 kann keinem Spieler gehören. Kopiere die ganze ID noch einmal.'
        : `Eine SteamID64 hat ${STEAM_ID_DIGITS} Ziffern, diese hat ${number(digits)}. Kopiere die ganze ID noch einmal.`,
    leftOut: (count) => `… und ${number(count)} weitere`,
    avatarOf: (name) => `Avatar von ${name}`,
    unknown: 'nicht prüfbar',
    private: 'privat',
    profile: 'Profil',
  },
  bans: {
    vac: noun({ one: 'VAC-Ban', other: 'VAC-Bans' }),
    game: noun({ one: 'Game-Ban', other: 'Game-Bans' }),
    community: 'Steam-Community-Ban',
    trade: (status) =>
      status === 'banned' ? 'Trade-Ban' : status === 'probation' ? 'Handel auf Bewährung' : `Handel: ${status}`,
    last: (count) => `letzter Ban ${daysAgo(count)}`,
    lastOfEither: (count) => `letzter VAC- oder Game-Ban ${daysAgo(count)}`,
    none: 'keine Bans',
  },
  lookup,
  halfRecord,
  noProfile,
  batch: {
    title: accounts,
    bannedCount: (banned, checked) =>
      banned > 0
        ? `${number(banned)} von ${counted(checked, { one: 'geprüften Konto', other: 'geprüften Konten' })} gebannt.`
        : plural(checked, {
            one: `${accounts(checked)} geprüft: kein Ban verzeichnet.`,
            other: `Bei keinem von ${number(checked)} geprüften Konten ist ein Ban verzeichnet.`,
          }),
    restrictedCount: (count) => `${number(count)} nur mit Handelsbeschränkung.`,
    withoutProfileCount: (count) =>
      `${counted(count, { one: 'geprüftes Konto', other: 'geprüfte Konten' })} ohne Profil: gelöscht oder nie eingerichtet.`,
    profileNotReturnedCount: (count) => `Bei ${accounts(count)} hat Steam kein Profil mitgeliefert.`,
    notFoundCount: (count) => `${accounts(count)} auf Steam nicht gefunden.`,
    uncheckedCount: (count) => `${accounts(count)} nicht prüfbar: Bans unbekannt.`,
    duplicates: (count) => `${number(count)} doppelt`,
    notRecognized: (count) => `${counted(count, { one: 'Zeile', other: 'Zeilen' })} nicht erkannt`,
    namesNotRecognized:
      'Ingame-Namen lassen sich nicht nachschlagen. Gib Custom-URLs als Profil-Link an, oder füge Custom-URLs und Freundescodes als eigene Liste ein.',
    foundBy: (name) => `gefunden über die Custom-URL ${name}`,
    foundByFriendCode: (code) => `gefunden über den Freundescode ${code}`,
    noProfile: (bans) => `kein Profil: gelöscht oder nie eingerichtet; verzeichnete Bans: ${bans}`,
    waiting: (count) => `${accounts(count)} noch nicht geprüft.`,
  },
  friends,
  kinds,
  compare: {
    title: 'Zwei Konten nebeneinander',
    friendCount: noun({ one: 'Freund', other: 'Freunde' }),
    friendsSince: (when) => `A und B sind Freunde seit ${when}.`,
    friendsUndated: 'A und B sind Freunde. Seit wann, sagt Steam nicht.',
    notFriends: 'A und B sind nicht befreundet.',
    friendshipUnknown: 'Ob A und B Freunde sind, ist nicht bekannt.',
    shared: noun({ one: 'gemeinsamer Freund', other: 'gemeinsame Freunde' }),
    sharedAtLeast: (count) =>
      `Mindestens ${counted(count, { one: 'gemeinsamer Freund', other: 'gemeinsame Freunde' })}`,
    noneShared: 'Keine gemeinsamen Freunde',
    sharedUnknown: 'Gemeinsame Freunde sind nicht bekannt',
    listPrivate: (letter) => `die Freundesliste von ${letter} ist privat`,
    listUnavailable: (letter) => `die Freundesliste von ${letter} war nicht prüfbar`,
    listUnreadable: (letter, count) =>
      `Steam nennt zu ${counted(count, { one: 'Freund', other: 'Freunden' })} von ${letter} keine ID`,
    since: (letter, when) => `${letter} seit ${when}`,
    sinceUnknown: (letter) => `${letter} seit: unbekannt`,
    notChecked: 'Bans nicht geprüft',
    noAnswer: 'Das sind Fakten, kein Beweis: Auch wer zusammen spielt, hat gemeinsame Freunde.',
  },
  worthKnowing: {
    title: 'Gut zu wissen',
    young: (age) => `Neues Konto: ${age}`,
    fewHours: (hours) => `Wenige Rust-Stunden: ${hours}`,
    rustNotOwned: 'Kein eigenes Rust: nie gespielt oder nur über Family Sharing',
    hoursHidden: 'Rust-Stunden verborgen, obwohl das Profil öffentlich ist',
    recentBan: (ban) => `Frischer Ban: ${ban}`,
    severalBans: (count) => `Mehrere Bans: insgesamt ${number(count)}`,
    neverSetUp: 'Profil nie eingerichtet',
    bannedFriends: (banned, checked, when) =>
      `Gebannte Freunde: ${number(banned)} von ${counted(checked, { one: 'geprüften Freund', other: 'geprüften Freunden' })} ${plural(banned, { one: 'ist', other: 'sind' })} gebannt, geprüft ${when}`,
    earlierNames: (names) => `Frühere Namen: ${names}`,
  },
  stats,
  inventory: {
    count: noun({ one: 'Gegenstand', other: 'Gegenstände' }),
    firstOnly: (shown, total) =>
      `Nur ${number(shown)} von ${counted(total, { one: 'Gegenstand', other: 'Gegenständen' })} ${plural(shown, { one: 'kann', other: 'können' })} angezeigt werden.`,
    empty: 'Das Inventar ist öffentlich und enthält keine Rust-Gegenstände.',
    private: 'Das Inventar ist privat, der Inhalt ist also nicht zu sehen.',
    notTradable: 'nicht handelbar',
    notMarketable: 'nicht marktfähig',
  },
  csv,
  errorTitles,
  errors,
}
