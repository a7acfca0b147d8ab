import type { AccountTexts } from './account-texts.ts'

export const errorTitles: AccountTexts['errorTitles'] = {
  malformed_account: 'Nicht erkannt',
  account_not_found: 'Nicht gefunden',
  friends_private: 'Freundesliste privat',
  stats_private: 'Statistiken privat',
  stats_not_found: 'Keine Statistiken',
  platform_unavailable: 'Steam antwortet nicht',
  overloaded: 'Zu viele Abfragen',
  budget_spent: 'Die Abfragen für heute sind aufgebraucht',
  image_url_malformed: 'Kein Bild',
  image_host_refused: 'Kein Bild',
  image_failed: 'Kein Bild',
  rate_limited: 'Etwas langsamer, bitte',
  too_slow: 'Das hat zu lange gedauert',
  same_account: 'Zweimal dasselbe Konto',
  nothing_understood: 'Kein Konto erkannt',
  file_too_large: 'Datei zu groß',
  file_not_text: 'Keine Textdatei',
}

export const errors: AccountTexts['errors'] = {
  malformed_account: ({ subject, steam2Form, steam3Form }) =>
    `${subject} wurde nicht als Steam-Konto erkannt. Gib eine SteamID64 (17 Ziffern), einen Profil-, Einladungs- oder Handelslink, eine ${steam2Form}- oder ${steam3Form}-ID, einen Freundescode oder eine Custom-URL an. Ingame-Namen lassen sich nicht nachschlagen.`,
  account_not_found: ({ subject }) =>
    `Steam kennt kein Konto ${subject}. Prüfe die Schreibweise. Das Konto kann auch gelöscht oder umbenannt worden sein.`,
  friends_private: ({ subject }) =>
    `Die Freundesliste von ${subject} ist privat, die Freunde sind also nicht prüfbar. Das spricht weder für noch gegen das Konto.`,
  stats_private: ({ subject }) =>
    `Die Spieldetails von ${subject} sind privat. Nur der Besitzer des Kontos kann das ändern.`,
  stats_not_found: ({ subject }) =>
    `Steam hat keine Rust-Statistiken zu ${subject}: Das Konto besitzt Rust nicht, hat es nie gespielt oder existiert nicht.`,
  platform_unavailable: ({ when }) =>
    `Nichts konnte geprüft werden, also sagt das nichts über Bans. Versuch es ${when} noch einmal.`,
  overloaded: ({ when }) => `Gerade laufen zu viele Abfragen. Versuch es ${when} noch einmal.`,
  budget_spent: ({ when }) =>
    `Steam begrenzt die Anfragen pro Tag, und die übrigen reichen dafür nicht mehr. Versuch es ${when} noch einmal.`,
  image_url_malformed: () => 'Das Bild kann nicht angezeigt werden.',
  image_host_refused: () => 'Das Bild kann nicht angezeigt werden.',
  image_failed: () => 'Das Bild kann nicht angezeigt werden.',
  rate_limited: ({ when, needsWholeMinute }) =>
    needsWholeMinute
      ? `Das braucht alle Abfragen einer Minute, und einige sind schon verbraucht. Versuch es ${when} noch einmal, und frag vorher nichts anderes ab.`
      : `Du hast dein Limit an Abfragen pro Minute erreicht. Versuch es ${when} noch einmal.`,
  too_slow: () => 'Die Abfrage wurde abgebrochen, deshalb konnte nichts geprüft werden. Versuch es noch einmal.',
  same_account: ({ subject }) => `${subject} ist dasselbe Konto wie das erste. Gib zwei verschiedene Konten an.`,
  nothing_understood: () =>
    'Darin kommt kein Steam-Konto vor: keine ID, kein Profil-Link, kein Freundescode, keine Custom-URL. Ingame-Namen lassen sich nicht nachschlagen.',
  file_too_large: ({ subject, detail }) =>
    `${subject} ist größer als ${detail}. Teil sie auf, oder schick nur den Teil mit den Konten.`,
  file_not_text: ({ subject }) => `${subject} ist keine Textdatei. Schick eine .txt- oder .csv-Datei.`,
}
