import type { DecodedText, Encoding } from './decode-text.ts'

/** How the guessed encoding of a file spells it, so that a person can check the guess. */
export interface Spelling {
  /** The name of the encoding, such as `Windows-1251`. */
  encoding: string
  /** The first words that another encoding spells otherwise; they consist of letters. */
  words: string[]
}

const MAX_WORDS = 3
const MAX_WORD_CHARACTERS = 20
const WORD = /[\p{L}\p{M}\uFFFD]{1,20}/gu
const SAMPLE_CHARACTERS = 64 * 1024
const BEYOND_ASCII = /[^\0-\x7F]/
const DAMAGED = /\uFFFD/

/** A pattern of the characters that a guess of this encoding may spell wrong. */
export const doubtfulIn = (encoding: Encoding): RegExp => (encoding === 'utf-8' ? DAMAGED : BEYOND_ASCII)

/**
 * The name of an encoding as people write it.
 * @example
 *   formatEncoding('gbk') // 'GBK'
 */
export const formatEncoding = (encoding: Encoding): string =>
  encoding.replace(/^[a-z]+$|^utf|^w/, (start) => start.toUpperCase())

/** Determines how a decoded text is spelled; null if its encoding is certain, or no word depends on it. */
export function spellingOf({ text, encoding, isGuessed }: DecodedText): Spelling | null {
  if (!isGuessed) return null
  const doubtful = doubtfulIn(encoding)
  const start = Math.max(0, text.search(doubtful) - MAX_WORD_CHARACTERS)
  const words = text.slice(start, start + SAMPLE_CHARACTERS).match(WORD) ?? []
  const shown = [...new Set(words.filter((word) => doubtful.test(word)))].slice(0, MAX_WORDS)
  return shown.length === 0 ? null : { encoding: formatEncoding(encoding), words: shown }
}
