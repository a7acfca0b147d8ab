import { createPlurals } from '../../../lib/plural.ts'
import type * as english from './friends-en.ts'

const { counted, number } = createPlurals('de')

export const friends: typeof english.friends = {
  progressWithUnknown: (current, total, checked, unknown) =>
    `${number(current)} von ${number(total)} fertig: ${number(checked)} geprüft, ❔ ${number(unknown)} unbekannt`,
  listedLast: 'Am Ende der Liste.',
  listedWith: (filter) => `Zeigen mit ${filter}`,
  ofChecked: (banned, checked) => `${number(banned)} von ${number(checked)}`,
  resultOfParts: (part, before, all) =>
    `In diesem Teil sind ${part} geprüften Freunden gebannt, in den Teilen davor ${before}, insgesamt ${all}.`,
  partsBefore: (before) => `In den Teilen davor sind ${before} geprüften Freunden gebannt.`,
  earlierBans: (count, names) =>
    `${counted(count, { one: 'beobachteter Freund hatte', other: 'beobachtete Freunde hatten' })} früher mehr Bans, als Steam jetzt meldet: ${names}`,
  stoppedByYou: 'Von dir gestoppt',
  bannedOfChecked: (count) => `${number(count)} der geprüften Freunde gebannt`,
  ownStatus: (status) => `Dieses Konto: ${status}`,
}
