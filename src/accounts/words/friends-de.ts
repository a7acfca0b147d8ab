import { createPlurals } from '../../lib/plural.ts'
import type { AccountTexts } from './account-texts.ts'

const { number, plural, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const friendsInDative = noun({ one: 'Freund', other: 'Freunden' })
const daysInDative = noun({ one: 'Tag', other: 'Tagen' })

export const kinds: AccountTexts['kinds'] = {
  any: 'gebannt, beschränkt, ohne Profil oder nicht prüfbar',
  vac: 'VAC-Bans',
  game: 'Game-Bans',
  trade: 'Handelsbeschränkungen',
  unknown: 'nicht prüfbar',
}

export const friends: AccountTexts['friends'] = {
  scanning: (name) => `Freunde von ${name} werden geprüft`,
  loadingList: 'Freundesliste wird geladen …',
  progress: (current, total) => `${number(current)} von ${number(total)} geprüft`,
  bannedSoFar: (count) => `Bisher ${number(count)} gebannt`,
  title: (name) => `Freunde von ${name}`,
  result: (banned, checked, percent) =>
    `${number(banned)} von ${counted(checked, { one: 'geprüften Freund', other: 'geprüften Freunden' })} gebannt (${percent}).`,
  noneBanned: (checked) =>
    plural(checked, {
      one: `${number(checked)} Freund geprüft: kein Ban verzeichnet.`,
      other: `Bei keinem von ${number(checked)} geprüften Freunden ist ein Ban verzeichnet.`,
    }),
  empty: 'Die Freundesliste ist öffentlich und leer.',
  part: (from, to, total) =>
    `Teil der Liste: Freunde ${number(from)} bis ${number(to)} von ${number(total)}, ab dem neuesten gezählt.`,
  beyondEnd: (total) =>
    `Dieser Teil ist leer: Auf der Liste ${plural(total, { one: 'steht', other: 'stehen' })} jetzt ${counted(total, { one: 'Freund', other: 'Freunde' })}.`,
  notChecked: (unavailable, total) =>
    `${number(unavailable)} von ${friendsInDative(total)} nicht prüfbar: Bans unbekannt.`,
  deleted: (count) =>
    `${accounts(count)} auf der Liste ${plural(count, { one: 'existiert', other: 'existieren' })} nicht mehr.`,
  filtered: (shown, filter) => `Filter: ${filter} · ${number(shown)} Treffer`,
  lastBanWithin: (count) => (count === 0 ? 'letzter Ban heute' : `letzter Ban vor höchstens ${daysInDative(count)}`),
  cancelled: 'Abgebrochen',
  stoppedBeforeList: 'Beendet, bevor die Freundesliste geladen war: Kein Freund wurde geprüft.',
  stoppedAfter: (current, total) =>
    `Nach ${number(current)} von ${friendsInDative(total)} beendet: Die anderen wurden nicht geprüft.`,
  hoursPrivate: 'Stunden privat',
  hoursUnknown: 'Stunden unbekannt',
  sinceUnknown: 'angefreundet: Datum unbekannt',
  since: {
    before: (when, ban) => `angefreundet am ${when}, vor ${ban}`,
    after: (when, ban) => `angefreundet am ${when}, nach ${ban}`,
    unclear: (when, ban) => `angefreundet am ${when}, unklar, ob vor oder nach ${ban}`,
  },
  sincePlain: (when) => `angefreundet am ${when}`,
  ban: 'dem Ban',
  lastBan: 'dem letzten Ban',
}
