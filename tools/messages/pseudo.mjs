import { join } from 'node:path'
import { readCatalogue } from './catalogue.mjs'
import { isForeignTable, longest, limitOf } from './check.mjs'
import { modulesOf } from './modules.mjs'

/** @typedef {import('./catalogue.mjs').Message} Message */
/** @typedef {import('@messageformat/parser').Token} Token */

/** The name of the pseudo-locale. Its numbers and dates are English. */
const PSEUDO = 'en-XA'
/** What stays as it is: the names of commands and options, which sentences repeat, and the name of the language. */
const KEPT = /^commands\.names\.|^language\./
/** Parts of a text that are not prose: code up to its end or to an argument, commands, addresses, names of settings and of rules, Markdown. */
const NOT_PROSE =
  /(`+[^`]*(?:`+|$)|(?<![\p{L}\p{N}./])\/\p{L}+(?: \p{L}+)?|[\w.]+\.(?:com|json|org)\S*|\b[A-Z\d]+_[A-Z\d_]+\b)/u
const LETTERS =
  'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqɋrŕsštţuûvṽwŵxẋyýzžAÀBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ'
const ACCENTED = new Map([...LETTERS.matchAll(/(.)(.)/gu)].map(([, plain = '', accented = '']) => [plain, accented]))
const VOWELS = /[aeiou]/gi

/**
 * The modules of the compiled messages with the English texts in the pseudo-locale `en-XA`, by the names of their files: accented, some 40 %
 * longer, and each part between arguments in ⟦ ⟧. What a test then shows outside of these marks is written in code.
 * @param {string} root the project's root
 * @returns {Map<string, string>}
 */
export function pseudoModules(root) {
  /** @type {string[]} */
  const errors = []
  const english = readCatalogue(join(root, 'i18n'), 'en', errors)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const messages = new Map([...english.messages].map(([key, message]) => [key, toPseudo(key, message)]))
  const pseudo = { language: 'en', messages }
  return modulesOf([{ language: 'en', from: [pseudo] }], pseudo)
}

/**
 * @param {string} key
 * @param {Message} message
 * @returns {Message}
 */
function toPseudo(key, message) {
  if (KEPT.test(key) || isForeignTable(key, PSEUDO)) return message
  const longer = { ...message, tokens: marked(message.tokens, true) }
  // A text that has no room for more is only marked.
  return longest(longer.tokens) <= limitOf(key) ? longer : { ...message, tokens: marked(message.tokens, false) }
}

/**
 * @param {Token[]} tokens
 * @param {boolean} isLonger
 * @returns {Token[]}
 */
function marked(tokens, isLonger) {
  let isCode = false
  return tokens.map((token) => {
    if ('cases' in token)
      return { ...token, cases: token.cases.map((each) => ({ ...each, tokens: marked(each.tokens, isLonger) })) }
    if (token.type !== 'content') return token
    // Code that began before an argument ends in a later part.
    const [code = '', prose = ''] = isCode ? (/^([^`]*`*)(.*)$/s.exec(token.value)?.slice(1) ?? []) : ['', token.value]
    isCode = ((isCode ? '`' : '') + token.value).split(/`+/).length % 2 === 0
    return { ...token, value: code + markedText(prose, isLonger) }
  })
}

/**
 * @param {string} text
 * @param {boolean} isLonger
 */
function markedText(text, isLonger) {
  const [, before = '', inner = '', after = ''] = /^(\P{L}*?)(?=[\p{L}`/])(.*?)([\s:]*)$/su.exec(text) ?? []
  if (!/\p{L}/u.test(inner)) return text
  const written = inner
    .split(NOT_PROSE)
    .map((part, index) => (index % 2 === 1 ? part : accented(part, isLonger)))
    .join('')
  return `${before}⟦${written}⟧${after}`
}

const accented = (/** @type {string} */ text, /** @type {boolean} */ isLonger) =>
  (isLonger ? text.replaceAll(VOWELS, (vowel) => vowel + vowel.toLowerCase()) : text).replaceAll(
    /[a-z]/gi,
    (letter) => ACCENTED.get(letter) ?? letter,
  )
