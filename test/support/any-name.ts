import fc from 'fast-check'
import { HOSTILE_NAMES } from '../../packages/sim-steam/src/names.ts'

const FRAGMENTS = [
  '* ** _ __ ~~ || ` ``` \\ > >>> # -# - 1. a ש 😀 é'.split(' '),
  '[ ]( ) (http://x.io) https://x.io <https://x.io> <@1> <@&12> <#1> @everyone <t:1:R> <:a:1> </lookup:1>'.split(' '),
  ['\n', ' ', '\u0301\u0302\u0303\u0304', '\u202E', '\u200B'],
].flat()
/** Arbitrary names with many characters that have a meaning in Discord's Markdown. */
export const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 48 }),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.constantFrom(...Object.values(HOSTILE_NAMES)),
)
