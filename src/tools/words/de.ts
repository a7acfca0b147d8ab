import { createPlurals } from '../../lib/plural.ts'
import type { en as english } from './en.ts'

const { number, counted, noun } = createPlurals('de')
const tools = noun({ one: 'Tool', other: 'Tools' })

/** German texts about the tokens of tools. */
export const de: typeof english = {
  commands: {
    token: { name: 'token', description: 'Tools Daten dieses Servers über HTTP lesen und ändern lassen' },
  },
  tokenSubcommands: {
    create: { name: 'erzeugen', description: 'Ein Token für ein Tool erzeugen; es wird nur einmal gezeigt' },
    list: {
      name: 'liste',
      description: 'Die Tokens zeigen: was sie dürfen, von wem sie sind, wann sie benutzt wurden',
    },
    revoke: { name: 'widerrufen', description: 'Ein Token sofort beenden' },
  },
  tokenOptions: {
    name: { name: 'name', description: 'Das Tool, wie ihr es nennt' },
    scopes: {
      name: 'rechte',
      description: 'Einige von: bans:read bans:write watches:read watches:write history joins verdicts',
    },
    until: { name: 'bis', description: 'Wann es endet: 30 Tage, 6 Monate oder 31.12.2027; sonst in einem Jahr' },
  },
  toolScopes: {
    'bans:read': 'die Banliste und ihre Änderungen lesen',
    'bans:write': 'Konten bannen, Bans ändern und aufheben',
    'watches:read': 'die Beobachtungsliste und ihre Änderungen lesen',
    'watches:write': 'Konten auf die Beobachtungsliste setzen und entfernen',
    history: 'lesen, welche Bans von Steam bei Konten der Beobachtungsliste gesehen wurden',
    joins: 'lesen, wer eure Rust-Server betreten hat und wen die Richtlinie abgelehnt hat',
    verdicts: 'fragen, was die Richtlinie über Konten entscheidet',
  },
  buttons: { revokeTool: 'Widerrufen', toolTokens: 'Alle Tokens' },
  toolTokens: {
    title: 'Tokens von Tools',
    created: (name) => `Das Token für ${name}`,
    may: 'Damit darf das Tool:',
    ends: (when) => `Es endet am ${when}.`,
    once: 'Es wird nur jetzt gezeigt. Halte es geheim: Wer es hat, kann dasselbe tun.',
    tryIt: 'Ob es funktioniert und was es darf, zeigt:',
    noPublicUrl:
      'Der Betreiber des Bots hat HTTP_PUBLIC_URL nicht gesetzt, die Adresse der HTTP-Schnittstelle. Frag ihn danach, und sende das Token als Header:',
    empty: 'Kein Tool hat ein Token. Erzeuge eines mit /token erzeugen.',
    madeBy: (who, when) => `erzeugt von ${who} ${when}`,
    untilWhen: (when) => `endet am ${when}`,
    expired: (when) => `endete am ${when}`,
    lastUsed: (when) => `zuletzt benutzt ${when}`,
    neverUsed: 'nie benutzt',
    room: (count, limit) => `${number(count)} von ${counted(limit, { one: 'Token', other: 'Tokens' })} belegt`,
    chooseToRevoke: 'Ein Token widerrufen',
    revokeQuestion: (name) => `Das Token ${name} widerrufen?`,
    revokeHint: 'Das Tool bekommt dann keine Antworten mehr. Ein neues Token muss von Hand eingetragen werden.',
    revoked: (name) => `Das Token ${name} ist widerrufen`,
    revokedHint: 'Was das Tool geändert hat, bleibt; /beobachten liste mit zeigen:protokoll zeigt es.',
  },
  newTokens: {
    title: (name) => `Neues Token für ein Tool: ${name}`,
    digestTitle: (count) => `Neue Tokens für ${tools(count)}`,
    may: 'Damit darf das Tool:',
    hint: 'Wenn es hier niemand hätte erzeugen sollen, widerruft es.',
    digestHint: 'Wenn sie hier niemand hätte erzeugen sollen, widerruft sie.',
    notShown: 'Wegen eines Fehlers in Rapsheet ist das nicht ganz darstellbar. /token liste zeigt alle Tokens.',
  },
  toolLog: {
    tool_token_created: (name, scopes) => `hat das Token ${name} für ein Tool erzeugt · ${scopes}`,
    tool_token_revoked: (name, scopes) => `hat das Token ${name} eines Tools widerrufen · ${scopes}`,
  },
  csv: {
    actions: {
      tool_token_created: 'Token eines Tools erzeugt',
      tool_token_revoked: 'Token eines Tools widerrufen',
    },
  },
  toolTokenErrorTitles: {
    token_name_missing: 'Kein Name',
    token_name_too_long: 'Der Name ist zu lang',
    token_name_has_account: 'Der Name enthält ein Konto',
    scopes_missing: 'Keine Rechte',
    scope_unknown: 'Kein solches Recht',
    name_taken: 'Der Name ist vergeben',
    tokens_full: 'Zu viele Tokens',
    no_token: 'Kein solches Token',
    token_gone: 'Kein solches Token',
  },
  toolTokenErrors: {
    token_name_missing: 'Gib einen Namen an, unter dem du das Tool kennst.',
    token_name_too_long: (length, limit) =>
      `Der Name hat ${number(length)} Zeichen; höchstens ${number(limit)} passen.`,
    token_name_has_account:
      'Was ein Tool ändert, steht unter dem Namen seines Tokens, aus dem die ID eines Kontos nicht gelöscht werden könnte. Gib einen anderen Namen an.',
    scopes_missing: 'Gib an, was das Tool darf, mit einem oder mehreren dieser Wörter:',
    scope_unknown: (word) => `**${word}** ist kein Recht. Es gibt:`,
    name_taken: (name) => `Das Token ${name} gilt noch. Gib einen anderen Namen an, oder widerrufe es erst.`,
    tokens_full: (limit) =>
      `Ein Server hat Platz für ${counted(limit, { one: 'Token', other: 'Tokens' })}. Widerrufe erst eines mit /token liste.`,
    no_token: (name) => `Ein Token ${name} gibt es nicht. /token liste zeigt alle.`,
    token_gone: 'Dieses Token gibt es nicht mehr. /token liste zeigt alle.',
  },
}
