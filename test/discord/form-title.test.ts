import { expect, test } from 'vitest'
import { formTitle } from '../../src/discord/form-title.ts'

test('a title fits Discord, and a name is cut between what people see as characters', () => {
  const title = ({ name }: { name: string }) => `Ban ${name}`
  expect(formTitle(title, 'Roof Raider')).toBe('Ban Roof Raider')
  const family = '👨‍👩‍👧'
  for (const name of ['x'.repeat(60), '👍🏽'.repeat(20), family.repeat(9), 'e\u0301'.repeat(40)]) {
    const shown = formTitle(title, name)
    expect(shown.length).toBeLessThanOrEqual(45)
    expect(shown).toMatch(/^Ban (?:\P{Cs})*\S…$/u)
  }
})
