import { createPlurals } from '../../src/lib/plural.ts'
import { checks } from './status-checks-de.ts'
import { facts } from './status-facts-de.ts'
import { findings } from './status-findings-de.ts'
import type { StatusTexts } from './status-en.ts'

const { number, noun, plural } = createPlurals('de')
const calls = noun({ one: 'Anfrage', other: 'Anfragen' })
const things = noun({ one: 'Punkt', other: 'Punkte' })

/** German texts of the status page. */
export const statusDe: StatusTexts = {
  language: 'de',
  title: 'Zustand von Rapsheet',
  documentTitle: (overall) => `${overall} · Rapsheet`,
  languages: 'Sprache',
  loading: 'Wird geladen …',
  readOnly: 'Diese Seite ändert nichts. Einstellungen stehen in `.env` und gelten nach einem Neustart.',
  toLookups: 'Konten nachschlagen',
  published: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen' },
  logOut: 'Abmelden',
  logOutFailed: 'Du bist noch angemeldet: Der Dienst hat nicht geantwortet. Versuch es noch einmal.',
  overall: {
    well: () => 'Alles in Ordnung',
    attention: (count) => `${things(count)} ${plural(count, { one: 'braucht', other: 'brauchen' })} Aufmerksamkeit`,
    unknown: (count) =>
      `Kein Fehler bekannt, aber ${things(count)} ${plural(count, { one: 'ist', other: 'sind' })} unbekannt`,
    down: () => 'Neue Abfragen können nicht beantwortet werden',
    alsoUnknown: (count) => `${things(count)} unbekannt`,
    noBackup: 'Kein Fehler bekannt. Noch keine Sicherung bekannt: Leg eine an, wie unten beschrieben',
    alsoNoBackup: 'noch keine Sicherung bekannt',
  },
  refresh: {
    at: (time) => `Aktualisiert um ${time}`,
    every: (seconds) => `alle ${number(seconds)} s, solange diese Seite sichtbar ist`,
    paused: 'angehalten',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    now: 'Aktualisieren',
    old: (when, time) => `Diese Werte sind alt: von ${time}, ${when}`,
    never: 'Der Zustand war nicht lesbar',
    reasons: {
      offline: () =>
        'Der Dienst ist nicht erreichbar. Vielleicht startet er neu, oder deine Verbindung ist unterbrochen.',
      no_answer: () => 'Der Dienst antwortet nicht.',
      logged_out: () => 'Deine Sitzung ist abgelaufen.',
      closed: () => 'Der Dienst öffnet diese Seite nicht mehr für dich.',
      other: (code) => `Der Dienst hat mit einem Fehler geantwortet: ${code}.`,
    },
    logIn: 'Wieder anmelden',
  },
  problems: 'Im Moment',
  checklist: 'Einrichtung',
  settled: 'Erledigt oder nicht nötig',
  states: {
    done: 'erledigt',
    missing: 'fehlt',
    warning: 'braucht Aufmerksamkeit',
    unknown: 'unbekannt',
    off: 'nicht benutzt',
  },
  more: 'Mehr:',
  section: 'Abschnitt',
  andMore: (count) => `und ${number(count)} weitere`,
  calls: {
    title: 'Anfragen an Steam heute',
    noBudget: 'Ohne `STEAM_API_KEY` werden keine Anfragen gezählt.',
    unknown: 'Wie viele Anfragen es waren, ist unbekannt.',
    used: (used, limit, share) => `${number(used)} von ${number(limit)} Anfragen verbraucht (${number(share)} %).`,
    usedWithoutLimit: (used) => `${calls(used)} verbraucht; es gibt kein Limit (\`STEAM_CALLS_PER_DAY\` ist 0).`,
    forecast: (used) => `Geht es weiter wie in der letzten Stunde, sind es um Mitternacht UTC ${number(used)}.`,
    spent: (time) => `Geht es weiter wie in der letzten Stunde, ist das Limit um ${time} UTC erreicht.`,
    noForecast: 'Für eine Vorhersage ist zu wenig bekannt: Sie braucht 20 Minuten.',
    knownSince: (time) => `Die Kurve beginnt um ${time} UTC, als dieser Prozess gestartet ist.`,
    legendUsed: 'verbraucht',
    legendForecast: 'Vorhersage',
    limit: (limit) => `Limit ${number(limit)}`,
    axis: 'Uhrzeit, UTC',
    table: 'Als Tabelle',
    time: 'Uhrzeit (UTC)',
    count: 'Anfragen',
    forecastAt: (time) => `${time} (Vorhersage)`,
  },
  errors: {
    title: 'Letzte Fehler und Warnungen dieses Prozesses',
    none: 'Keine Fehler und keine Warnungen seit dem Start.',
    caption: 'Die neuesten zuerst. Im Log steht unter jeder Anfrage-ID mehr.',
    time: 'Zeit',
    level: { warn: 'Warnung', error: 'Fehler' },
    code: 'Code',
    where: 'Wo',
    requestId: 'Anfrage-ID',
    noRequest: 'keine: eine Aufgabe des Dienstes',
  },
  checks,
  findings,
  facts,
}
