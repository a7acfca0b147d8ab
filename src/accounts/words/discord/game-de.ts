import { createPlurals } from '../../../lib/plural.ts'
import type { inventory as englishInventory, stats as englishStats } from './game-en.ts'

const { number } = createPlurals('de')

export const stats: typeof englishStats = { title: (name) => `${name} · Rust-Statistiken` }

export const inventory: typeof englishInventory = {
  title: (name) => `${name} · Rust-Gegenstände`,
  showing: (from, to) => `angezeigt: ${number(from)}–${number(to)}`,
  steamGave: (count) =>
    count === 0 ? 'Steam lieferte keinen davon' : `Steam lieferte nur die ersten ${number(count)}`,
  items: 'Gegenstände',
  pictures: 'Bilder',
}
