import { describe, expect, test } from 'vitest'
import { banChangeCells, formatBanChange } from '../../../src/bans/discord/ban-log.ts'
import { toTermsDetail } from '../../../src/model/terms-detail.ts'
import { ALICE } from '../../support/community.ts'
import { de, en } from '../../support/texts.ts'

const UNTIL = Date.UTC(2026, 4, 4, 15) / 1000
/** The detail of a ban without an end that has replaced one with another reason. */
const toReasonDetail = (reason: string, before = reason) =>
  toTermsDetail({ reason, until: null }, { reason: before, until: null })

test('the log of a ban has its end and the name that the account had then', () => {
  const detail = toTermsDetail({ reason: 'bot', until: UNTIL, name: 'Roof Raider' })
  const change = { steamId: ALICE, detail }
  expect(formatBanChange({ ...change, action: 'ban_added' }, 120, en, 'other name')).toBe(
    `banned Roof Raider \`${ALICE}\` · bot · until <t:${UNTIL}:f>`,
  )
  // Not "lifted until".
  expect(formatBanChange({ ...change, action: 'ban_removed' }, 120, en)).toBe(
    `lifted the ban of Roof Raider \`${ALICE}\` · bot`,
  )
  expect(banChangeCells({ action: 'ban_added', detail }, en)).toEqual({
    name: 'Roof Raider',
    reason: 'bot',
    until: '2026-05-04T15:00:00Z',
  })
  const edited = toTermsDetail({ reason: 'bot', until: null }, { reason: 'bot', until: UNTIL })
  expect(formatBanChange({ steamId: ALICE, detail: edited, action: 'ban_changed' }, 120, en, 'Roof Raider')).toBe(
    `changed the ban of Roof Raider \`${ALICE}\` · bot · for good · before: until <t:${UNTIL}:f>`,
  )
})

test('the log of a ban says that its note was changed, and neither note', () => {
  const ban = { reason: 'bot', until: null, note: 'new' }
  const noteOnly = toTermsDetail(ban, { ...ban, note: 'old' })
  const change = { action: 'ban_changed', steamId: ALICE, detail: noteOnly } as const
  expect(noteOnly).not.toMatch(/old|new/)
  expect(formatBanChange(change, 120, en)).toBe(`changed the ban of \`${ALICE}\` · bot · for good · note changed`)
  expect(banChangeCells(change, en).note).toBe('note changed')
  const both = toTermsDetail(ban, { ...ban, reason: 'aimbot', note: '' })
  expect(banChangeCells({ ...change, detail: both }, en).note).toBe('before: aimbot, note changed')
  expect(toTermsDetail(ban, ban)).toBe('bot')
})

describe('the log of a ban that was replaced', () => {
  const sentenceOf = (detail: string, texts = en, characters = 120) =>
    formatBanChange({ action: 'ban_changed', steamId: ALICE, detail }, characters, texts)
  const cellsOf = (detail: string, texts = en) => banChangeCells({ action: 'ban_changed', detail }, texts)

  test('has the reason that was overwritten', () => {
    const detail = toReasonDetail('bot', 'aim*bot')
    expect([sentenceOf(detail), sentenceOf(detail, de)]).toEqual([
      `changed the ban of \`${ALICE}\` · bot · before: aim\\*bot · for good`,
      `hat den Ban von \`${ALICE}\` geändert · bot · vorher: aim\\*bot · auf Dauer`,
    ])
    expect([cellsOf(detail), cellsOf(detail, de)]).toEqual([
      { name: '', reason: 'bot', until: '', note: 'before: aim*bot' },
      { name: '', reason: 'bot', until: '', note: 'vorher: aim*bot' },
    ])
  })

  test('has it also when the new reason is empty, and leaves out what is empty or the same', () => {
    expect(sentenceOf(toReasonDetail('', 'aimbot'))).toBe(`changed the ban of \`${ALICE}\` · before: aimbot · for good`)
    for (const before of ['', 'bot', undefined]) {
      const detail = toReasonDetail('bot', before)
      expect(sentenceOf(detail)).toBe(`changed the ban of \`${ALICE}\` · bot · for good`)
      expect(cellsOf(detail)).toEqual({ name: '', reason: 'bot', until: '' })
    }
    expect(sentenceOf('')).toBe(`changed the ban of \`${ALICE}\` · for good`)
  })

  test('shares the room of a reason between both', () => {
    const shown = sentenceOf(toReasonDetail('a'.repeat(80), 'b'.repeat(80)))
    expect(shown.match(/[ab…]{20,}/g)?.map((text) => text.length <= 60)).toEqual([true, true])
  })
})
