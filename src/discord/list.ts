import { ComponentType, type APIActionRowComponent, type APIComponentInMessageActionRow } from 'discord.js'
import type { Tone } from '../lib/tone.ts'
import { stripInvisible } from '../lib/visible-text.ts'
import type { Action, Invocation, Task } from './command.ts'
import { numberArgument } from './custom-id.ts'
import type { Texts } from './texts/texts.ts'
import { charactersLeft, fileLink, fitLines, nonEmpty, row, type View, type ViewFile } from './view.ts'
import { pageButtons, pageLines, type Page } from './views/parts.ts'
import { resultView } from './views/result-view.ts'

/** Discord's limit for the description of a menu option. */
const OPTION_CHARACTERS = 100

/** Maximum length of a filter. A custom id has 100 characters, and in the page buttons of bans it also holds the id of a user. */
export const MAX_FILTER_CHARACTERS = 48

/** The texts of a list. */
export type ListTexts = Texts & { common: { leftOut: (values: { count: number }) => string } }

interface ShownList<Entry> {
  /** Neutral by default. */
  tone?: Tone
  /** The title, and further lines above the entries. */
  head: string[]
  page: Page<Entry>
  /** Formats an entry; `room` is its share of the message, in characters. */
  format: (entry: Entry, room: number) => string
  /** What is said in place of the entries of an empty page. */
  empty: string
  /** Lines below the entries and the number of the page. */
  foot: string[]
  /** What is said again below a list that is too tall for a phone. */
  verdict?: string[]
  menu?: APIActionRowComponent<APIComponentInMessageActionRow>[]
  /** The custom id of a page button; a list that has only one page has none. */
  toPage?: (page: number) => string
  /** A table with all entries. */
  file?: ViewFile | undefined
}

/** The message with one page of a list: as many of its entries as fit, their menu, and the page buttons. */
export function listView<Entry>(list: ShownList<Entry>, texts: ListTexts): View {
  const { tone = 'neutral', page, format, empty, verdict = [], menu = [], toPage, file } = list
  const head = list.head.join('\n')
  const foot = [...pageLines(page, texts), ...list.foot].join('\n')
  const room = charactersLeft([head, foot, ...verdict])
  const roomEach = Math.floor(room / Math.max(1, page.shown.length)) - 1
  const lines = page.shown.map((entry) => format(entry, roomEach))
  const entries = lines.length > 0 ? fitLines(lines, room, texts.common.leftOut) : empty
  const files = file ? [file] : []
  const parts = [...nonEmpty(head, entries, foot), ...files.map(fileLink)]
  const buttons = toPage ? pageButtons(page, toPage, texts) : []
  return resultView(tone, verdict, parts, [...menu, row(buttons)], files)
}

/** An option of a menu, as plain text; a description that is too long for Discord is shortened. */
export interface MenuOption {
  value: string
  label: string
  description?: string
  icon?: string
}

/** The row with a menu; no row without options. */
export function menuRows(customId: string, placeholder: string, options: MenuOption[]) {
  if (options.length === 0) return []
  const shown = options.map(({ description, icon, ...option }) => ({
    ...option,
    ...(description === undefined ? {} : { description: stripInvisible(description, OPTION_CHARACTERS) }),
    ...(icon === undefined ? {} : { emoji: { name: icon } }),
  }))
  return [row([{ type: ComponentType.StringSelect as const, custom_id: customId, placeholder, options: shown }])]
}

/** The part of a filter text that fits into the buttons of a list. */
export const fitFilterText = (text: string) =>
  text
    .trim()
    .slice(0, MAX_FILTER_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/**
 * The page buttons of a list, whose custom ids have the page and then what the list shows. An error leaves the list as it is.
 */
export const pageAction = <I extends Invocation>(
  name: string,
  createTask: (page: number, shown: string[]) => Task<I>,
): Action<I> => ({
  name,
  createTask: ([page, ...shown]) => ({ ...createTask(numberArgument(4).parse(page), shown), errorAsFollowUp: true }),
})
