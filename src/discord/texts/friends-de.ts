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
  resultOfParts: (part, all) =>
    `${number(part.banned)} von ${number(part.checked)} geprüften Freunden in diesem Teil gebannt, insgesamt ${number(all.banned)} von ${number(all.checked)}.`,
  cancelled: 'Von dir gestoppt',
  bannedOfChecked: (count) => `${number(count)} gebannt unter den Geprüften`,
  ownStatus: (status) => `Dieses Konto: ${status}`,
}
