import { captionOf, clickableIn, type SimButton } from './message-view.ts'
import type { SimSelect } from './select-view.ts'

/** The custom id of a button by its label, a part of the label, or its number; throws when it cannot be clicked. */
export function findUsable(buttons: SimButton[], wanted: string | number): string {
  const found = findButton(buttons, wanted)
  if (!found.disabled && found.customId !== undefined) return found.customId
  throw new Error(`The button ${captionOf(found)} cannot be clicked: it is ${found.disabled ? 'disabled' : 'a link'}`)
}

function findButton(buttons: SimButton[], wanted: string | number): SimButton {
  const labels = buttons.map(captionOf).join(', ') || 'none'
  const fail = (why: string): never => {
    throw new Error(`${why} button ${wanted}; buttons: ${labels}`)
  }
  if (typeof wanted === 'number') return clickableIn(buttons)[wanted - 1] ?? fail('No')
  const exact = buttons.filter((button) => captionOf(button) === wanted || button.label === wanted)
  const found = exact.length > 0 ? exact : buttons.filter((button) => captionOf(button).includes(wanted))
  if (found.length > 1) fail('More than one')
  return found[0] ?? fail('No')
}

/** A menu's custom id, and the values of the options with these labels; throws when there is none. */
export function findOptions(selects: SimSelect[], menu: string | number, labels: string[]) {
  const found = selects.find(({ placeholder }, index) => placeholder === menu || index + 1 === menu)
  if (found === undefined || found.disabled) throw new Error(`There is no menu ${menu} to choose from`)
  const values = labels.map((label) => {
    const option = found.options.find((each) => each.label === label)
    if (option === undefined) throw new Error(`The menu has no option ${label}`)
    return option.value
  })
  return { customId: found.customId, values }
}
