import { describe, expect, test } from 'vitest'
import type { SimMessage, SimSelect } from '../../../packages/sim-discord/src/index.ts'
import { findChoice } from '../../../demo/prompt/menus.ts'

const menu = (customId: string, labels: string[]): SimSelect => ({
  customId,
  placeholder: undefined,
  disabled: false,
  minValues: 1,
  maxValues: 1,
  options: labels.map((label) => ({ label, value: `value of ${label}`, description: undefined, isDefault: false })),
})
const message = (...menus: SimSelect[]) => ({ selects: () => menus }) as unknown as SimMessage

const rules = message(
  menu('rules', ['Community ban', 'Trade ban', 'Hours hidden, or Rust not owned']),
  menu('age', ['Account age hidden: refuse', 'Account age hidden: accept']),
)

describe('choosing from menus', () => {
  test.each([
    ['2', 'rules', ['Trade ban']],
    ['5', 'age', ['Account age hidden: accept']],
    ['Trade', 'rules', ['Trade ban']],
    ['Hours hidden, or', 'rules', ['Hours hidden, or Rust not owned']],
    ['1,3', 'rules', ['Community ban', 'Hours hidden, or Rust not owned']],
    ['Trade ban, 1', 'rules', ['Trade ban', 'Community ban']],
  ])('%j', (typed, customId, labels) => {
    const choice = findChoice(rules, typed)
    expect(choice).toMatchObject({ customId, values: labels.map((label) => `value of ${label}`) })
    expect(choice.caption).toBe(labels.join(', '))
  })

  test('none empties the first menu', () => {
    expect(findChoice(rules, 'none')).toMatchObject({ customId: 'rules', values: [], caption: 'none' })
  })

  test.each([
    ['9', 'The menu has no 9. Options: 1 Community ban, 2 Trade ban, 3 Hours hidden, or Rust not owned, 4 Account age'],
    ['1,', 'The menu has no .'],
    ['1,4', 'Community ban and Account age hidden: refuse are in different menus'],
  ])('rejects %j', (typed, sentence) => {
    expect(() => findChoice(rules, typed)).toThrow(sentence)
  })

  test.each(['1', 'none'])('rejects %j without a menu', (typed) => {
    expect(() => findChoice(message(), typed)).toThrow(`The menu has no ${typed}. Options: none.`)
  })
})
