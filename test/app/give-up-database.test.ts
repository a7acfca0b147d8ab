import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import { giveUpWhenSilent } from '../../src/app/give-up-database.ts'
import { deferred } from '../support/deferred.ts'
import { createFakeClock } from '../support/fake-clock.ts'

/** A database whose reads take as long as the test says, and whether it was given up. */
function watchedDatabase(read: () => Promise<never>, drained: Promise<unknown>) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const clock = createFakeClock()
  const state = { isGivenUp: false }
  const database: Pick<Database, 'read' | 'giveUp'> = {
    read,
    giveUp: () => (state.isGivenUp = true),
  }
  return { state, clock, ended: giveUpWhenSilent(database, drained, stop.signal, clock), stop }
}

const never = () => new Promise<never>(() => {})

test('a silent database is given up after 2 s', async () => {
  const { state, clock, ended } = watchedDatabase(never, Promise.resolve())
  await clock.advance(1_999)
  expect(state.isGivenUp).toBe(false)
  await clock.advance(1)
  await ended
  expect(state.isGivenUp).toBe(true)
})

test('it is not given up while requests are served', async () => {
  const served = deferred<void>()
  const { state, clock, ended } = watchedDatabase(never, served.promise)
  await clock.advance(10_000)
  expect(state.isGivenUp).toBe(false)
  served.resolve()
  await ended
  expect(state.isGivenUp).toBe(true)
})

test('one that refuses at once is not given up', async () => {
  const { state, clock, ended, stop } = watchedDatabase(() => Promise.reject(new Error('refused')), Promise.resolve())
  await clock.advance(10_000)
  stop.abort()
  await ended
  expect(state.isGivenUp).toBe(false)
})
