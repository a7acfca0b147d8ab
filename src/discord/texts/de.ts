import type { en as english } from './en.ts'
import { lazyDateFormat } from '../../lib/lazy.ts'
import { createPlurals } from '../../lib/plural.ts'

const { number } = createPlurals('de')
const UTC = { timeZone: 'UTC' } as const

/** What the bot itself says in German. */
export const de: typeof english = {
  published: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen' },
  typedNote: 'Deine Notiz zum Kopieren:',
  /** On a phone, three German labels fill the width. */
  buttonsPerRow: 3,
  buttons: {
    post: 'Im Kanal posten',
    posted: 'Gepostet',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    cancel: 'Abbrechen',
    tryAgain: 'Erneut versuchen',
    editEntry: 'Ändern und nochmal senden',
    remove: 'Entfernen',
  },
  common: {
    until: 'Bis',
    addedBy: (who, when) => `eingetragen von ${who} ${when}`,
    untilWhen: (when) => `bis ${when}`,
    byItself: 'der Bot',
    postedBy: (who, when) => `Gepostet von ${who} · ${when}`,
    page: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
  },
  sent: {
    repeated: 'Möglicherweise wiederholt: Es ist unbekannt, ob Discord diese Nachricht schon einmal gezeigt hat.',
    noChannel:
      'Für Meldungen ist kein Kanal festgelegt. Das geht mit /beobachten kanal und braucht *Server verwalten*.',
    blocks: {
      channel_gone: () => 'Den Kanal für Meldungen gibt es nicht mehr. Leg mit /beobachten kanal einen anderen fest.',
      forbidden: (channel) =>
        `Discord lässt den Bot in ${channel}, dem Kanal für Meldungen, nicht schreiben. Erlaube es und prüfe es mit /beobachten kanal.`,
    },
  },
  csv: {
    until: 'bis',
    addedBy: 'eingetragen_von',
    addedAt: 'eingetragen_am',
    reason: 'grund',
  },
  dates: {
    day: lazyDateFormat('de', { dateStyle: 'long', ...UTC }),
    dayAndMonth: lazyDateFormat('de', { day: 'numeric', month: 'long', ...UTC }),
    dayOfMonth: lazyDateFormat('de', { day: 'numeric', ...UTC }),
    time: lazyDateFormat('de', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...UTC }),
  },
  errorTitles: {
    platform_blocked: 'Steam sperrt diesen Bot',
    key_refused: 'Steam-Schlüssel abgelehnt',
    not_configured: 'Steam-Schlüssel fehlt',
    stopping: 'Neustart',
    server_rate_limited: 'Auf diesem Server ist viel los',
    scan_running: 'Immer nur eine Prüfung',
    scan_gone: 'Diese Prüfung läuft nicht',
    interrupted: 'Unterbrochen',
    interrupted_change: 'Unterbrochen',
    outdated_button: 'Dieser Button ist veraltet',
    not_your_button: 'Nicht deine Buttons',
    not_permitted: 'Nicht erlaubt',
    server_only: 'Nicht in Direktnachrichten',
    needs_timeout_members: 'Nicht erlaubt',
    needs_manage_server: 'Nicht erlaubt',
    role_everyone: 'Nicht diese Rolle',
    discord_unavailable: 'Discord antwortet nicht',
    discord_failed: 'Discord hat eine Störung',
    invalid_numbers: 'Nicht in den Entwurf übernommen',
    invalid_appeal: 'Nicht in den Entwurf übernommen',
    unknown_command: 'Unbekannter Befehl',
    several_accounts: 'Mehr als ein Konto',
    nothing_given: 'Nichts zum Nachschlagen',
    no_account_in_message: 'Kein Konto in dieser Nachricht',
    file_unavailable: 'Datei nicht lesbar',
    post_refused: 'Hier nicht erlaubt',
    internal: 'Interner Fehler',
  },
  errors: {
    platform_blocked: ({ when }) =>
      `Steam lehnt alle Anfragen dieses Bots ab, also sagt das nichts über Bans. Versuch es ${when} noch einmal. Hält das an, sag dem Betreiber des Bots Bescheid.`,
    key_refused: () =>
      'Steam lehnt den API-Schlüssel dieses Bots ab, also konnte nichts geprüft werden. Sag dem Betreiber des Bots Bescheid: STEAM_API_KEY muss ersetzt werden.',
    not_configured: () =>
      'Dieser Bot hat keinen Steam-API-Schlüssel, also konnte nichts geprüft werden. Sag dem Betreiber des Bots Bescheid: STEAM_API_KEY muss gesetzt werden.',
    stopping: () =>
      'Der Bot startet neu, und diese Abfrage wurde nicht fertig. Versuch es in einer Minute noch einmal.',
    server_rate_limited: ({ when }) =>
      `Dieser Server hat sein Limit an Abfragen pro Minute erreicht. Versuch es ${when} noch einmal.`,
    scan_running: () => 'Deine letzte Prüfung dieser Art läuft noch. Warte, bis sie fertig ist, oder stoppe sie.',
    scan_gone: () =>
      'Sie ist zu Ende, oder ein Neustart des Bots hat sie unterbrochen. Prüfe erneut, um die Ergebnisse zu sehen.',
    interrupted: () => 'Der Bot wurde neu gestartet, bevor er diese Abfrage beenden konnte. Versuch es noch einmal.',
    interrupted_change: () =>
      'Der Bot wurde neu gestartet, bevor er antworten konnte. Wenn sich damit etwas ändern sollte, sieh erst nach, ob es schon geändert ist, und benutze den Befehl dann noch einmal.',
    outdated_button: () => 'Er stammt von einer älteren Version des Bots. Benutze den Befehl noch einmal.',
    not_your_button: () => 'Diese Buttons gehören der Person, die den Befehl benutzt hat. Benutze den Befehl selbst.',
    not_permitted: () =>
      'Für die Buttons einer geposteten Nachricht brauchst du die Berechtigung *Mitglieder im Timeout*.',
    server_only: () => 'Benutze das auf einem Server, nicht in einer Direktnachricht.',
    needs_timeout_members: () => 'Dafür brauchst du die Berechtigung *Mitglieder im Timeout*.',
    needs_manage_server: () => 'Dafür brauchst du die Berechtigung *Server verwalten*.',
    role_everyone: () => 'Meldungen erwähnen nicht alle. Wähle eine andere Rolle oder keine.',
    discord_unavailable: () =>
      'Discord hat nicht gesagt, ob der Bot in diesem Kanal posten darf. Nichts wurde geändert. Versuch es in einer Minute noch einmal.',
    discord_failed: () =>
      'Discord konnte nicht tun, was dieser Befehl braucht; vielleicht ist nichts oder nur ein Teil geschehen. Sieh nach, was jetzt gilt, und versuch es in einer Minute noch einmal.',
    invalid_numbers: ({ detail }) => `${detail}Der Entwurf ist wie zuvor. Wähle den Grenzwert noch einmal.`.trim(),
    invalid_appeal: ({ detail }) => `${detail}Der Entwurf ist wie zuvor. Öffne Einspruch noch einmal.`.trim(),
    unknown_command: () =>
      'Diesen Befehl gibt es nicht mehr. Bis Discord die neuen Befehle zeigt, kann es eine Minute dauern.',
    several_accounts: ({ detail }) =>
      `Du hast ${detail} verschiedene IDs oder Namen angegeben, der Befehl nimmt aber nur ein Konto. Für mehrere gibt es /liste.`,
    nothing_given: () =>
      'Gib Konten, eine Datei oder beides an: IDs, Profil-Links, Custom-URLs oder eine Spielerliste.',
    no_account_in_message: () =>
      'Diese Nachricht enthält keine Steam-ID und keinen Profil-Link. Namen werden in Nachrichten nicht gesucht. Für Custom-URLs gibt es /liste.',
    file_unavailable: ({ subject }) =>
      `${subject} konnte nicht von Discord geladen werden. Schick die Datei noch einmal.`,
    post_refused: () =>
      'Discord lässt den Bot in diesem Kanal nicht schreiben. Poste in einem anderen Kanal, oder frag einen Admin des Servers.',
    internal: ({ requestId }) =>
      `Im Bot ist etwas schiefgegangen. Passiert das noch einmal, gib dem Betreiber des Bots diese ID: \`${requestId}\`.`,
  },
  databaseErrors: {
    titles: {
      full: 'Nicht gespeichert',
      busy: 'Die Datenbank ist beschäftigt',
      failed: 'Die Datenbank ist nicht verfügbar',
    },
    full: 'Die Festplatte des Bots ist voll. Nichts wurde gespeichert oder geändert. Sag dem Betreiber des Bots Bescheid.',
    busy: 'Andere Arbeit hat zu lange gedauert. Nichts wurde gespeichert oder geändert. Versuch es in einer Minute noch einmal.',
    failed:
      'Beobachtungslisten und Richtlinien können weder gelesen noch geändert werden. Nichts wurde gespeichert oder geändert. Sag dem Betreiber des Bots Bescheid.',
  },
}
