import * as accountErrors from '../../src/accounts/words/errors-de.ts'
import { type ErrorWords, type OwnErrors, sharedErrors } from './error-words.ts'
import type { PageTexts } from './page-texts.ts'

const refusedRequest: ErrorWords = {
  title: 'Der Server hat die Anfrage abgelehnt',
  text: () =>
    'Vielleicht haben Seite und Server verschiedene Versionen. Lade die Seite neu. Hilft das nicht, sag dem Betreiber Bescheid.',
}

const ownErrors: OwnErrors = {
  https_required: {
    title: 'Öffne diese Seite über HTTPS',
    text: () => 'Der Server beantwortet nur verschlüsselte Anfragen. Öffne die Seite mit https:// in der Adresse.',
  },
  bad_request: refusedRequest,
  missing_parameter: refusedRequest,
  repeated_parameter: refusedRequest,
  invalid_parameter: {
    title: 'Eingabe nicht angenommen',
    text: () =>
      'Die Eingabe ist leer, zu lang oder hat nicht die richtige Form. Gib eine SteamID64 oder einen Profil-Link an.',
  },
  unlisted_field: refusedRequest,
  not_json: refusedRequest,
  unexpected_body: refusedRequest,
  token_in_url: {
    title: 'In der Adresse steht ein Token',
    text: () =>
      'Adressen landen in Protokollen, also könnten andere dieses Token jetzt kennen. Ersetze es, und gib das neue nur im Feld für das Token ein.',
  },
  bad_game_request: refusedRequest,
  unauthorized: {
    title: 'Token nicht angenommen',
    text: () =>
      'Dieser Server nimmt das Token nicht an. Prüfe, ob es vollständig ist, oder frag den Betreiber nach einem anderen.',
  },
  user_agent_required: refusedRequest,
  origin_refused: refusedRequest,
  not_found: refusedRequest,
  // Errors of the operations of tools, which the page does not use.
  scope_missing: refusedRequest,
  precondition_failed: refusedRequest,
  invalid_cursor: refusedRequest,
  cursor_expired: refusedRequest,
  database_unavailable: refusedRequest,
  not_banned: refusedRequest,
  not_watched: refusedRequest,
  list_full: refusedRequest,
  account_exempted: refusedRequest,
  import_running: refusedRequest,
  no_policy: refusedRequest,
  too_many_streams: refusedRequest,
  method_not_allowed: refusedRequest,
  request_timeout: {
    title: 'Die Anfrage kam nicht rechtzeitig an',
    text: () =>
      'Die Verbindung zu diesem Server ist langsam oder war unterbrochen. Prüfe die Verbindung und versuch es noch einmal.',
  },
  body_too_large: {
    title: 'Die Liste ist zu groß',
    text: () => 'So große Anfragen nimmt der Server nicht an. Füge eine kürzere Liste ein.',
  },
  expectation_failed: refusedRequest,
  too_many_scans: {
    title: 'Zu viele Freundesprüfungen',
    text: ({ when }) =>
      `Aus deinem Netz laufen noch andere Freundesprüfungen. Warte, bis eine fertig ist, oder brich eine ab, und versuch es ${when} noch einmal.`,
  },
  headers_too_large: refusedRequest,
  internal: {
    title: 'Interner Fehler',
    text: () =>
      'Im Server ist ein Fehler aufgetreten. Versuch es noch einmal. Klappt es wieder nicht, nenne dem Betreiber die Anfrage-ID.',
  },
  verdict_unknown: refusedRequest,
  too_many_connections: {
    title: 'Zu viele Verbindungen',
    text: ({ when }) =>
      `Der Server hat zu viele offene Verbindungen. Schließ andere Tabs mit dieser Seite, und versuch es ${when} noch einmal.`,
  },
  key_refused: {
    title: 'Steam-Schlüssel abgelehnt',
    text: () =>
      'Steam lehnt den API-Schlüssel dieses Servers ab, deshalb konnte nichts geprüft werden. Sag dem Betreiber Bescheid: STEAM_API_KEY muss ersetzt werden.',
  },
  not_configured: {
    title: 'Steam-Schlüssel fehlt',
    text: () =>
      'Dieser Server hat keinen Steam-API-Schlüssel, deshalb konnte nichts geprüft werden. Sag dem Betreiber Bescheid: STEAM_API_KEY muss gesetzt werden.',
  },
  platform_blocked: {
    title: 'Steam sperrt diesen Server',
    text: ({ when }) =>
      `Steam lehnt alle Anfragen dieses Servers ab, deshalb konnte nichts geprüft werden. Versuch es ${when} noch einmal. Hält das an, sag dem Betreiber Bescheid.`,
  },
  stopping: {
    title: 'Der Server startet neu',
    text: ({ when }) =>
      `Die Anfrage wurde nicht fertig, deshalb konnte nicht alles geprüft werden. Versuch es ${when} noch einmal.`,
  },
  connection_failed: {
    title: 'Keine Verbindung zu diesem Server',
    text: () =>
      'Dein Browser hat den Server nicht erreicht, deshalb konnte nichts geprüft werden. Prüfe deine Internetverbindung und versuch es noch einmal.',
  },
  stream_broken: {
    title: 'Die Verbindung ist abgebrochen',
    text: () =>
      'Die bisher gefundenen Freunde stehen unten. Die Bans aller anderen sind unbekannt. Versuch es noch einmal, um sie zu prüfen.',
  },
  unreadable_answer: {
    title: 'Diese Antwort ist nicht von Rapsheet',
    text: () =>
      'Etwas zwischen deinem Browser und dem Server hat geantwortet, zum Beispiel ein Proxy oder die Anmeldeseite des Netzes. Es konnte nichts geprüft werden. Lade die Seite neu.',
  },
  file_too_large: {
    title: accountErrors.errorTitles.file_too_large,
    text: ({ subject }) => `${subject} ist zu groß. Teile sie auf, oder füge nur den Teil mit den Konten ein.`,
  },
  unknown: {
    title: 'Etwas ist schiefgegangen',
    text: () => 'Diese Version der Seite kennt den Fehler nicht. Lade die Seite neu und versuch es noch einmal.',
  },
}

export const errors: PageTexts['errors'] = { ...sharedErrors(accountErrors), ...ownErrors }
