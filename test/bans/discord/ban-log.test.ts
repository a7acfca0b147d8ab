import { describe, expect, test } from 'vitest'
import { toReasonDetail } from '../../../src/bans/ban-texts.ts'
import { banChangeCells, formatBanChange } from '../../../src/bans/discord/ban-log.ts'
import { ALICE } from '../../support/community.ts'
import { de, en } from '../../support/texts.ts'

describe('the log of a ban that was replaced', () => {
  const sentenceOf = (detail: string, texts = en, characters = 120) =>
    formatBanChange({ action: 'ban_changed', steamId: ALICE, detail }, characters, texts)
  const cellsOf = (detail: string, texts = en) => banChangeCells({ action: 'ban_changed', detail }, texts)

  test('has the reason that was overwritten', () => {
    const detail = toReasonDetail('bot', 'aim*bot')
    expect([sentenceOf(detail), sentenceOf(detail, de)]).toEqual([
      `changed the ban of \`${ALICE}\` · bot · before: aim\\*bot`,
      `hat den Ban von \`${ALICE}\` geändert · bot · vorher: aim\\*bot`,
    ])
    expect([cellsOf(detail), cellsOf(detail, de)]).toEqual([
      { change: 'ban changed', reason: 'bot', note: 'before: aim*bot' },
      { change: 'Ban geändert', reason: 'bot', note: 'vorher: aim*bot' },
    ])
  })

  test('has it also when the new reason is empty, and leaves out what is empty or the same', () => {
    expect(sentenceOf(toReasonDetail('', 'aimbot'))).toBe(`changed the ban of \`${ALICE}\` · before: aimbot`)
    for (const before of ['', 'bot', undefined]) {
      const detail = toReasonDetail('bot', before)
      expect(sentenceOf(detail)).toBe(`changed the ban of \`${ALICE}\` · bot`)
      expect(cellsOf(detail)).toEqual({ change: 'ban changed', reason: 'bot' })
    }
    expect(sentenceOf('')).toBe(`changed the ban of \`${ALICE}\``)
  })

  test('shares the room of a reason between both', () => {
    const shown = sentenceOf(toReasonDetail('a'.repeat(80), 'b'.repeat(80)))
    expect(shown.match(/[ab…]{20,}/g)?.map((text) => text.length <= 60)).toEqual([true, true])
  })
})
