import { expect, test } from 'vitest'
import { createHeldDatabase } from '../../../src/service/watch/held-database.ts'
import { databaseForTest } from '../../support/database.ts'

const ofA = { name: 'watch', holder: 'a', seconds: 60, isGone: () => true, mayTakeExpired: true }

test('a process writes only while it has the lease', async () => {
  const database = await databaseForTest()
  const held = createHeldDatabase(database)
  const write = (value: string) => held.database.transaction(({ meta }) => meta.set('guild_count', value))
  const refused = { name: 'DatabaseError', problem: 'lease_lost' }
  await expect(write('0')).rejects.toMatchObject(refused)
  held.hold(await database.transaction(({ leases }) => leases.acquire(ofA)))
  await write('1')
  await database.transaction(({ leases }) => leases.acquire({ ...ofA, holder: 'b' }))
  await expect(write('2')).rejects.toMatchObject(refused)
  held.hold(undefined)
  await expect(write('3')).rejects.toMatchObject(refused)
  expect(await held.database.read(({ meta }) => meta.get('guild_count'))).toBe('1')
})
