import { createPlurals } from '../../lib/plural.ts'
import { friends as accountTexts } from '../../presentation/texts/friends-de.ts'
import type { Texts } from './texts.ts'

const { number } = createPlurals('de')

export const friends: Texts['friends'] = {
  ...accountTexts,
  progressWithUnknown: (current, total, checked, unknown) =>
    `${number(current)} von ${number(total)} fertig: ${number(checked)} geprüft, ❔ ${number(unknown)} unbekannt`,
  listedLast: 'Am Ende der Liste.',
  listedWith: (filter) => `Zeigen mit ${filter}`,
  resultOfParts: (banned, checked, allBanned, allChecked) =>
    `${number(banned)} von ${number(checked)} geprüften Freunden in diesem Teil gebannt, insgesamt ${number(allBanned)} von ${number(allChecked)}.`,
  cancelled: 'Von dir gestoppt',
  bannedOfChecked: (count) => `${number(count)} der geprüften Freunde gebannt`,
  ownStatus: (status) => `Dieses Konto: ${status}`,
}
