import { createPlurals } from '../../lib/plural.ts'
import type * as english from './policy-en.ts'

const { number, counted } = createPlurals('de')

export const policy: typeof english.policy = {
  title: 'Richtlinie dieses Servers',
  version: (version) => `Version ${version}`,
  lastChange: (when, what) => `letzte Änderung ${when}: ${what}`,
  none: 'Dieser Server hat keine Richtlinie',
  about:
    'Eine Richtlinie bestimmt, wen eure Rust-Server einlassen. Jeder fragt von selbst nach jedem Spieler, der beitritt: Eine Zeile in der `server.cfg` genügt.',
  begin:
    'Wähle die Regeln mit /richtlinie bearbeiten und erzeuge dann mit /richtlinie token für jeden Rust-Server ein Token. Die Regeln einer neuen Richtlinie zeichnen nur auf und lehnen niemanden ab.',
  caution:
    'Ban-Daten helfen bei Entscheidungen; als alleiniger Grund für einen dauerhaften Ban sind sie nicht gedacht.',
  rules: 'Regeln',
  noRules:
    'Noch keine: Jedes Konto, das hier nicht gebannt ist, wird eingelassen. Wähle welche mit /richtlinie bearbeiten.',
  notConnected: 'Kein Rust-Server ist verbunden: Diese Richtlinie entscheidet über niemanden.',
  notConnectedHint: 'Erzeuge mit /richtlinie token ein Token für jeden Rust-Server.',
  notAsked: 'Noch hat keiner der Rust-Server mit Token gefragt: Diese Richtlinie entscheidet über niemanden.',
  notAskedHint: 'Jeder braucht die Zeile seines Tokens in der `server.cfg` und einen Neustart.',
  modes: {
    observe:
      '**Modus: aufzeichnen.** Die Regeln lehnen niemanden ab; der Bot hält nur fest, wen sie ablehnen würden. Eigene Bans (/banliste) gelten trotzdem.',
    enforce: '**Modus: durchsetzen.** Spieler, die eine Regel ablehnt, kommen nicht hinein.',
  },
  reports: 'Berichte',
  reportsOf: {
    each: 'höchstens eine Nachricht am Tag je abgelehntem Konto',
    daily: 'eine Nachricht am Tag',
  },
  bansNotReported: 'Ablehnungen durch eigene Bans werden nicht berichtet.',
  reportsHeld: (count) =>
    `${counted(count, { one: 'Konto ist', other: 'Konten sind' })} deshalb nicht gemeldet. Was älter als zwei Tage ist, entfällt.`,
  reportsWaiting: (count) => `${counted(count, { one: 'Konto', other: 'Konten' })} noch nicht gemeldet.`,
  appeal: 'Einspruch',
  noAppeal: 'keiner. Gib mit /richtlinie bearbeiten an, wo Abgelehnte sich melden können.',
  exceptions: 'Ausnahmen',
  exceptionCounts: (allow, deny) => `${number(allow)} immer eingelassen, ${number(deny)} immer abgelehnt`,
  noExceptions: 'keine',
  today: 'Beitritte heute (UTC)',
  counts: {
    allowed: (count) => `${number(count)} eingelassen`,
    refused: (count) => `${number(count)} abgelehnt`,
    wouldRefuse: (count) => `${counted(count, { one: 'würde', other: 'würden' })} abgelehnt (aufzeichnen)`,
    unknown: (count) => `${number(count)} unentschieden`,
  },
  atLeast: (kept) => `mindestens, nach den ${number(kept)} aufbewahrten Beitritten:`,
  noJoins: 'keine: Kein Rust-Server hat gefragt',
  servers: 'Rust-Server',
  lastAsked: (when) => `zuletzt gefragt ${when}`,
  neverAsked: 'hat noch nicht gefragt',
  replacedToken: 'ersetztes Token',
  worksUntil: (when) => `gilt, bis das neue benutzt wird, spätestens bis ${when}`,
}

export const policyMode: typeof english.policyMode = {
  title: 'Modus und Berichte der Richtlinie',
  set: { observe: 'Die Richtlinie zeichnet auf', enforce: 'Die Richtlinie wird durchgesetzt' },
  hint: 'Ändere sie mit den Optionen von /richtlinie modus. Berichte erscheinen dort, wo Meldungen erscheinen (/beobachten kanal).',
  inObserve: 'Im Modus *aufzeichnen* kommen sie immer einmal am Tag.',
  question: 'Ab jetzt Spieler ablehnen?',
  questionHint: 'Rust-Server lehnen dann jedes Konto ab, das eine Regel ablehnt. Noch ist nichts geändert.',
  noRules: 'Die Richtlinie hat keine Regeln, also lehnen nur eigene Bans (/banliste) jemanden ab.',
  onlyNotifying: 'Keine Regel lehnt ab: Alle melden nur, also lehnen nur eigene Bans (/banliste) jemanden ab.',
  becomeBans: (count) =>
    `${counted(count, { one: 'Ausnahme, die ein Konto immer ablehnt, wird ein Ban', other: 'Ausnahmen, die ein Konto immer ablehnen, werden Bans' })} der /banliste; ihre Gründe werden private Notizen.`,
  noServers: 'Kein Rust-Server hat ein Token, also fragt keiner. Erzeuge eines mit /richtlinie token.',
}

export const policyLog: typeof english.policyLog = {
  policy_saved: (version) => `hat Version ${version} der Richtlinie gespeichert`,
  policy_mode_set: {
    observe: 'hat die Richtlinie auf *aufzeichnen* gestellt',
    enforce: 'hat die Richtlinie auf *durchsetzen* gestellt',
  },
  policy_notify_set: {
    each: 'hat Berichte auf einen je Ablehnung gestellt',
    daily: 'hat Berichte auf einen am Tag gestellt',
    bans: 'hat Berichte über Ablehnungen durch eigene Bans eingeschaltet',
    no_bans: 'hat Berichte über Ablehnungen durch eigene Bans ausgeschaltet',
  },
  exception_added: {
    allow: (account) => `hat eine Ausnahme gemacht: ${account} wird immer eingelassen`,
    deny: (account) => `hat eine Ausnahme gemacht: ${account} wird immer abgelehnt`,
  },
  exception_removed: (account) => `hat die Ausnahme für ${account} entfernt`,
  exception_expired: (account) => `hat die abgelaufene Ausnahme für ${account} entfernt`,
  token_created: (name) => `hat ein Token für den Rust-Server ${name} erzeugt`,
  token_revoked: (name) => `hat ein Token des Rust-Servers ${name} widerrufen`,
}
