import { stripInvisible } from '../../src/lib/visible-text.ts'

/** Cleans a text from Steam. Preact escapes it, so only invisible characters have to be removed. */
export const asWritten = (word: string): string => stripInvisible(word)
