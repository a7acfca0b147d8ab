import { expect, test, vi } from 'vitest'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { openReplica, replicaForTest } from '../support/replicas.ts'
import { ownPostgres, postgresForTest } from '../support/postgres.ts'

test('a connection on which nothing arrives any more is replaced within 20 s', { timeout: 25_000 }, async () => {
  const proxy = await postgresProxy(await postgresForTest())
  const onDeaf = vi.fn()
  const { replicas } = await openReplica(proxy.url, undefined, { onDeaf })
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(true))
  proxy.cut()
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(false), { timeout: 15_000 })
  await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(true), { timeout: 5_000 })
  expect(onDeaf).not.toHaveBeenCalled()
})

test(
  'behind a pooler a replica says once that notices do not arrive, and reads every few seconds instead',
  {
    timeout: 40_000,
  },
  async () => {
    const proxy = await postgresProxy(await postgresForTest())
    proxy.losesNotices = true
    const onDeaf = vi.fn()
    const { replicas } = await openReplica(proxy.url, undefined, { onDeaf })
    const missed = vi.fn()
    replicas.notices.onMissed(missed)
    await vi.waitFor(() => expect(onDeaf.mock.calls).toEqual([[true]]), { timeout: 4_000 })
    expect(replicas.notices.isListening()).toBe(false)
    missed.mockClear()
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2), { timeout: 16_000 })
    expect(onDeaf).toHaveBeenCalledOnce()

    proxy.losesNotices = false
    await vi.waitFor(() => expect(replicas.notices.isListening()).toBe(true), { timeout: 8_000 })
    expect(onDeaf.mock.calls).toEqual([[true], [false]])
  },
)

test('while the database is frozen or gone, the replicas that were seen last count', { timeout: 40_000 }, async () => {
  const { server, url } = await ownPostgres({ durable: true })
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
  }, 10_000)
  const age = `UPDATE rapsheet_replicas.members SET beat_at = beat_at - interval '1 h'`
  await first.replicas.run(5_000, (client) => client.query(age))
  await first.replicas.beatNow()
  expect(first.replicas.members()).toHaveLength(2)
  for (let passedMs = 0; passedMs < 15_000; passedMs += 1_500) {
    await first.fake.advance(1_500)
    await first.replicas.beatNow()
  }
  expect(first.replicas.members()).toHaveLength(1)
  await second.replicas.beatNow()
  await first.replicas.beatNow()
  expect(first.replicas.members()).toHaveLength(2)
})
