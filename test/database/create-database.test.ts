import { expect, test } from 'vitest'
import type { Repositories } from '../../src/app/database.ts'
import { databaseForTest } from '../support/database.ts'
import { deferred } from '../support/deferred.ts'

const write =
  (value: string) =>
  ({ meta }: Repositories) =>
    meta.set('guild_count', value)
const read = ({ meta }: Repositories) => meta.get('guild_count')

test('transactions run one after another', async () => {
  const database = await databaseForTest()
  const add = () =>
    database.transaction(async ({ meta }) => {
      await meta.set('guild_count', String(Number((await meta.get('guild_count')) ?? 0) + 1))
    })
  await Promise.all(Array.from({ length: 50 }, add))
  expect(await database.read(read)).toBe('50')
})

test('a read does not wait for a transaction that writes, and sees what was committed before it', async () => {
  const database = await databaseForTest()
  await database.transaction(write('1'))
  const [hasWritten, goesOn] = [deferred<void>(), deferred<void>()]
  const writing = database.transaction(async (repositories) => {
    await write('2')(repositories)
    hasWritten.resolve()
    await goesOn.promise
  })
  await hasWritten.promise
  expect(await database.read(read)).toBe('1')
  goesOn.resolve()
  await writing
  expect(await database.read(read)).toBe('2')
})

test('many long reads for one Discord server delay those for another one and short reads by one of them', async () => {
  const database = await databaseForTest()
  const goesOn = deferred<void>()
  const ended: string[] = []
  const noted = (name: string) => async () => void ended.push(name)
  const first = database.read(() => goesOn.promise, 'busy server')
  const others = Array.from({ length: 20 }, (_, n) => database.read(noted(`busy ${n}`), 'busy server'))
  const quiet = [database.read(noted('quiet'), 'quiet server'), database.read(noted('short'))]
  goesOn.resolve()
  await Promise.all([first, ...others, ...quiet])
  expect(ended.slice(0, 2).toSorted()).toEqual(['quiet', 'short'])
  expect(ended.slice(2)).toEqual(others.map((_, n) => `busy ${n}`))
})

test('a Discord server with a hundred long reads that wait gets an error for a further one, and others do not', async () => {
  const database = await databaseForTest()
  const goesOn = deferred<void>()
  const reads = Array.from({ length: 101 }, () => database.read(() => goesOn.promise, 'busy server'))
  await expect(database.read(read, 'busy server')).rejects.toMatchObject({ problem: 'busy' })
  const quiet = database.read(read, 'quiet server')
  goesOn.resolve()
  expect(await quiet).toBeUndefined()
  await Promise.all(reads)
})

test('an error of the work rolls it back and is passed on', async () => {
  const database = await databaseForTest()
  const error = new Error('changed my mind')
  const failing = database.transaction(async (repositories) => {
    await write('1')(repositories)
    throw error
  })
  await expect(failing).rejects.toBe(error)
  expect(await database.read(read)).toBeUndefined()
})

test('a failed statement rejects with a DatabaseError, and the next transaction works', async () => {
  const database = await databaseForTest()
  const watch = {
    guildId: '1',
    steamId: '76561197960265729',
    addedBy: '2',
    addedAt: 1,
    reason: 'private words',
    until: null,
  }
  const failing = database.transaction(async ({ watches, meta }) => {
    await meta.set('guild_count', '1')
    await watches.add([{ ...watch, baselineAt: null }])
  })
  await expect(failing).rejects.toMatchObject({
    name: 'DatabaseError',
    problem: 'unavailable',
    message: expect.stringMatching(/^DATABASE_URL \S+ failed, and nothing was changed: .*foreign key/i),
  })
  expect(await database.read(read)).toBeUndefined()
  await database.transaction(write('2'))
  expect(await database.read(read)).toBe('2')
})

test('a transaction that waits for another one of its own database ends, and later ones work', async () => {
  const database = await databaseForTest(undefined, { transactionWithinMs: 200 })
  let inner: Promise<unknown> | undefined
  const outer = database.transaction(async (repositories) => {
    await write('1')(repositories)
    inner = database.transaction(write('2'))
    await inner
  })
  await expect(outer).rejects.toMatchObject({ name: 'DatabaseError', problem: 'busy' })
  await inner
  expect(await database.read(read)).toBe('2')
})

test('a closed database rejects everything', async () => {
  const database = await databaseForTest()
  await database.close()
  await expect(database.transaction(write('1'))).rejects.toMatchObject({
    name: 'DatabaseError',
    problem: 'unavailable',
  })
})
