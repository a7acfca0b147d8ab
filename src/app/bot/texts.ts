import * as english from '../../../i18n/compiled/bot-en.ts'
import { load } from '../../../i18n/compiled/load-bot.ts'
import { toAccountTexts } from '../../accounts/words/account-texts.ts'
import { toBotTexts } from '../../discord/texts/texts.ts'
import { type Language, languageOf } from '../../model/language.ts'

const toTexts = (language: Language, { accounts, counters, bot, ...features }: typeof english) =>
  joinTexts(
    toBotTexts(language, bot),
    toAccountTexts(language, accounts),
    { counters },
    features.lookups,
    features.bans,
    features.watch,
    features.policy,
    features.tools,
    features.database,
  )

/** All texts of the bot in one language. */
export type Texts = ReturnType<typeof toTexts>

const loaded = new Map<Language, Texts>([['en', toTexts('en', english)]])

/** Loads all texts of the bot in a language, when they are first asked for. Rejects if their file cannot be read. */
export async function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language)
  if (known) return known
  const texts = toTexts(language, await load[language]())
  loaded.set(language, texts)
  return texts
}

/** All texts of the bot in a language that has been loaded; in English otherwise. */
export const loadedTexts = (language: Language): Texts => loaded.get(language) ?? loadedTexts('en')

/** Finds all texts of the bot for a locale of Discord; in English if their file cannot be read, as after an update of a running program. */
export const findTexts = (locale: string): Promise<Texts> =>
  loadTexts(languageOf(locale)).catch(() => loadedTexts('en'))

type Joined<Parts> = Parts extends [infer First, ...infer Others] ? First & Joined<Others> : unknown

/**
 * Merges the texts of several parts of the program. Groups of texts with the same key are merged too, but each single text may be in one
 * part only.
 * @example
 *   joinTexts({ buttons: { post: 'Post' } }, { buttons: { stop: 'Stop' } }) // { buttons: { post: 'Post', stop: 'Stop' } }
 */
function joinTexts<Parts extends object[]>(...parts: Parts): Joined<Parts> {
  return parts.reduce<object>(join, {}) as Joined<Parts>
}

function join(one: object, other: object): object {
  const joined: Record<string, unknown> = { ...one }
  for (const [key, text] of Object.entries(other)) {
    const known = joined[key]
    if (known !== undefined && !(isTexts(known) && isTexts(text)))
      throw new Error(`The text "${key}" stands in two parts.`)
    joined[key] = isTexts(known) && isTexts(text) ? join(known, text) : text
  }
  return joined
}

function isTexts(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
