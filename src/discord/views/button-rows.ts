import type { APIButtonComponent } from 'discord.js'
import type { Texts } from '../texts/texts.ts'
import { row } from '../view.ts'

/** How many buttons fit on a row of a phone. Discord's limit is 5, which fit in English; three labels of other languages fill the width. */
const PER_ROW = 3
const ENGLISH_PER_ROW = 5

/**
 * Rows of buttons of nearly equal length, so that no row has a single button unless it is the only one.
 */
export function buttonRows(buttons: APIButtonComponent[], { language }: Texts) {
  const perRow = language === 'en' ? ENGLISH_PER_ROW : PER_ROW
  const rows = Math.ceil(buttons.length / perRow)
  const startOf = (index: number) => Math.ceil((buttons.length * index) / rows)
  return Array.from({ length: rows }, (_, index) => row(buttons.slice(startOf(index), startOf(index + 1))))
}
