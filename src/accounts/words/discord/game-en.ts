import { createPlurals } from '../../../lib/plural.ts'

const { number } = createPlurals('en')

/** Texts of the statistics that only their message has. */
export const stats = { title: (name: string) => `${name} · Rust statistics` }

/** Texts of an inventory that only its message has. */
export const inventory = {
  title: (name: string) => `${name} · Rust items`,
  showing: (from: number, to: number) => `showing ${number(from)}–${number(to)}`,
  /** Why not all items can be shown. */
  steamGave: (count: number) => (count === 0 ? 'Steam gave none of them' : `Steam gave the first ${number(count)}`),
  /** Label of the items when the parts of an answer differ in age. */
  items: 'items',
  /** Precedes the numbers that the pictures have in the list. */
  pictures: 'Pictures',
}
