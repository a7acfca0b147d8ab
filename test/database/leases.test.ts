import { expect, test } from 'vitest'
import { inDatabase } from '../support/community.ts'
import { connectionTo, databaseAt, urlForTest } from '../support/database.ts'

const ofA = { name: 'watch', holder: 'a', seconds: 60 }
const ofB = { ...ofA, holder: 'b' }
/** Such a lease expires at once. */
const EXPIRED = { seconds: 0 }

test('one holder at a time has a lease, until it ends or is released', () =>
  inDatabase(async ({ leases }) => {
    const lease = await leases.acquire(ofA)
    expect(lease).toEqual({ name: 'watch', holder: 'a', epoch: 1 })
    expect(await leases.acquire(ofB)).toBeUndefined()
    expect(await leases.acquire({ ...ofB, name: 'other' })).toMatchObject({ epoch: 1 })
    if (lease) await leases.release(lease)
    expect(await leases.acquire({ ...ofB, ...EXPIRED })).toEqual({ name: 'watch', holder: 'b', epoch: 2 })
    expect(await leases.acquire(ofA)).toMatchObject({ epoch: 3 })
  }))

test('its holder renews a lease, also when it has expired, but not when another one has taken it', () =>
  inDatabase(async ({ leases }) => {
    const lease = await leases.acquire({ ...ofA, ...EXPIRED })
    if (!lease) throw new Error('not acquired')
    expect(await leases.renew(lease, 60)).toBe(true)
    expect(await leases.acquire(ofB)).toBeUndefined()
    await leases.renew(lease, 0)
    await leases.acquire(ofB)
    expect(await leases.renew(lease, 60)).toBe(false)
  }))

test('only the holder can release a lease', () =>
  inDatabase(async ({ leases }) => {
    const lease = await leases.acquire(ofA)
    await leases.release({ name: 'watch', holder: 'b', epoch: 1 })
    await leases.release({ name: 'watch', holder: 'a', epoch: 0 })
    expect(await leases.acquire(ofB)).toBeUndefined()
    expect(lease && (await leases.isHeld(lease))).toBe(true)
  }))

test('a lease from before the clock was set back does not last until then', async () => {
  const url = await urlForTest()
  const [database, db] = [await databaseAt(url), await connectionTo(url)]
  await database.transaction(({ leases }) => leases.acquire(ofA))
  await db('leases').increment('expires_at', 120)
  expect(await database.transaction(({ leases }) => leases.acquire(ofB))).toMatchObject({ holder: 'b' })
})

test('a fenced database writes while the lease is held, and nothing once another process has it', async () => {
  const url = await urlForTest()
  const [first, second] = [await databaseAt(url), await databaseAt(url)]
  const lease = await first.transaction(({ leases }) => leases.acquire({ ...ofA, ...EXPIRED }))
  if (!lease) throw new Error('not acquired')
  const fenced = first.fenced(lease)
  const write = (value: string) => fenced.transaction(({ meta }) => meta.set('guild_count', value))
  await write('1')
  await second.transaction(({ leases }) => leases.acquire(ofB))
  await expect(write('2')).rejects.toMatchObject({ name: 'DatabaseError', problem: 'lease_lost' })
  expect(await fenced.read(({ meta }) => meta.get('guild_count'))).toBe('1')
  await first.transaction(({ meta }) => meta.set('guild_count', '3'))
})

test('of many processes one takes a lease, and each take-over has its own epoch', async () => {
  const url = await urlForTest()
  const databases = await Promise.all([1, 2, 3].map(() => databaseAt(url)))
  for (let epoch = 1; epoch <= 5; epoch++) {
    const taken = await Promise.all(
      databases.map((database, index) =>
        database.transaction(({ leases }) => leases.acquire({ ...ofA, holder: String(index) })),
      ),
    )
    const [lease, ...more] = taken.filter((each) => each !== undefined)
    expect([lease?.epoch, more]).toEqual([epoch, []])
    if (lease) await databases[0]?.transaction(({ leases }) => leases.release(lease))
  }
})
