import type { Random } from '../../packages/sim-steam/src/random.ts'

const PIECES = [
  'aimbot',
  'wallhack.',
  'cheating!',
  'griefing?',
  '**markup**',
  '@everyone',
  '<@100000000000000001>',
  '"quoted"',
  String.raw`\o/`,
  '`code`',
  '…',
  '🔨',
  '👍🏽',
  '🇩🇪🇬🇧',
  'e\u0301',
  'мат',
  '漢字漢字漢字漢字',
  'a'.repeat(30),
]
const INVISIBLE = ['\u202e', '\u200b', '\u2066', '\u0007']
const MAX_CHARACTERS = 80

/** The reason of a ban as it is stored: one line of plain text, a fifth of them empty. */
export function randomReason(random: Random): string {
  const longest = random.chance(0.2) ? 0 : random.integer(1, MAX_CHARACTERS)
  let text = ''
  for (;;) {
    const next = `${text}${text !== '' && random.chance(0.7) ? ' ' : ''}${random.pick(PIECES)}`
    if (Array.from(next).length > longest) return text
    text = next
  }
}

/** The same reason as somebody may type it: with line breaks between the words, and with invisible characters. */
export const disguised = (random: Random, reason: string): string =>
  reason
    .split(' ')
    .map((word) => (random.chance(0.2) ? random.pick(INVISIBLE) + word + random.pick(INVISIBLE) : word))
    .join(random.chance(0.3) ? ' \n ' : ' ')
