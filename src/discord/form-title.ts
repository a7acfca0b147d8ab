import { stripInvisible } from '../lib/visible-text.ts'

/** Discord's limit for the title of a form, UTF-16 units. */
const TITLE_UNITS = 45

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The title of a form about an account, such as "Ban Roof Raider"; a name that is too long is cut.
 * @example
 *   formTitle(({ name }) => `Ban ${name}`, 'Roof Raider') // 'Ban Roof Raider'
 */
export function formTitle(title: (values: { name: string }) => string, name: string): string {
  const room = TITLE_UNITS - title({ name: '' }).length
  const visible = stripInvisible(name, TITLE_UNITS)
  if (visible.length <= room) return title({ name: visible })
  let end = 0
  for (const { index, segment } of graphemes.segment(visible))
    if (index + segment.length < room) end = index + segment.length
  return title({ name: `${visible.slice(0, end)}…` })
}
