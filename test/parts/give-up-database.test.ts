import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { giveUpWhenSilent } from '../../src/parts/give-up-database.ts'
import { deferred } from '../support/deferred.ts'

/** A database whose reads take as long as the test says, and when it was given up, ms. */
function watchedDatabase(read: () => Promise<never>, drained: Promise<unknown>) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const startedAt = performance.now()
  const state = { givenUpAfter: 0 }
  const database: Pick<Database, 'read' | 'giveUp'> = {
    read,
    giveUp: () => (state.givenUpAfter = performance.now() - startedAt),
  }
  return { state, ended: giveUpWhenSilent(database, drained, stop.signal), stop }
}

const never = () => new Promise<never>(() => {})
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a silent database is given up after 2 s', async () => {
  const { state, ended } = watchedDatabase(never, Promise.resolve())
  await ended
  expect(state.givenUpAfter).toBeGreaterThan(1_900)
  expect(state.givenUpAfter).toBeLessThan(3_000)
})

test('it is not given up while requests are served', async () => {
  const served = deferred<void>()
  const { state, ended } = watchedDatabase(never, served.promise)
  await pass(2_300)
  expect(state.givenUpAfter).toBe(0)
  served.resolve()
  await ended
  expect(state.givenUpAfter).toBeGreaterThan(2_290)
})

test('one that refuses at once is not given up', async () => {
  const { state, ended, stop } = watchedDatabase(() => Promise.reject(new Error('refused')), Promise.resolve())
  await pass(2_300)
  stop.abort()
  await ended
  expect(state.givenUpAfter).toBe(0)
})
