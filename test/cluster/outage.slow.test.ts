import { expect, test, vi } from 'vitest'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { openReplica, replicaForTest } from '../support/replicas.ts'
import { ownPostgres, postgresForTest } from '../support/postgres.ts'

test('a connection on which nothing arrives any more is replaced within 5 s', { timeout: 25_000 }, async () => {
  const proxy = await postgresProxy(await postgresForTest())
  const { replicas } = await openReplica(proxy.url, undefined)
  proxy.cut()
  await vi.waitFor(() => expect(replicas.isConnected()).toBe(false), { timeout: 5_000 })
  await vi.waitFor(() => expect(replicas.isConnected()).toBe(true), { timeout: 5_000 })
})

test('while the database is frozen or gone, the replicas that were seen last count', { timeout: 40_000 }, async () => {
  const { server, url } = await ownPostgres({ durable: true })
  const first = await replicaForTest(url)
  const second = await replicaForTest(url)
  await first.replicas.pollNow()
  expect(first.replicas.members()).toHaveLength(2)

  const failsToPoll = async () => {
    const poll = first.replicas.pollNow()
    // The time limit of a poll.
    await first.fake.advance(2_000)
    await poll
    expect(first.replicas.isConnected()).toBe(false)
    expect(first.replicas.members()).toHaveLength(2)
  }
  await server.freeze()
  await failsToPoll()
  await server.thaw()
  await server.kill()
  await failsToPoll()
  await first.fake.advance(3_600_000)
  await failsToPoll()
  await server.restart()

  // The other replica is back, but its heartbeat is not: it counts for 15 s more.
  await vi.waitFor(async () => {
    await first.replicas.pollNow()
    expect(first.replicas.isConnected()).toBe(true)
  }, 10_000)
  const age = `UPDATE rapsheet_replicas.members SET beat_at = beat_at - interval '1 h'`
  await first.replicas.run(5_000, (client) => client.query(age))
  await first.replicas.pollNow()
  expect(first.replicas.members()).toHaveLength(2)
  for (let passedMs = 0; passedMs < 15_000; passedMs += 1_500) {
    await first.fake.advance(1_500)
    await first.replicas.pollNow()
  }
  expect(first.replicas.members()).toHaveLength(1)
  await second.replicas.pollNow()
  await first.replicas.pollNow()
  expect(first.replicas.members()).toHaveLength(2)
})
