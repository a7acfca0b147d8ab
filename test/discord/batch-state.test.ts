import { expect, test } from 'vitest'
import { readBatch, toBatch, toBatchFile } from '../../src/discord/batch-state.ts'

test('a stored batch keeps its field names, so that the buttons of older messages work', () => {
  const stored = {
    version: 1,
    checked: [],
    waiting: ['honest_joe'],
    repeated: { count: 0, lines: [] },
    notUnderstood: { count: 1, lines: ['Some Guy'] },
  }
  const batch = toBatch({ accounts: ['honest_joe'], repeated: [], notRecognized: ['Some Guy'] })
  expect(JSON.parse(toBatchFile(batch).data.toString())).toEqual(stored)
  expect(readBatch(JSON.stringify(stored))).toMatchObject(batch)
})
