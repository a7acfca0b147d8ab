import { type AnyComponent, COMPONENT, walkComponents } from '../../packages/sim-discord/src/index.ts'
import type { View } from '../../src/discord/view.ts'

/** The components of a view at all depths, in order. */
export const componentsOf = (view: View) =>
  [...walkComponents(view.components as AnyComponent[])].map(({ component }) => component)

/** The Markdown texts of a view. */
export const textOf = (view: View) =>
  componentsOf(view)
    .flatMap((component) => (component.type === COMPONENT.text ? [component.content] : []))
    .join('\n')

/** The buttons of a view, in order. */
export const buttonsOf = (view: View) =>
  componentsOf(view).flatMap((component) => (component.type === COMPONENT.button ? [component] : []))

/** The menus of a view. */
export const menusOf = (view: View) =>
  componentsOf(view).flatMap((component) => (component.type === COMPONENT.stringSelect ? [component] : []))

/** The custom ids of the buttons of a view. */
export const customIdsOf = (view: View) => buttonsOf(view).map(({ custom_id: customId }) => customId)

export const coloursOf = (view: View) =>
  componentsOf(view).flatMap((component) => (component.type === COMPONENT.container ? [component.accent_color] : []))
