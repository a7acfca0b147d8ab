import type { en as english } from './en.ts'
import { lazyDateFormat } from '../../lib/lazy.ts'
import { createPlurals } from '../../lib/plural.ts'

const { number } = createPlurals('de')
const UTC = { timeZone: 'UTC' } as const

/** German texts of the bot itself. */
export const de: typeof english = {
  published: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen' },
  typedNote: 'Deine Eingabe zum Kopieren:',
  /** Three German labels fill the width of a phone. */
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
    needs_ban_members: 'Nicht erlaubt',
    needs_manage_server: 'Nicht erlaubt',
    discord_failed: 'Discord hat eine Störung',
    unknown_command: 'Unbekannter Befehl',
    file_unavailable: 'Datei nicht lesbar',
    post_refused: 'Hier nicht erlaubt',
    internal: 'Interner Fehler',
  },
  errors: {
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
    needs_ban_members: () => 'Dafür brauchst du die Berechtigung *Mitglieder bannen*.',
    needs_manage_server: () => 'Dafür brauchst du die Berechtigung *Server verwalten*.',
    discord_failed: () =>
      'Discord konnte nicht tun, was dieser Befehl braucht; vielleicht ist nichts oder nur ein Teil geschehen. Sieh nach, was jetzt gilt, und versuch es in einer Minute noch einmal.',
    unknown_command: () =>
      'Diesen Befehl gibt es nicht mehr. Bis Discord die neuen Befehle zeigt, kann es eine Minute dauern.',
    file_unavailable: ({ subject }) =>
      `${subject} konnte nicht von Discord geladen werden. Schick die Datei noch einmal.`,
    post_refused: () =>
      'Discord lässt den Bot in diesem Kanal nicht schreiben. Poste in einem anderen Kanal, oder frag einen Admin des Servers.',
    internal: ({ requestId }) =>
      `Im Bot ist etwas schiefgegangen. Passiert das noch einmal, gib dem Betreiber des Bots diese ID: \`${requestId}\`.`,
  },
}
