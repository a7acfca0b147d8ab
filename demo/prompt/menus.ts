import type { SimMessage } from '../../packages/sim-discord/src/index.ts'

/** What a user chooses from a menu. */
export interface MenuChoice {
  message: SimMessage
  customId: string
  values: string[]
  caption: string
}

/**
 * Finds what a line chooses from the menus of a message: a number over all menus, the beginning of a label, several of these with
 * commas, or `none`, which empties the first menu. Throws an error with a message for the user.
 */
export function findChoice(message: SimMessage | undefined, typed: string): MenuChoice {
  const menus = message?.selects() ?? []
  const options = menus.flatMap((menu) => menu.options.map((option) => ({ ...option, menu })))
  const find = (text: string) =>
    options.find(({ label }, index) => String(index + 1) === text || (text !== '' && label.startsWith(text)))
  const fail = (missing: string): never => {
    const there = options.map(({ label }, index) => `${index + 1} ${label}`)
    throw new Error(`The menu has no ${missing}. Options: ${there.join(', ') || 'none'}.`)
  }
  if (typed === 'none' && message && menus[0])
    return { message, customId: menus[0].customId, values: [], caption: 'none' }
  // Labels may contain commas, so the whole text is looked up first.
  const parts = find(typed) ? [typed] : typed.split(',').map((part) => part.trim())
  const chosen = parts.map((part) => find(part) ?? fail(part))
  const [first] = chosen
  if (!message || !first) return fail(typed)
  const other = chosen.find(({ menu }) => menu !== first.menu)
  if (other)
    throw new Error(`${first.label} and ${other.label} are in different menus; choose from one after the other.`)
  return {
    message,
    customId: first.menu.customId,
    values: chosen.map(({ value }) => value),
    caption: chosen.map(({ label }) => label).join(', '),
  }
}
