import { expect, test, vi } from 'vitest'
import { replicaForTest } from '../support/replicas.ts'
import { until } from '../support/until.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

test('a notice reaches the other replicas, and not its sender', async () => {
  const url = await postgresForTest()
  const [first, second] = await Promise.all([replicaForTest(url), replicaForTest(url)])
  await until(() => first.replicas.notices.isListening() && second.replicas.notices.isListening())
  const [atFirst, atSecond, other] = [vi.fn(), vi.fn(), vi.fn()]
  first.replicas.notices.on('key', atFirst)
  const stop = second.replicas.notices.on('key', atSecond)
  second.replicas.notices.on('other', other)

  first.replicas.notices.publish('key', { refused: 'ä' })
  await until(() => atSecond.mock.calls.length > 0)
  expect(atSecond.mock.calls).toEqual([[{ refused: 'ä' }, first.replicas.self.id]])
  stop()
  second.replicas.notices.publish('key')
  await until(() => atFirst.mock.calls.length > 0)
  expect(atFirst.mock.calls).toEqual([[null, second.replicas.self.id]])
  expect(other).not.toHaveBeenCalled()
  expect(() => first.replicas.notices.publish('key', 'x'.repeat(8_000))).toThrow(RangeError)
})

test('after its connection was ended a replica listens again, and says that notices may have been missed', async () => {
  const url = await postgresForTest()
  const onDeaf = vi.fn()
  const { replicas, fake } = await replicaForTest(url, { onDeaf })
  const other = await replicaForTest(url)
  const missed = vi.fn()
  replicas.notices.onMissed(missed)
  await until(replicas.notices.isListening)
  missed.mockClear()

  const admin = await pgClientFor(url)
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rapsheet notices' AND datname = current_database()`,
  )
  await until(() => !replicas.notices.isListening())
  await fake.advance(250)
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(true), { timeout: 10_000, interval: 20 })
  expect(missed).toHaveBeenCalled()
  const heard = vi.fn()
  replicas.notices.on('key', heard)
  other.replicas.notices.publish('key')
  await until(() => heard.mock.calls.length > 0)
  expect(onDeaf).not.toHaveBeenCalled()
})
