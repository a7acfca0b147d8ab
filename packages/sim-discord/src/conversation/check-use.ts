import type { SimMessage } from '../message-view.ts'
import type { SimUser } from '../people.ts'

/** What a person uses of a message: a button without `values`, or a menu. */
export interface Use {
  customId: string
  values?: readonly string[]
}

/** The label of what is used; throws an error with a message for the user where Discord's client would not send it. */
export function checkUse(user: SimUser, message: SimMessage, { customId, values }: Use): string {
  if (message.isDeleted()) throw new Error('The message has been deleted.')
  const owner = message.visibleTo()
  if (owner !== null && owner !== user.id) throw new Error('Only another person sees this message.')
  return values === undefined ? checkButton(message, customId) : checkMenu(message, customId, values)
}

function checkButton(message: SimMessage, customId: string): string {
  const button = message.buttons().find((each) => each.customId === customId)
  if (button === undefined) throw new Error('The message does not have this button any more.')
  const caption = [button.emoji, button.label].filter((part) => part).join(' ')
  if (button.disabled) throw new Error(`The button ${caption} cannot be clicked now.`)
  return caption
}

function checkMenu(message: SimMessage, customId: string, values: readonly string[]): string {
  const menu = message.selects().find((each) => each.customId === customId)
  if (menu === undefined) throw new Error('The message does not have this menu any more.')
  if (menu.disabled) throw new Error('The menu cannot be used now.')
  const labels = values.map((value) => {
    const option = menu.options.find((each) => each.value === value)
    if (option === undefined) throw new Error('The menu does not have this option any more.')
    return option.label
  })
  if (values.length < menu.minValues || values.length > menu.maxValues) {
    throw new Error(`The menu takes ${menu.minValues} to ${menu.maxValues} options.`)
  }
  return labels.join(', ')
}
