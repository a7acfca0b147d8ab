import { createPlurals } from '../../lib/plural.ts'
import { friends as accountTexts } from '../../presentation/texts/friends-de.ts'
import type { PartCounts } from './friends-en.ts'
import type { Texts } from './texts.ts'

const { number } = createPlurals('de')
const ofChecked = ({ banned, checked }: PartCounts) => `${number(banned)} von ${number(checked)}`

export const friends: Texts['friends'] = {
  ...accountTexts,
  progressWithUnknown: (current, total, checked, unknown) =>
    `${number(current)} von ${number(total)} fertig: ${number(checked)} geprüft, ❔ ${number(unknown)} unbekannt`,
  listedLast: 'Am Ende der Liste.',
  listedWith: (filter) => `Zeigen mit ${filter}`,
  resultOfParts: (part, before, all) =>
    `In diesem Teil sind ${ofChecked(part)} geprüften Freunden gebannt, in den Teilen davor ${ofChecked(before)}, insgesamt ${ofChecked(all)}.`,
  partsBefore: (before) => `In den Teilen davor sind ${ofChecked(before)} geprüften Freunden gebannt.`,
  cancelled: 'Von dir gestoppt',
  bannedOfChecked: (count) => `${number(count)} der geprüften Freunde gebannt`,
  ownStatus: (status) => `Dieses Konto: ${status}`,
}
