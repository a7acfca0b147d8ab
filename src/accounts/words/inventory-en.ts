import { createPlurals } from '../../lib/plural.ts'

const { number, noun } = createPlurals('en')
const items = noun({ one: 'item', other: 'items' })

/** A Rust inventory. */
export const inventory = {
  count: items,
  firstOnly: (shown: number, total: number) => `Only the first ${number(shown)} of ${items(total)} can be shown.`,
  empty: 'The inventory is public and contains no Rust items.',
  private: 'The inventory is private, so its items cannot be seen.',
  notTradable: 'not tradable',
  notMarketable: 'not marketable',
}
