import { expect, test } from 'vitest'
import { midSentence, sentenceCase } from '../../src/lib/sentence-case.ts'

test.each([
  ['en', 'Account is 3 days old', 'account is 3 days old'],
  ['en', '2 VAC bans', '2 VAC bans'],
  ['en', 'Steam Community ban', 'Steam Community ban'],
  ['en', 'VAC bans', 'VAC bans'],
  ['ru', 'Аккаунту 3 дня', 'аккаунту 3 дня'],
  ['tr', 'İstisna', 'istisna'],
  ['de', 'Konto ist 3 Tage alt', 'Konto ist 3 Tage alt'],
])('within a sentence, %s: %s', (language, text, expected) => {
  expect(midSentence(text, language)).toBe(expected)
})

test('a sentence begins with a capital by the rules of its language', () => {
  expect([sentenceCase('istisna', 'tr'), sentenceCase('in', 'en')]).toEqual(['İstisna', 'In'])
})
