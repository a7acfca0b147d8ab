import { describe, expect, test } from 'vitest'
import { formatPresets, readPresets } from '../../src/bans/presets.ts'
import { BanError } from '../../src/model/ban.ts'

const NOW = 1_767_225_600

function problemOf(text: string): unknown {
  try {
    return readPresets(text, NOW)
  } catch (error) {
    return error instanceof BanError ? error.problem : error
  }
}

test.each([
  ['toxic | 7d', { reason: 'toxic', end: '7d' }],
  ['toxic|7d', { reason: 'toxic', end: '7d' }],
  ['  Beleidigung  |  14 Tage ', { reason: 'Beleidigung', end: '14d' }],
  ['raid | 6 months', { reason: 'raid', end: '6mo' }],
  ['raid | 48H', { reason: 'raid', end: '48h' }],
  ['raid | 007d', { reason: 'raid', end: '7d' }],
  ['cheating', { reason: 'cheating', end: '' }],
  ['cheating |', { reason: 'cheating', end: '' }],
  ['cheating | for good', { reason: 'cheating', end: '' }],
  ['читы | навсегда', { reason: 'читы', end: '' }],
  ['cheats: aimbot, esp', { reason: 'cheats: aimbot, esp', end: '' }],
])('the line %j is read', (line, preset) => {
  expect(readPresets(`\n${line}\r\n\n`, NOW)).toEqual([preset])
  expect(readPresets(formatPresets([preset]), NOW)).toEqual([preset])
})

describe('a wrong line is named', () => {
  test.each([
    ['| 7d', 'no_reason'],
    ['\u202e | 7d', 'no_reason'],
    ['toxic | banana', 'no_end'],
    ['toxic | 7d | 8d', 'no_end'],
    ['toxic | 0d', 'no_end'],
    ['toxic | 11y', 'no_end'],
    // It would pass, and every ban after it would be refused.
    ['toxic | 2027-12-31', 'no_end'],
    ['TOXIC | 7d', 'twice'],
    ['x'.repeat(81), 'too_long'],
    ['😀'.repeat(41), 'too_long'],
  ])('%j: %s', (line, why) => {
    expect(problemOf(`toxic\n${line}`)).toEqual({ code: 'wrong_preset', line, why, limit: 80 })
  })

  test('and more than 25 are too many', () => {
    const lines = Array.from({ length: 26 }, (_, index) => `reason ${index}`)
    expect(problemOf(lines.join('\n'))).toEqual({ code: 'too_many_presets', limit: 25 })
    expect(readPresets(lines.slice(1).join('\n'), NOW)).toHaveLength(25)
  })
})
