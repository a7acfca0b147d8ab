import { type AnyComponent, walkComponents } from '../../packages/sim-discord/src/index.ts'
import { TOOL_SCOPES } from '../../src/model/tool-token.ts'
import type { View } from '../../src/discord/view.ts'

/** Names and units, which are the same in every language. */
const NAMES = new Set(['English', 'STEAM', 'Rapsheet', 'Steam', 'Rust', 'UTC', 'Windows', 'KiB', 'MiB'])
/** What `Intl` writes in English: dates, units, countries and lists. */
const WRITTEN_BY_INTL =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|hours|Germany|United|States|and)$/
const SCOPES = TOOL_SCOPES.join('|')
/** What is not written in code: messages, code, addresses, names of files, mentions and times of Discord, lists of scopes, and names in tests, such as `WWW`. */
const ALLOWED = new RegExp(
  `⟦[^⟧]*⟧|\`[^\`]*\`|https?://[^\\s)>]+|\\b[a-z]+\\.csv\\b|<[^<>\\s]*>|([A-Z])\\1+|^(?:${SCOPES})$|(?<!\\S)(?:${SCOPES})(?: (?:${SCOPES}))+(?!\\S)`,
  'gm',
)

/** The English words in a text that are outside of the marks of the pseudo-locale: they are written in code. */
export const unmarkedWords = (text: string): string[] =>
  (text.replaceAll(ALLOWED, ' ').match(/[A-Za-z]{2,}/g) ?? []).filter(
    (word) => !NAMES.has(word) && !WRITTEN_BY_INTL.test(word),
  )

/** The texts of a view that are written in code, in part at least. */
export const unmarkedTexts = ({ components }: View): string[] =>
  [...walkComponents(components as AnyComponent[])]
    .flatMap(({ component }) => textsOf(component))
    .filter((text) => unmarkedWords(text).length > 0)

/** The texts that a component shows. */
function textsOf(component: object): string[] {
  return Object.entries(component).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string')
      return ['content', 'label', 'placeholder', 'description'].includes(key) ? [value] : []
    const isOwn = ['options', 'items'].includes(key) && Array.isArray(value)
    return isOwn ? (value as object[]).flatMap(textsOf) : []
  })
}
