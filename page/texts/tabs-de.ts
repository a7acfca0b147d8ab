import { createPlurals } from '../../src/lib/plural.ts'
import type { PageTexts } from './page-texts.ts'

const { number, plural, counted, noun } = createPlurals('de')
const bannedFriends = noun({ one: 'gebannter Freund', other: 'gebannte Freunde' })
const sharedFriends = noun({ one: 'gemeinsamen Freund', other: 'gemeinsame Freunde' })

export const friends: PageTexts['page']['friends'] = {
  progressLabel: 'Fortschritt der Freundesprüfung',
  cancel: 'Prüfung abbrechen',
  foundSoFar: 'Bisher gefunden',
  noneSoFar: 'Bisher kein gebannter Freund gefunden.',
  checkOthers: 'Die anderen Freunde prüfen',
  onlyNotClean:
    'Die Liste zeigt Freunde mit Bans oder Handelsbeschränkungen, solche ohne Profil und solche, die nicht prüfbar waren.',
  filterKind: 'Bans',
  filterWithin: 'Letzter Ban vor höchstens',
  anyTime: 'beliebig',
  withinDays: noun({ one: 'Tag', other: 'Tagen' }),
}

export const timeline: PageTexts['page']['timeline'] = {
  title: 'Letzte Bans von Freunden im Lauf der Zeit',
  description: (dated, from, to) =>
    from === to
      ? `${bannedFriends(dated)}, zuletzt gebannt am ${from}.`
      : `${bannedFriends(dated)}, zuletzt gebannt zwischen ${from} und ${to}.`,
  inYear: (year, count) => `${year}: ${number(count)}`,
  byYear: (counts) => `Nach Jahr: ${counts}.`,
  none: 'Kein geprüfter Freund hat einen Ban mit Datum.',
  undated: (count) =>
    `${bannedFriends(count)} ${plural(count, { one: 'hat', other: 'haben' })} nur einen Steam-Community-Ban, der kein Datum hat.`,
  point: (name, date) => `${name}: letzter Ban ${date}`,
  own: (date) => `Letzter Ban des Kontos selbst: ${date}.`,
  ownLegend: 'Letzter Ban dieses Kontos',
  friendLegend: 'Letzter Ban eines Freundes',
  accuracy: 'Steam zählt volle Tage, ein Datum kann also um einen Tag abweichen.',
}

export const stats: PageTexts['page']['stats'] = {
  figures: 'Kennzahlen',
  hits: 'Treffer nach Ziel',
  nothingCounted: 'Noch nichts gezählt.',
}

export const inventory: PageTexts['page']['inventory'] = {
  search: 'Nach Namen suchen',
  filter: 'Zeigen',
  all: 'alle',
  tradable: 'handelbar',
  marketable: 'marktfähig',
  matches: (count, total) =>
    `${number(count)} von ${counted(total, { one: 'Gegenstand', other: 'Gegenständen' })} sichtbar`,
  none: 'Kein Gegenstand passt.',
  noPicture: 'kein Bild',
}

export const compare: PageTexts['page']['compare'] = {
  label: 'Zweites Konto',
  hint: 'Eine SteamID64, ein Profil-Link, ein Freundescode oder eine Custom-URL.',
  submit: 'Vergleichen',
  swap: 'Konten tauschen',
  lookUpShared: (count) => `${sharedFriends(count)} als Liste nachschlagen`,
}
