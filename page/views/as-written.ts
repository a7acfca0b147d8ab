import { stripInvisible } from '../../src/lib/visible-text.ts'

/** A word of Steam as the page shows it: Preact writes it as text, so only invisible characters have to go. */
export const asWritten = (word: string): string => stripInvisible(word)
