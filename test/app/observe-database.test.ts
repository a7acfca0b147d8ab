import { expect, test } from 'vitest'
import { DatabaseError, type DatabaseProblem } from '../../src/model/database-error.ts'
import { observeDatabase } from '../../src/app/open-database.ts'
import { databaseForTest } from '../support/database.ts'
import { captureLog } from '../support/log.ts'

/** A database whose writes and reads fail with the problem that is given. */
async function failingForTest() {
  const stored = await databaseForTest()
  const { lines, logger } = captureLog()
  let problem: DatabaseProblem | undefined
  let readProblem: DatabaseProblem | undefined
  const { database, problem: lasting } = observeDatabase(
    {
      ...stored,
      async read(work, guildId) {
        if (readProblem) throw new DatabaseError(readProblem, 'DATABASE_URL failed')
        return stored.read(work, guildId)
      },
      async transaction(work) {
        if (problem) throw new DatabaseError(problem, 'DATABASE_URL failed')
        return stored.transaction(work)
      },
    },
    logger,
  )
  const write = (failsWith?: DatabaseProblem) => {
    problem = failsWith
    return database.transaction(({ meta }) => meta.set('guild_count', '1')).catch(() => {})
  }
  const read = (failsWith?: DatabaseProblem) => {
    readProblem = failsWith
    return database.read(({ meta }) => meta.get('guild_count')).catch(() => {})
  }
  return {
    write,
    read,
    lines,
    database,
    isFailing: () => lasting() !== undefined,
    messages: () => lines.map(({ level, problem: of, msg }) => [level, of, msg]),
  }
}

test('a full disk is logged once, holds until a write succeeds, and that is logged too', async () => {
  const { write, isFailing, messages } = await failingForTest()
  await write()
  expect([isFailing(), messages()]).toEqual([false, []])
  await write('full')
  await write('full')
  expect(isFailing()).toBe(true)
  await write()
  expect(isFailing()).toBe(false)
  expect(messages()).toEqual([
    [40, 'full', 'the database cannot be written: changes of lists, sweeps and alerts wait'],
    [30, undefined, 'the database can be written again'],
  ])
})

test('an outage that only reads notice is logged once, with its reason and without a stack, and its end too', async () => {
  const { read, isFailing, lines } = await failingForTest()
  await read('unreachable')
  await read('unreachable')
  await read('damaged')
  expect(isFailing()).toBe(true)
  await read()
  expect(isFailing()).toBe(false)
  await read('damaged')
  expect(lines).toMatchObject([
    { level: 40, problem: 'unreachable', reason: 'DATABASE_URL failed' },
    { level: 30, msg: 'the database can be written again' },
  ])
  expect(lines[0]).not.toHaveProperty('err')
})

test('a lost lease, a busy database and a mistake of ours say nothing about the disk', async () => {
  const { write, database, isFailing, messages } = await failingForTest()
  await write('lease_lost')
  await write('busy')
  await write()
  await expect(database.transaction(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  expect([isFailing(), messages()]).toEqual([false, []])
  await write('full')
  await write('busy')
  expect(isFailing()).toBe(true)
})

test.each([
  ['unreachable', false],
  ['lost', false],
  ['full', true],
  ['readonly', true],
] as const)(
  'after a write failed with %s and a read succeeded, the database is failing: %s',
  async (problem, isLasting) => {
    const { write, database, isFailing } = await failingForTest()
    await write(problem)
    expect(isFailing()).toBe(true)
    await database.read(({ meta }) => meta.get('guild_count'))
    expect(isFailing()).toBe(isLasting)
  },
)
