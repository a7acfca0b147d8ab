import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showMarkdown } from '../../packages/sim-discord/src/index.ts'
import { formatAuthor } from '../../src/discord/author.ts'
import { toolAuthor } from '../../src/model/tool-token.ts'
import { authors } from '../support/view-limits.ts'

test.each([
  ['200000000000000001', '@somebody'],
  [toolAuthor('my panel'), '🔑 my panel'],
  [toolAuthor('*bold* @everyone <@1>'), '🔑 *bold* @everyone <@1>'],
  [toolAuthor('~'.repeat(32)), `🔑 ${'~'.repeat(32)}`],
])('of %j is shown as %j', (author, shown) => {
  expect(showMarkdown(formatAuthor(author), { now: 0, nameOf: () => 'somebody' })).toBe(shown)
})

test('has a bounded length', () => {
  fc.assert(fc.property(authors, (author) => formatAuthor(author).length <= 70))
})
