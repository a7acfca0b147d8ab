import { inEachLanguage, type Translated } from '../model/language.ts'

type Joined<Parts> = Parts extends [Translated<infer First>, ...infer Others] ? First & Joined<Others> : unknown

/**
 * Merges the texts of several parts of the program. Groups of texts with the same key are merged too, but each single text may be in one
 * part only.
 * @example
 *   joinTexts({ en: { post: 'Post' }, de: { post: 'Posten' } }, { en: { stop: 'Stop' }, de: { stop: 'Stopp' } }).de
 *   // { post: 'Posten', stop: 'Stopp' }
 */
export const joinTexts = <Parts extends Translated<object>[]>(...parts: Parts) =>
  inEachLanguage((language) => parts.map((part) => part[language]).reduce(join, {}) as Joined<Parts>)

const join = (one: object, other: object): object => {
  const joined: Record<string, unknown> = { ...one }
  for (const [key, text] of Object.entries(other)) {
    const known = joined[key]
    if (known !== undefined && !(isTexts(known) && isTexts(text)))
      throw new Error(`The text "${key}" stands in two parts.`)
    joined[key] = isTexts(known) && isTexts(text) ? join(known, text) : text
  }
  return joined
}

const isTexts = (value: unknown): value is object => typeof value === 'object' && value !== null
