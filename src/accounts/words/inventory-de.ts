import { createPlurals } from '../../lib/plural.ts'
import type { AccountTexts } from './account-texts.ts'

const { number, plural, counted, noun } = createPlurals('de')

export const inventory: AccountTexts['inventory'] = {
  count: noun({ one: 'Gegenstand', other: 'Gegenstände' }),
  firstOnly: (shown, total) =>
    `Nur ${number(shown)} von ${counted(total, { one: 'Gegenstand', other: 'Gegenständen' })} ${plural(shown, { one: 'kann', other: 'können' })} angezeigt werden.`,
  empty: 'Das Inventar ist öffentlich und enthält keine Rust-Gegenstände.',
  private: 'Das Inventar ist privat, der Inhalt ist also nicht zu sehen.',
  notTradable: 'nicht handelbar',
  notMarketable: 'nicht marktfähig',
}
