import { expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../sim/postgres/start-postgres.ts'
import { postgresForTest } from '../support/postgres.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { openReplica, replicaForTest } from '../support/replicas.ts'

test('a connection on which nothing arrives any more is replaced within 15 s', { timeout: 25_000 }, async () => {
  const proxy = await postgresProxy(await postgresForTest())
  const onDeaf = vi.fn()
  const { replicas } = await openReplica(proxy.url, undefined, { onDeaf })
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(true))
  proxy.cut()
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(false), { timeout: 10_000 })
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(true), { timeout: 5_000 })
  expect(onDeaf).not.toHaveBeenCalled()
})

test('while the database is frozen or gone, the replicas that were seen last count', { timeout: 40_000 }, async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const url = await server.createDatabase()
  const first = await replicaForTest(url)
  const second = await replicaForTest(url)
  await vi.waitFor(() => expect(first.replicas.members()).toHaveLength(2))

  const failsToBeat = async () => {
    const beat = first.replicas.beatNow()
    // The time limit of a heartbeat.
    await first.fake.advance(2_000)
    await beat
    expect(first.replicas.isConnected()).toBe(false)
    expect(first.replicas.members()).toHaveLength(2)
  }
  await server.freeze()
  await failsToBeat()
  await server.thaw()
  await server.kill()
  await failsToBeat()
  await first.fake.advance(3_600_000)
  await failsToBeat()
  await server.restart()

  // The other replica is back, but its heartbeat is not: it counts for 15 s more.
  await vi.waitFor(async () => {
    await first.replicas.beatNow()
    expect(first.replicas.isConnected()).toBe(true)
  })
  const age = `UPDATE rapsheet_replicas.members SET beat_at = beat_at - interval '1 h'`
  await first.replicas.run(5_000, (client) => client.query(age))
  await first.replicas.beatNow()
  expect(first.replicas.members()).toHaveLength(2)
  expect(first.replicas.isSettled()).toBe(false)
  await first.fake.advance(15_000)
  await first.replicas.beatNow()
  expect(first.replicas.isSettled()).toBe(true)
  expect(first.replicas.members()).toHaveLength(1)
  await second.replicas.beatNow()
  await first.replicas.beatNow()
  expect(first.replicas.members()).toHaveLength(2)
})
