import type { findings as en } from './status-findings-en.ts'

export const findings: typeof en = {
  stopping: {
    title: 'Der Dienst wird beendet',
    text: () => 'Er schließt ab, was er begonnen hat. Warte, bis er wieder gestartet ist.',
  },
  overload_event_loop: {
    title: 'Neue Abfragen werden abgelehnt: Der Prozess ist überlastet',
    text: () =>
      'Gib ihm mehr Rechenzeit, oder senke `RATE_LIMIT_PER_MINUTE`. Die Schwelle ist `LOAD_SHEDDING_EVENT_LOOP_MS`.',
  },
  overload_memory: {
    title: 'Neue Abfragen werden abgelehnt: Der Prozess braucht zu viel Speicher',
    text: () => 'Senke `MEMORY_MB`, oder erhöhe `LOAD_SHEDDING_MEMORY_MB`, wenn der Rechner mehr hat.',
  },
  steam_unreachable: {
    title: 'Steam antwortet nicht',
    text: () => 'Prüfe, ob dieser Rechner Steam erreicht. Wenn ja, warte: Der Dienst macht von selbst weiter.',
  },
  steam_blocked: {
    title: 'Steam sperrt die Adresse dieses Servers',
    text: () =>
      'Starte nicht wiederholt neu: Anfragen verlängern die Sperre, die bis zu 48 Stunden dauert. Senke `STEAM_CONCURRENCY` und `RATE_LIMIT_PER_MINUTE`, und beende andere Programme, die von dieser Adresse bei Steam anfragen.',
  },
  budget_spent: {
    title: 'Die Anfragen des Tages sind verbraucht',
    text: () =>
      'Bis 00:00 UTC gibt es nur gespeicherte Antworten. Erhöhe `STEAM_CALLS_PER_DAY`, wenn Steam deinem Schlüssel mehr erlaubt.',
  },
  budget_reserved: {
    title: 'Die Anfragen des Tages sind fast verbraucht',
    text: () =>
      'Listen und Freunde werden bis 00:00 UTC nicht geprüft. Erhöhe `RATE_COST_FRIENDS` oder senke `RATE_LIMIT_PER_MINUTE`, um weniger zu verbrauchen.',
  },
  budget_scarce: {
    title: 'Die Anfragen des Tages sind knapp',
    text: () =>
      'Rust-Stunden werden weggelassen, außer wo eine Entscheidung sie braucht. Erhöhe `CACHE_HOURS_SECONDS`, um weniger zu verbrauchen.',
  },
  budget_forecast: {
    title: 'Die Anfragen des Tages reichen nicht',
    text: (time) =>
      `Geht es weiter wie in der letzten Stunde, ist das Limit um ${time} UTC erreicht. Erhöhe \`RATE_COST_FRIENDS\` oder senke \`RATE_LIMIT_PER_MINUTE\`.`,
  },
  circuits_open: {
    title: 'Einige Anfragen an Steam schlagen fehl',
    text: (names) => `Pausiert, bis ein Versuch gelingt: ${names}. Warte: Der Dienst macht von selbst weiter.`,
  },
  inventories_blocked: {
    title: 'Steam sperrt Inventare für die Adresse dieses Servers',
    text: () => 'Alles andere geht. Erhöhe `INVENTORY_SPACING_MS`, und starte nicht wiederholt neu.',
  },
  store_closed: {
    title: 'Der Zwischenspeicher ist nicht benutzbar',
    text: () =>
      'Schaffe Platz auf der Platte, und lass den Benutzer des Prozesses die Datei von `STORE_URL` schreiben. Ein Neustart ist nicht nötig.',
  },
  shared_store_closed: {
    title: 'Der Zwischenspeicher in Postgres antwortet nicht',
    text: () =>
      'Abfragen gehen weiter und brauchen mehr Anfragen. Prüfe den Server von `STORE_URL`; im Log steht, was er geantwortet hat.',
  },
  store_failing: {
    title: 'Der Zwischenspeicher lässt sich nicht schreiben',
    text: () => 'Abfragen gehen weiter. Schaffe Platz, wo `STORE_URL` liegt; im Log steht der Grund.',
  },
  database_failing: {
    title: 'Die Datenbank ist nicht lesbar',
    text: () =>
      'Durchläufe, Meldungen und Richtlinien sind hier nicht bekannt. Prüfe den Server oder die Datei von `DATABASE_URL`.',
  },
  database_unwritable: {
    title: 'Die Datenbank lässt sich nicht schreiben',
    text: () =>
      'Listen und Richtlinien lassen sich nicht ändern, und neue Meldungen werden nicht gespeichert. Schaffe Platz, wo `DATABASE_URL` liegt, oder lass den Benutzer des Prozesses dort schreiben; im Log steht der Grund. Ein Neustart ist nicht nötig.',
  },
  database_lost: {
    title: 'Die Datei der Datenbank wurde gelöscht oder ersetzt',
    text: () =>
      'Es wird nichts mehr gespeichert, und nach einem Neustart wären die Listen leer. Stelle die Datei von `DATABASE_URL` wieder an ihren Platz; sonst halte den Dienst an und spiele mit `npm run restore` eine Sicherung ein. Im Log steht der Grund.',
  },
  replicas_away: {
    title: 'Dieser Prozess erreicht die gemeinsame Datenbank nicht',
    text: () => 'Er macht mit seinem Anteil der Anfragen von selbst weiter. Prüfe Postgres bei `DATABASE_URL`.',
  },
  replicas_differ: {
    title: 'Die Einstellungen der Prozesse unterscheiden sich',
    text: (names) =>
      `Sie sollten überall gleich sein: ${names}. Starte die Prozesse mit den älteren Einstellungen neu.`,
  },
  checks_late: {
    title: 'Beobachtete Konten werden spät geprüft',
    text: (count) =>
      `Überfällig: ${count}. Durchläufe ruhen, solange Steam ausfällt oder Anfragen knapp sind; sonst erhöhe \`WATCH_INTERVAL_SECONDS\`.`,
  },
  checks_unanswered: {
    title: 'Zu den meisten beobachteten Konten liefert Steam keine Ban-Daten',
    text: (count) => `Ohne Antwort: ${count}. Suche im Log nach fehlgeschlagenen Anfragen.`,
  },
  alerts_late: {
    title: 'Meldungen warten, weil Discord sie nicht annimmt',
    text: (count) => `Wartende: ${count}. Sie werden von selbst erneut gesendet; im Log steht die Antwort von Discord.`,
  },
  alerts_parked: {
    title: 'Meldungen werden zurückgehalten, weil der Bot nicht schreiben darf',
    text: (count) =>
      `Zurückgehalten: ${count}. Erlaube dem Bot im Kanal *Kanal ansehen* und *Nachrichten senden*, und benutze dann auf diesen Servern \`/beobachten kanal\`.`,
  },
  recent_errors: {
    title: 'Fehler in der letzten Stunde',
    text: (count) =>
      `Fehler in diesem Prozess: ${count}, ohne Warnungen. Die Tabelle unten enthält auch Warnungen und ältere Fehler. Im Log steht unter jeder Anfrage-ID mehr.`,
  },
}
