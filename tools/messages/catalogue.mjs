import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@messageformat/parser'

/** @typedef {import('@messageformat/parser').Token} Token */
/** @typedef {'string' | 'number'} ArgumentType */
/**
 * A message as its parts, and the types of its arguments in the order in which they are named first.
 * @typedef {{ tokens: Token[], types: Map<string, ArgumentType> }} Message
 */
/** @typedef {{ language: string, messages: Map<string, Message> }} Catalogue */

/** The plural categories that a language has in general, but not for the numbers that Rapsheet shows; `other` takes their place. */
const UNUSED_CATEGORIES = new Map(['es', 'fr', 'it', 'pt', 'cs'].map((language) => [language, 'many']))

/**
 * The languages that have a catalogue in this folder, English first.
 * @param {string} folder
 */
export function languagesIn(folder) {
  const files = readdirSync(folder).filter((file) => /^[\w-]+\.json$/.test(file))
  const languages = inOrder(files).map((file) => file.slice(0, -'.json'.length))
  return ['en', ...languages.filter((language) => language !== 'en')]
}

/**
 * Reads the catalogue of a language. A message that cannot be read is left out, and described in `errors`.
 * @param {string} folder
 * @param {string} language
 * @param {string[]} errors
 * @returns {Catalogue}
 */
export function readCatalogue(folder, language, errors) {
  /** @type {Map<string, Message>} */
  const messages = new Map()
  const file = `i18n/${language}.json`
  if (!isLanguage(language)) {
    errors.push(`${file}: "${language}" is no language; name the file by a tag such as "ja" or "pt-BR"`)
    return { language, messages }
  }
  try {
    const entries = /** @type {Record<string, { defaultMessage?: unknown }>} */ (
      JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
    )
    for (const [key, entry] of Object.entries(entries)) {
      try {
        messages.set(key, readMessage(entry, language))
      } catch (error) {
        errors.push(`${file}: "${key}": ${messageOf(error)}`)
      }
    }
  } catch (error) {
    errors.push(`${file} is not JSON: ${messageOf(error)}`)
  }
  return { language, messages }
}

/**
 * @param {{ defaultMessage?: unknown }} entry
 * @param {string} language
 * @returns {Message}
 */
function readMessage({ defaultMessage }, language) {
  if (typeof defaultMessage !== 'string') throw new Error('write it as { "defaultMessage": "…" }')
  if (defaultMessage.includes("'")) throw new Error("it has the apostrophe ' that quotes braces; write ’")
  const tokens = parse(defaultMessage, { cardinal: categoriesOf(language), strict: true })
  return { tokens, types: typesOf(tokens) }
}

const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error))

/** Whether a tag is written as in BCP 47, and its language has plural rules of its own. */
function isLanguage(/** @type {string} */ tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag && Intl.PluralRules.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/**
 * A copy of a list in the order of the characters. `toSorted` is newer than the types of scripts in JavaScript.
 * @param {string[]} list
 */
export function inOrder(list) {
  const copy = [...list]
  // oxlint-disable-next-line unicorn/no-array-sort
  copy.sort((a, b) => (a < b ? -1 : 1))
  return copy
}

const categoriesOf = (/** @type {string} */ language) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

/**
 * The plural categories that a plural in this language has to have, when it has exact cases for these numbers.
 * @param {string} language
 * @param {number[]} exact
 */
export function neededCategories(language, exact) {
  const rules = new Intl.PluralRules(language)
  const unused = UNUSED_CATEGORIES.get(language.split('-')[0] ?? '')
  const isCovered = (/** @type {string} */ category) =>
    category !== 'other' && SAMPLES.every((count) => rules.select(count) !== category || exact.includes(count))
  return categoriesOf(language).filter((category) => category !== unused && !isCovered(category))
}

/** Numbers among which each category of a language has some, and more than one unless it is for a single number only. */
const SAMPLES = [...Array.from({ length: 200 }, (_, index) => index), 1.5]

/**
 * The types of the arguments of a message. Throws for what messages may not contain.
 * @param {Token[]} tokens
 * @param {Map<string, ArgumentType>} [types]
 */
function typesOf(tokens, types = new Map()) {
  const use = (/** @type {string} */ name, /** @type {ArgumentType} */ type) => {
    const known = types.get(name)
    if (known !== undefined && known !== type) throw new Error(`"${name}" is both a ${known} and a ${type}`)
    types.set(name, type)
  }
  for (const token of tokens) {
    if (token.type === 'argument') use(token.arg, 'string')
    else if (token.type === 'function') {
      if (token.key !== 'number' || token.param)
        throw new Error(`{${token.arg}, ${token.key} …} is not supported; use {${token.arg}, number}`)
      use(token.arg, 'number')
    } else if (token.type === 'plural' || token.type === 'select') {
      if (token.pluralOffset) throw new Error('"offset:" is not supported')
      use(token.arg, token.type === 'plural' ? 'number' : 'string')
      for (const { tokens: inner } of token.cases) typesOf(inner, types)
    } else if (token.type === 'selectordinal') throw new Error('"selectordinal" is not supported')
  }
  return types
}
