import { menuRows } from '../list.ts'
import { toCustomId } from '../custom-id.ts'
import type { Texts } from '../texts/texts.ts'

/** The custom id of the menu *More …*, whose options are the custom ids of the components that they stand for. */
export const MORE_ID = toCustomId('more')

/** An option of the menu: its words, and the custom id of the component that it stands for. */
export interface MoreOption {
  icon: string
  label: string
  customId: string
}

/** A menu of what a card offers besides its buttons. Choosing an option does what a button with its custom id does. */
export const moreMenu = (options: MoreOption[], { buttons }: Texts) =>
  menuRows(
    MORE_ID,
    buttons.moreMenu,
    options.map(({ icon, label, customId }) => ({ icon, label, value: customId })),
  )
