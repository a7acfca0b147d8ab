import { onTestFinished } from 'vitest'
import { createAdjustableClock, type Clock } from '../../src/lib/clock.ts'
import { createReplicas, type ReplicasOptions } from '../../src/cluster/create-replicas.ts'
import { createFakeClock } from './fake-clock.ts'
import { migratePostgres } from './postgres.ts'

/** A replica of the database, on a clock of its own that the test advances; it leaves after the test. */
export async function replicaForTest(url: string, options: Partial<ReplicasOptions> = {}) {
  const fake = createFakeClock()
  // A busy machine needs more than a second for a connection.
  const replica = await openReplica(url, fake, { connectWithinMs: 10_000, ...options })
  return { ...replica, fake }
}

/** A replica of the database on this clock; it leaves after the test. */
export async function openReplica(url: string, base: Clock | undefined, options: Partial<ReplicasOptions> = {}) {
  const clock = createAdjustableClock(base)
  const replicas = await createReplicas({
    url: await migratePostgres(url),
    host: 'machine',
    member: { role: 'all', program: '1.0.0', address: 'shared', settings: {} },
    clock,
    ...options,
  })
  onTestFinished(() => replicas.close())
  return { clock, replicas }
}
