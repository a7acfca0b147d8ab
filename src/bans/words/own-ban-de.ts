import { createPlurals } from '../../lib/plural.ts'
import type { ownBan as en } from './own-ban-en.ts'

const { number } = createPlurals('de')

/** German texts about bans of the Discord server in answers about accounts. */
export const ownBan: typeof en = {
  here: 'Hier gebannt',
  since: (date) => `seit dem ${date}`,
  by: (who) => `von ${who}`,
  ofImport: (count) => `(Import ${number(count)})`,
  until: (date) => `bis ${date}`,
  forGood: 'auf Dauer',
  note: (note) => `Notiz: ${note}`,
  detailsUnreadable: 'Wer das Konto gebannt hat, wann, und die Notiz konnten nicht gelesen werden.',
  unreadable: 'Die Bans dieses Servers können gerade nicht gelesen werden.',
  count: (count) => `${number(count)} hier gebannt`,
}
