import type { Knex } from 'knex'
import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { unixSecondsSchema } from '../model/bounds.ts'
import { readRows } from './rows.ts'

/** A lease that a process has, or had until it expired, Unix seconds. */
export interface Lease {
  holder: string
  expiresAt: number
}

export interface LeasesRepository {
  /**
   * Takes or renews a lease until `expiresAt`; false while another holder has it. `isGone` says whether a holder is known to
   * have ended, so that its lease can be taken at once.
   */
  acquire(
    name: string,
    holder: string,
    now: number,
    expiresAt: number,
    isGone: (holder: string) => boolean,
  ): Promise<boolean>
  release(name: string, holder: string): Promise<void>
  /** The lease as stored, expired or not; undefined when it was released. */
  find(name: string): Promise<Lease | undefined>
}

const leaseSchema = z.object({ holder: z.string(), expiresAt: unixSecondsSchema })

export function createLeasesRepository(db: Knex): LeasesRepository {
  const find = async (name: string) => {
    const rows: unknown = await db('leases').where('name', name).select({ holder: 'holder', expiresAt: 'expires_at' })
    return readRows('leases', leaseSchema, rows)[0]
  }
  return {
    find,

    async acquire(name, holder, now, expiresAt, isGone) {
      const lease = await find(name)
      const isValid = lease && lease.expiresAt > now && lease.expiresAt <= now + MAX_AHEAD_SECONDS
      if (isValid && lease.holder !== holder && !isGone(lease.holder)) return false
      await db('leases').insert({ name, holder, expires_at: expiresAt }).onConflict('name').merge()
      return true
    },

    async release(name, holder) {
      await db('leases').where({ name, holder }).delete()
    },
  }
}
