import { isIP } from 'node:net'

const MAX_CHARACTERS = 10_000
const MAYBE_ADDRESS = /\d\.\d|:[\da-f]*:/i

/** Number of IP addresses in a text, perhaps with a port or the length of a prefix. */
export const countAddresses = (text: string): number =>
  text.length <= MAX_CHARACTERS && MAYBE_ADDRESS.test(text)
    ? text.split(/[\s,;|"'()[\]{}]+/).filter((word) => isIP(word.replace(/[:/]\d{1,5}$/, '')) || isIP(word)).length
    : 0
