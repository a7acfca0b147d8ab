import { createPlurals } from '../../src/lib/plural.ts'
import type { PageTexts } from './page-texts.ts'

const { number, counted } = createPlurals('de')

export const frame: PageTexts['page']['frame'] = {
  title: 'Rapsheet',
  intro: 'Zeigt zu Rust-Spielern öffentliche Bans, Rust-Stunden, Freunde und Statistiken, so wie Steam sie meldet.',
  documentTitle: (what) => `${what} · Rapsheet`,
  skipToResult: 'Zum Ergebnis springen',
  language: 'Sprache',
  apiDocs: 'API-Dokumentation',
  published: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen' },
  result: 'Ergebnis',
  noAnswer: 'Ein verzeichneter Ban ist ein Fakt, kein Urteil. Prüfe selbst, bevor du handelst.',
}

export const box: PageTexts['page']['box'] = {
  label: 'Konto, Link oder Liste',
  hint: 'Eine SteamID64, ein Profil-Link, eine STEAM_- oder [U:1:…]-ID, ein Freundescode, eine Custom-URL oder ein Text, in dem sie vorkommen, zum Beispiel die Ausgabe des Befehls status. Ein Eintrag oder viele. Ingame-Namen lassen sich nicht nachschlagen.',
  lookUp: 'Nachschlagen',
  chooseFile: 'Datei wählen',
  dropHere: 'Datei hier ablegen',
  leftOut: (count, limit) =>
    `${counted(count, { one: 'Konto', other: 'Konten' })} nach den ersten ${number(limit)} weggelassen.`,
  notInAddress: (limit) => `In der Adresse stehen nur die ersten ${number(limit)} Konten.`,
}

export const states: PageTexts['page']['states'] = {
  loading: 'Wird geladen …',
  loadingAccount: (name) => `${name} wird nachgeschlagen …`,
  loadingAccounts: (done, total) =>
    `${counted(total, { one: 'Konto wird', other: 'Konten werden' })} nachgeschlagen: ${number(done)} fertig`,
  checked: (when) => `Geprüft ${when}`,
  viewNotLoaded: {
    title: 'Dieser Teil der Seite wurde nicht geladen',
    text: 'Prüfe die Verbindung und lade dann die Seite neu. Vielleicht hat der Server eine neuere Version.',
  },
  later: 'gleich',
  requestId: (id) => `Anfrage-ID: ${id}`,
}

export const token: PageTexts['page']['token'] = {
  title: 'Dieser Server verlangt ein Token',
  explanation:
    'Nur wer ein Token hat, kann hier Konten nachschlagen. Frag den Betreiber danach. Dieser Tab behält das Token, bis du ihn schließt, und schickt es nur an diesen Server.',
  label: 'Token',
  submit: 'Dieses Token benutzen',
  refused:
    'Der Server hat dieses Token nicht angenommen. Prüfe, ob es vollständig ist, oder frag den Betreiber nach einem anderen.',
}
