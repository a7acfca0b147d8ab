import { expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/lib/clock.ts'
import { databaseAt } from '../../support/database.ts'
import { postgresForTest } from '../../support/postgres.ts'

const MINUTES_10 = 600
const ofA = { name: 'watch', holder: 'a', seconds: 12 }

test.each([MINUTES_10, -MINUTES_10])(
  'a lease lasts by the clock of Postgres: a process whose own is %i s ahead',
  async (ahead) => {
    const url = await postgresForTest()
    const [first, other] = [await databaseAt(url), await databaseAt(url, { clock: clockAhead(ahead) })]
    const lease = await first.transaction(({ leases }) => leases.acquire(ofA))
    vi.useFakeTimers({ toFake: ['Date'], now: (systemClock.unixSeconds() + ahead) * 1000 })
    try {
      expect(await other.transaction(({ leases }) => leases.acquire({ ...ofA, holder: 'b' }))).toBeUndefined()
      expect(lease && (await other.transaction(({ leases }) => leases.renew(lease, 12)))).toBe(true)
    } finally {
      vi.useRealTimers()
    }
    expect(await first.read(({ leases }) => leases.find('watch'))).toMatchObject({ holder: 'a', isExpired: false })
    expect(await first.transaction(({ leases }) => leases.acquire({ ...ofA, holder: 'c' }))).toBeUndefined()
  },
)

const clockAhead = (seconds: number) => ({
  ...systemClock,
  unixSeconds: () => systemClock.unixSeconds() + seconds,
  unixMs: () => systemClock.unixMs() + seconds * 1000,
})
