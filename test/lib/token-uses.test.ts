import { expect, test } from 'vitest'
import { createTokenUses } from '../../src/lib/token-uses.ts'

function open() {
  const time = { now: 1_000 }
  const database = { isFailing: false, uses: [] as [number, number][], errors: [] as unknown[] }
  const uses = createTokenUses({
    transaction: async (work) => {
      if (database.isFailing) throw new Error('the disk is full')
      await work({ noteUse: async (...use) => void database.uses.push(use) })
    },
    clock: { unixSeconds: () => time.now },
    onError: (error) => database.errors.push(error),
  })
  return { ...uses, time, database }
}

test('the uses of a token are stored once a minute', async () => {
  const { note, settled, time, database } = open()
  for (const now of [1_000, 1_000, 1_059, 1_060]) {
    time.now = now
    note(7)
    await settled()
  }
  expect(database).toEqual({
    isFailing: false,
    uses: [
      [7, 1_000],
      [7, 1_060],
    ],
    errors: [],
  })
})

test('a use that could not be stored is stored at the next use, so that the replaced token ends then', async () => {
  const { note, settled, time, database } = open()
  database.isFailing = true
  note(7)
  // Noted while the first one is being stored.
  note(8)
  await settled()
  expect(database).toMatchObject({ uses: [], errors: [{}, {}] })
  database.isFailing = false
  time.now += 1
  note(7)
  note(8)
  await settled()
  expect(database.uses).toEqual([
    [7, 1_001],
    [8, 1_001],
  ])
})
