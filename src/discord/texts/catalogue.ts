import { Locale } from 'discord.js'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** The languages besides English, by the locale they are shown for; a new one is its file and a line here. */
const TRANSLATIONS = new Map<string, Texts>([[Locale.German, de]])

/** What English says. */
export const defaultTexts: Texts = en

/** The texts in the language of a user's client; English where there is no translation. */
export function textsFor(locale: string): Texts {
  return TRANSLATIONS.get(locale) ?? defaultTexts
}

/** One text in every language but English, for Discord to choose from. */
export function localizationsOf(pick: (texts: Texts) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries([...TRANSLATIONS].map(([locale, texts]) => [locale, pick(texts)]))
}
