import { Locale } from 'discord.js'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** Translations by Discord locale. A new language is a file and a line here. */
const TRANSLATIONS = new Map<string, Texts>([[Locale.German, de]])

/** The English texts. */
export const defaultTexts: Texts = en

/** The texts for a Discord locale; English when there is no translation. */
export function textsFor(locale: string): Texts {
  return TRANSLATIONS.get(locale) ?? defaultTexts
}

/** One text in every language except English, in the form of Discord's localization fields. */
export function localizationsOf(pick: (texts: Texts) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries([...TRANSLATIONS].map(([locale, texts]) => [locale, pick(texts)]))
}
