import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { showMarkdown } from '../../packages/sim-discord/src/index.ts'
import { HOSTILE_NAMES } from '../../packages/sim-steam/src/names.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import { escapeMarkdown } from '../../src/discord/escape.ts'
import { anyName } from '../support/any-name.ts'
import { numRuns } from '../support/num-runs.ts'

const READER = { now: 0, nameOf: () => 'somebody' }
const ISOLATES = /[\u2068\u2069]/g
/** How Discord renders a text. */
const shown = (markdown: string) => showMarkdown(markdown, READER).replaceAll(ISOLATES, '')

describe('an escaped name', () => {
  test('is rendered literally at any position', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const [literal, visible] = [escapeMarkdown(name), stripInvisible(name)]
        expect(shown(literal)).toBe(visible)
        if (visible === '') return
        expect(shown(`### ${literal}`)).toBe(visible)
        expect(shown(`of ${literal} \`1\``)).toBe(`of ${visible} \`1\``)
        expect(shown(`**${literal}** names`)).toBe(`${visible} names`)
        expect(shown(`[${literal}](https://x.io/1) · next`)).toBe(`${visible} (https://x.io/1) · next`)
      }),
      { numRuns: numRuns(1_000) },
    )
  })

  test.each([
    ['**a** __b__ ~~c~~ ||d|| *e* _f_', '**a** __b__ ~~c~~ ||d|| *e* _f_'],
    ['[free skins](http://x.io)', '[free skins](http://x.io)'],
    ['https://x.io/a_b', 'https://x.io/a_b'],
    ['<@123456789012345678>', '<@123456789012345678>'],
    ['<@&123456789012345678>', '<@&123456789012345678>'],
    ['@everyone @here', '@everyone @here'],
    ['</lookup:123> <:a:1> <t:1:R>', '</lookup:123> <:a:1> <t:1:R>'],
    ['# head', '# head'],
    ['> quote', '> quote'],
    ['1. one', '1. one'],
    ['`code` ```', '`code` ```'],
    ['\\*', '\\*'],
    ['😀 Jürgen 小明', '😀 Jürgen 小明'],
  ])('%j is rendered as %j', (name, seen) => {
    expect(shown(escapeMarkdown(name))).toBe(seen)
  })

  test('does not affect the text direction of the line around it', () => {
    expect(escapeMarkdown('שלום')).toBe('\u2068שלום\u2069')
    expect(escapeMarkdown('مرحبا!')).toBe('\u2068مرحبا\\!\u2069')
    expect(escapeMarkdown('plain')).toBe('plain')
    fc.assert(
      fc.property(anyName, (name) => {
        // The only direction marks left are the isolates around the name.
        expect(escapeMarkdown(name).replace(/^\u2068([^]*)\u2069$/, '$1')).not.toMatch(
          /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/,
        )
      }),
    )
  })

  test('is empty when nothing visible is left', () => {
    expect(escapeMarkdown(HOSTILE_NAMES.invisible)).toBe('')
  })
})
