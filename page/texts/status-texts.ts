import { load } from '../../i18n/compiled/load-status.ts'
import type * as english from '../../i18n/compiled/status-en.ts'
import { lazyListFormat } from '../../src/lib/lazy.ts'
import { createPlurals } from '../../src/lib/plural.ts'
import { dateLocaleOf, type Language } from '../../src/model/language.ts'

/** Every text of the status page, in one language. Names in backticks are shown as code. */
export type StatusTexts = typeof english.status & {
  language: Language
  facts: { number: (value: number) => string }
  /** A list of names: `STEAM_API_KEY and STORE_URL`. */
  list: (words: readonly string[]) => string
}

/** Loads the texts of a language, which are a file of their own. */
export const loadStatusTexts = async (language: Language): Promise<StatusTexts> =>
  toStatusTexts(language, await load[language]())

/** The texts of the status page from the messages of a language. */
const toStatusTexts = (language: Language, { status }: typeof english): StatusTexts => ({
  ...status,
  language,
  facts: { ...status.facts, number: createPlurals(language).number },
  list: lazyListFormat(dateLocaleOf(language)),
})
