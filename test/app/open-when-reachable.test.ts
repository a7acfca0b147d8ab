import { expect, test } from 'vitest'
import { DatabaseError, type DatabaseProblem } from '../../src/model/database-error.ts'
import { createOpenWhenReachable } from '../../src/app/start-failures.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { captureLog } from '../support/log.ts'

const explain = async (error: unknown) => new DatabaseError('unreachable', `It cannot be used: ${String(error)}.`)

/** Opens something that fails until `opensAt`, in seconds; returns what became of it after `seconds`. */
async function openFor(seconds: number, opensAt: number, problem: DatabaseProblem = 'unreachable') {
  const clock = createFakeClock()
  const { lines, logger } = captureLog()
  const startedAt = clock.now()
  const elapsed = () => (clock.now() - startedAt) / 1000
  let attempts = 0
  const open = async () => {
    attempts += 1
    if (elapsed() < opensAt) throw new DatabaseError(problem, 'DATABASE_URL postgres://db:5432/x cannot be opened.')
    return `open after ${elapsed()} s`
  }
  let result = 'waits'
  void createOpenWhenReachable(
    explain,
    logger,
    clock,
  )(open).then(
    (value) => (result = value),
    (error: unknown) => (result = String(error)),
  )
  await clock.advance(seconds * 1000)
  return { result, attempts, logged: lines.map(({ level, msg }) => `${level} ${msg}`), timers: clock.pending() }
}

test('a server that comes up within a minute is used, and the log says every 10 s what the start waits for', async () => {
  expect(await openFor(60, 25)).toEqual({
    result: 'open after 25 s',
    attempts: 26,
    logged: [60, 50, 40].map(
      (left) =>
        `40 the start waits for the database, for up to ${left} s more: DATABASE_URL postgres://db:5432/x cannot be opened.`,
    ),
    timers: 0,
  })
})

test('a server that stays away for a minute ends the start', async () => {
  expect(await openFor(59.9, 90)).toMatchObject({ result: 'waits' })
  const { result, attempts, logged, timers } = await openFor(61, 90)
  expect(result).toBe('DatabaseError: DATABASE_URL postgres://db:5432/x cannot be opened. It was tried for 60 s.')
  expect([attempts, logged.length, timers]).toEqual([61, 6, 0])
})

test.each(['unavailable', 'busy'] as const)('the problem %s ends the start at once', async (problem) => {
  expect(await openFor(0, 90, problem)).toEqual({
    result: 'DatabaseError: DATABASE_URL postgres://db:5432/x cannot be opened.',
    attempts: 1,
    logged: [],
    timers: 0,
  })
})

test('an error of the driver is explained, and the parts of a start have one minute in all', async () => {
  const clock = createFakeClock()
  const { lines, logger } = captureLog()
  const openWhenReachable = createOpenWhenReachable(explain, logger, clock)
  const refuse = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  await clock.advance(50_000)
  const opening = openWhenReachable(refuse).catch(String)
  await clock.advance(11_000)
  expect(await opening).toBe('DatabaseError: It cannot be used: Error: connect ECONNREFUSED. It was tried for 60 s.')
  expect(lines).toMatchObject([
    { msg: expect.stringMatching(/^the start waits for the database, for up to 10 s more: /) },
  ])
})
