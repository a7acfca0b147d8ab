import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createPostgresPool } from '../../src/lib/postgres-pool.ts'
import { createTextSeal } from '../../src/lib/sealed-text.ts'
import { createSealedNotes } from '../../src/cluster/sealed-notes.ts'
import { migratePostgres, postgresForTest } from '../support/postgres.ts'

const TOKEN = 'aW50ZXJhY3Rpb246-the-token-of-an-interaction'

async function notesForTest() {
  const url = await migratePostgres(await postgresForTest())
  const pool = createPostgresPool({ url, name: 'test', connections: 2, clock: systemClock })
  const state = { isDown: false, writes: 0 }
  const open = (holder: string, { secret = 'secret', lifeSeconds = 900 } = {}) => {
    const notes = createSealedNotes({
      run(withinMs, task) {
        if (state.isDown) return Promise.reject(new Error('down'))
        state.writes += 1
        return pool.run(withinMs, task)
      },
      seal: createTextSeal(secret, 'test'),
      holder,
      lifeSeconds,
      clock: { sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 1_000), signal) },
      onError: () => {},
    })
    onTestFinished(() => notes.close())
    return notes
  }
  onTestFinished(() => pool.close())
  const rows = async () => {
    const result = await pool.run(1_000, (client) => client.query('SELECT * FROM rapsheet_replicas.open_answers'))
    return result.rows as { id: string; holder: string; note: Buffer }[]
  }
  return { open, rows, state }
}

test('a note is stored unreadable, and taken by another process, until one has removed it', async () => {
  const { open, rows } = await notesForTest()
  const [first, second, third] = [open('first'), open('second'), open('third')]
  first.add('1', TOKEN)
  await expect.poll(rows).toHaveLength(1)
  expect((await rows())[0]?.note.toString('latin1')).not.toContain('aW50')
  expect(await first.takeOthers()).toEqual({ notes: [], unreadable: 0 })
  expect(await second.takeOthers()).toEqual({
    notes: [{ id: '1', text: TOKEN, remove: expect.any(Function) }],
    unreadable: 0,
  })
  const [note] = (await third.takeOthers()).notes
  note?.remove()
  await expect.poll(rows).toEqual([])
})

test('a note that is removed is gone, also one that is removed while it is written', async () => {
  const { open, rows } = await notesForTest()
  const notes = open('first')
  const removes = Array.from({ length: 200 }, (_, index) => notes.add(String(index), TOKEN))
  for (const [index, remove] of removes.entries()) {
    if (index % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
    remove()
  }
  await notes.close()
  expect(await rows()).toEqual([])
})

test('a note that is removed at once is not written', async () => {
  const { open, state } = await notesForTest()
  const notes = open('first')
  await new Promise((resolve) => setTimeout(resolve, 20))
  const { writes } = state
  state.isDown = true
  notes.add('1', TOKEN)()
  await new Promise((resolve) => setImmediate(resolve))
  expect(state.writes).toBe(writes)
})

test('notes are written, and removed, after an outage of the database', async () => {
  const { open, rows, state } = await notesForTest()
  const notes = open('first')
  const remove = notes.add('1', TOKEN)
  await expect.poll(rows).toHaveLength(1)
  state.isDown = true
  remove()
  notes.add('2', TOKEN)
  await new Promise((resolve) => setTimeout(resolve, 100))
  state.isDown = false
  await expect.poll(async () => (await rows()).map(({ id }) => id)).toEqual(['2'])
})

test('notes of another secret are counted only, and expired ones are removed', async () => {
  const { open, rows } = await notesForTest()
  open('first', { secret: 'other' }).add('1', TOKEN)
  await expect.poll(rows).toHaveLength(1)
  expect(await open('second').takeOthers()).toEqual({ notes: [], unreadable: 1 })
  open('third', { lifeSeconds: 0 }).add('2', TOKEN)
  await expect.poll(async () => (await rows()).map(({ id }) => id)).toEqual(['1'])
})
