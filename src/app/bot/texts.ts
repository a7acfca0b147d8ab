import * as english from '../../../i18n/compiled/bot-en.ts'
import { load } from '../../../i18n/compiled/load-bot.ts'
import { toAccountTexts } from '../../accounts/words/account-texts.ts'
import { toBotTexts } from '../../discord/texts/texts.ts'
import { joinTexts } from '../../lib/join-texts.ts'
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
