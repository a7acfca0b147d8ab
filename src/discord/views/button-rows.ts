import type { APIButtonComponent } from 'discord.js'
import type { Texts } from '../texts/texts.ts'
import { row } from '../view.ts'

/**
 * Rows of buttons of nearly equal length, so that no row has a single button unless it is the only one. German rows are shorter, to fit on
 * a phone.
 */
export function buttonRows(buttons: APIButtonComponent[], { buttonsPerRow }: Texts) {
  const rows = Math.ceil(buttons.length / buttonsPerRow)
  const startOf = (index: number) => Math.ceil((buttons.length * index) / rows)
  return Array.from({ length: rows }, (_, index) => row(buttons.slice(startOf(index), startOf(index + 1))))
}
