import { createPlurals } from '../../lib/plural.ts'
import type * as english from './policy-access-en.ts'

const { number, counted } = createPlurals('de')

export const policyTest: typeof english.policyTest = {
  rules: {
    allow: 'Keine Regel lehnt dieses Konto ab.',
    deny: 'Die Regeln lehnen dieses Konto ab.',
    unknown: 'Die Regeln können über dieses Konto nicht entscheiden.',
  },
  allowsBanned: 'Keine Regel lehnt dieses Konto ab, obwohl Steam es gebannt hat.',
  exception: {
    allow: 'Eine Ausnahme lässt dieses Konto ein, egal, was die Regeln sagen.',
    deny: 'Eine Ausnahme lehnt dieses Konto ab, egal, was die Regeln sagen.',
  },
  bannedHere: 'Euer eigener Ban lehnt dieses Konto ab, was die Regeln auch sagen.',
  undecided: 'Unentschieden',
  inObserve: {
    allow: 'Im Modus *aufzeichnen* wird es eingelassen.',
    deny: 'Im Modus *aufzeichnen* wird es trotzdem eingelassen.',
    unknown: 'Im Modus *aufzeichnen* wird es eingelassen.',
  },
  inEnforce: {
    allow: 'Verbundene Rust-Server lassen es ein.',
    deny: 'Verbundene Rust-Server lassen es nicht ein.',
    unknown:
      'Verbundene Rust-Server bekommen keine Entscheidung, und ihre Einstellung `server.bansServerFailureMode` entscheidet: 0 lässt den Spieler ein, 1 lehnt ihn ab.',
  },
  shown: {
    enforce: (reason) => `Abgelehnte lesen: „${reason}“`,
    observe: (reason) => `Im Modus *durchsetzen* würden Abgelehnte lesen: „${reason}“`,
  },
  until: (relative, moment) => `Bei gleichen Angaben ändert sich das ${relative} (${moment}).`,
  reported: (why) => `Beim Beitritt gemeldet: ${why}`,
  noRules: 'Die Richtlinie hat keine Regeln.',
  parts: { bans: 'Bans', profile: 'Profil', rustHours: 'Rust-Stunden' },
}

export const policyExceptions: typeof english.policyExceptions = {
  title: 'Ausnahmen der Richtlinie',
  note: 'Notiz',
  decisions: { allow: 'immer eingelassen', deny: 'immer abgelehnt' },
  added: {
    allow: (account) => `Immer eingelassen: ${account}`,
    deny: (account) => `Immer abgelehnt: ${account}`,
  },
  inObserve: 'Die Richtlinie zeichnet nur auf, also lassen Rust-Server das Konto vorerst ein.',
  insteadOf: (what, reason) => `Statt der bisherigen Ausnahme: ${what}, ${reason}`,
  removed: (account) => `Die Ausnahme für ${account} ist entfernt`,
  removedHint: 'Über das Konto entscheiden wieder die Regeln.',
  isBanned: (account) => `Dieser Server hat ${account} gebannt`,
  isBannedHint:
    'Eine Ausnahme tritt an die Stelle des Bans: Der Ban wird aufgehoben, und das Konto wird immer eingelassen. Das erfordert *Server verwalten* und *Mitglieder bannen*. Noch ist nichts geändert.',
  removeQuestion: (account) => `Die Ausnahme für ${account} entfernen?`,
  empty: 'Es gibt keine. Füge eine mit /richtlinie ausnahme hinzu.',
  room: (count, limit) => `${number(count)} von ${counted(limit, { one: 'Ausnahme', other: 'Ausnahmen' })} belegt`,
  chooseToRemove: 'Eine Ausnahme entfernen',
}

export const policyToken: typeof english.policyToken = {
  title: 'Rust-Server und ihre Tokens',
  created: (name) => `Token für den Rust-Server ${name}`,
  paste: 'Füge diese Zeile in die `server.cfg` dieses Rust-Servers ein und starte ihn neu:',
  noRules:
    'Die Richtlinie hat noch keine Regeln, also lehnen nur eigene Bans (/banliste) jemanden ab: Wähle Regeln mit /richtlinie bearbeiten.',
  once: 'Sie wird nur jetzt gezeigt. Halte sie geheim: Damit kann jeder fragen, was eure Richtlinie entscheidet.',
  noPublicUrl:
    'Der Betreiber des Bots hat HTTP_PUBLIC_URL nicht gesetzt, die Adresse, unter der Rust-Server ihn erreichen. Die Einstellung `server.bansServerEndpoint` eures Rust-Servers muss diese Adresse sein, gefolgt von:',
  failureMode:
    '`server.bansServerFailureMode` bestimmt, was der Rust-Server ohne Entscheidung tut, etwa wenn der Bot nicht erreichbar ist: 0 lässt alle ein, 1 lehnt alle ab.',
  replaced: 'Das bisherige Token gilt, bis dieses benutzt wird, höchstens einen Tag.',
  empty: 'Kein Rust-Server hat ein Token. Erzeuge eines mit /richtlinie token und einem Namen für den Server.',
  madeBy: (who, when) => `erzeugt von ${who} ${when}`,
  room: (count, limit) => `${number(count)} von ${counted(limit, { one: 'Token', other: 'Tokens' })} belegt`,
  hint: 'Ein schon vergebener Name bekommt ein neues Token.',
  chooseToRevoke: 'Ein Token widerrufen',
  replacedOption: 'nur das ersetzte Token',
  revokeQuestion: (name) => `Das Token von ${name} widerrufen?`,
  revokeReplacedQuestion: (name) => `Das ersetzte Token von ${name} widerrufen?`,
  revokeHint:
    'Ein Rust-Server, der mit einem widerrufenen Token weiterfragt, bekommt keine Entscheidung. Mit `server.bansServerFailureMode` 0, der Voreinstellung, lässt er dann alle ein, auch Gebannte. Entferne die Zeile aus seiner `server.cfg`, oder ersetze das Token stattdessen.',
  revoked: (name) => `Das Token von ${name} ist widerrufen`,
  revokedReplaced: (name) => `Das ersetzte Token von ${name} ist widerrufen`,
}

export const policyErrorTitles: typeof english.policyErrorTitles = {
  changed_meanwhile: 'Von jemand anderem geändert',
  gone_meanwhile: 'Die Richtlinie hat sich inzwischen geändert',
  contradictory_terms: 'Die Regeln widersprechen sich',
  not_a_player: 'Kein Spieler',
  banned_here: 'Dieser Server hat das Konto gebannt',
  no_exception: 'Keine Ausnahme',
  exceptions_full: 'Zu viele Ausnahmen',
  tokens_full: 'Zu viele Rust-Server',
  token_name_missing: 'Kein Name',
  token_name_too_long: 'Der Name ist zu lang',
  no_token: 'Kein solches Token',
  replaced_too_often: 'Zu oft ersetzt',
  invalid_numbers: 'Nicht in den Entwurf übernommen',
  invalid_appeal: 'Nicht in den Entwurf übernommen',
}

export const policyErrors: typeof english.policyErrors = {
  changed_meanwhile: (who, version, when) =>
    `${who} hat ${when} Version ${version} gespeichert, nachdem du begonnen hast. Von dir wurde nichts gespeichert. Sieh sie mit /richtlinie zeigen an und beginne neu.`,
  gone_meanwhile:
    'Sie wurde gelöscht, nachdem du begonnen hast. Von dir wurde nichts gespeichert. Beginne neu mit /richtlinie bearbeiten.',
  not_a_player: (id) => `${id} kann keinem Spieler gehören. Kopiere die ganze ID noch einmal.`,
  no_exception: (account) => `Für ${account} gibt es keine Ausnahme. /richtlinie ausnahmen zeigt alle.`,
  exceptions_full: (limit) =>
    `Eine Richtlinie hat Platz für ${counted(limit, { one: 'Ausnahme', other: 'Ausnahmen' })}. Entferne erst welche mit /richtlinie ausnahmen.`,
  tokens_full: (limit) =>
    `Eine Richtlinie hat Tokens für ${number(limit)} Rust-Server. Widerrufe erst eines mit /richtlinie token.`,
  token_name_missing: 'Gib einen Namen an, unter dem du den Rust-Server kennst.',
  token_name_too_long: (length, limit) => `Der Name hat ${number(length)} Zeichen; höchstens ${number(limit)} passen.`,
  no_token: (name) => `Der Rust-Server ${name} hat kein solches Token mehr. /richtlinie token zeigt alle.`,
  replaced_too_often: (limit) =>
    `${counted(limit, { one: 'ersetztes Token gilt', other: 'ersetzte Tokens gelten' })} noch. Widerrufe welche mit /richtlinie token, oder warte einen Tag.`,
  invalid_numbers: 'Der Entwurf ist wie zuvor. Wähle den Grenzwert noch einmal.',
  invalid_appeal: (max) =>
    `Der Text hat mehr als ${number(max)} Zeichen oder solche, die nicht darstellbar sind.\nDer Entwurf ist wie zuvor. Öffne Einspruch noch einmal.`,
}
