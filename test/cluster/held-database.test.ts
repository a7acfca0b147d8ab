import { expect, expectTypeOf, test } from 'vitest'
import type { createDelivery } from '../../src/outbox/discord/run-delivery.ts'
import type { Database } from '../../src/app/database.ts'
import type { HouseContext, HousekeepingContext, keepHouse } from '../../src/app/keep-house.ts'
import { createHeldDatabase } from '../../src/cluster/held-database.ts'
import type { WatchContext } from '../../src/watch/watch-context.ts'
import type { createSweeper } from '../../src/watch/sweep.ts'
import { databaseForTest } from '../support/database.ts'
import { takeLease } from '../support/take-lease.ts'

test('a process writes only while it has the lease', async () => {
  const database = await databaseForTest()
  const held = createHeldDatabase(database)
  const write = (value: string) => held.database.transaction(({ meta }) => meta.set('guild_count', value))
  const refused = { name: 'DatabaseError', problem: 'lease_lost' }
  await expect(write('0')).rejects.toMatchObject(refused)
  held.hold(await database.transaction(({ leases }) => takeLease(leases, 'watch', 'a')))
  await write('1')
  await database.transaction(({ leases }) => takeLease(leases, 'watch', 'b'))
  await expect(write('2')).rejects.toMatchObject(refused)
  held.hold(undefined)
  await expect(write('3')).rejects.toMatchObject(refused)
  expect(await held.database.read(({ meta }) => meta.get('guild_count'))).toBe('1')
})

test('a context that writes without the lease does not compile where only its holder may write', () => {
  expectTypeOf<HouseContext>().toExtend<Parameters<typeof keepHouse>[0]>()
  expectTypeOf<HousekeepingContext>().not.toExtend<Parameters<typeof keepHouse>[0]>()
  expectTypeOf<WatchContext>().not.toExtend<Parameters<typeof createSweeper>[0]['context']>()
  expectTypeOf<Database>().not.toExtend<Parameters<typeof createDelivery>[0]['database']>()
})
