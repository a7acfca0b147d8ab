import type { en as english } from './en.ts'
import { policyErrors, policyErrorTitles, policyExceptions, policyTest, policyToken } from './policy-access-de.ts'
import { policyEdit, policyPreview } from './policy-edit-de.ts'
import { policyLine } from './policy-line-de.ts'
import { policy, policyLog, policyMode } from './policy-de.ts'
import { refusals } from './refusals-de.ts'

/** What policies say in Discord, in German. */
export const de: typeof english = {
  policyOptions: {
    decision: { name: 'entscheidung', description: 'Was ab jetzt für das Konto gilt' },
    reason: {
      name: 'grund',
      description: 'Warum, in höchstens 200 Zeichen; für Moderatoren, der Spieler sieht es nie',
    },
    until: { name: 'bis', description: 'Wann es von selbst endet: 12h, 30d, 6mo, 1y oder ein Datum wie 31.12.2027' },
    name: {
      name: 'name',
      description: 'Der Rust-Server, wie ihr ihn nennt; ein vergebener Name bekommt ein neues Token',
    },
    mode: { name: 'modus', description: 'Ob Spieler abgelehnt werden' },
    reports: { name: 'berichte', description: 'Wie Ablehnungen im Kanal für Meldungen berichtet werden' },
  },
  policyDecisions: { allow: 'immer einlassen', deny: 'immer ablehnen', remove: 'Ausnahme entfernen' },
  policyModes: { observe: 'aufzeichnen', enforce: 'durchsetzen' },
  policyReports: { each: 'jede Ablehnung', daily: 'einmal am Tag' },
  commands: {
    policy: { name: 'richtlinie', description: 'Bestimmen, welche Spieler eure Rust-Server einlassen' },
  },
  subcommands: {
    show: {
      name: 'zeigen',
      description: 'Die Regeln zeigen, was sie heute bewirkt haben, und welche Rust-Server fragen',
    },
    edit: {
      name: 'bearbeiten',
      description: 'Die Regeln ändern: Entwurf, Vorschau, was er bewirkt hätte, dann speichern',
    },
    test: { name: 'testen', description: 'Was die Richtlinie jetzt über ein Konto entscheidet, und warum' },
    except: { name: 'ausnahme', description: 'Ein Konto immer einlassen, immer ablehnen, oder seine Ausnahme beenden' },
    exceptions: { name: 'ausnahmen', description: 'Alle Ausnahmen zeigen: wer, warum und bis wann' },
    token: {
      name: 'token',
      description: 'Die Zeile für einen Rust-Server erzeugen; ohne Namen alle Rust-Server zeigen',
    },
    mode: { name: 'modus', description: 'Nur aufzeichnen oder Spieler ablehnen; und wie Ablehnungen berichtet werden' },
  },
  buttons: {
    exempt: 'Ausnahme',
    numbers: 'Grenzwerte…',
    appeal: 'Einspruch…',
    preview: 'Vorschau',
    save: 'Speichern',
    enforce: 'Ab jetzt ablehnen',
    revoke: 'Widerrufen',
    revokeNow: 'Ersetztes Token jetzt widerrufen',
  },
  csv: {
    decision: 'entscheidung',
    firstAt: 'zuerst_am',
    lastAt: 'zuletzt_am',
    times: 'wie_oft',
    gameServers: 'rust_server',
    policyVersion: 'richtlinie_version',
    decisions: { allow: 'immer eingelassen', deny: 'immer abgelehnt' },
    /** Changes of a policy. */
    actions: {
      policy_saved: 'Richtlinie gespeichert',
      policy_mode_set: 'Modus der Richtlinie gesetzt',
      policy_notify_set: 'Berichte der Richtlinie gesetzt',
      exception_added: 'Ausnahme hinzugefügt',
      exception_removed: 'Ausnahme entfernt',
      exception_expired: 'Ausnahme abgelaufen',
      token_created: 'Token erzeugt',
      token_revoked: 'Token widerrufen',
    },
  },
  policy,
  policyMode,
  policyLog,
  policyEdit,
  policyPreview,
  policyTest,
  policyExceptions,
  policyToken,
  policyErrorTitles,
  policyErrors,
  policyLine,
  refusals,
}
