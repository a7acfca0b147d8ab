import type { Knex } from 'knex'
import { z } from 'zod'
import { selectRows } from './rows.ts'

/** The exclusive right of one process to do some work, until another process takes the lease. */
export interface Lease {
  name: string
  holder: string
  /** Number of times that the lease was taken, including this one. */
  epoch: number
}

/** A stored lease. */
export interface StoredLease extends Lease {
  /** Unix seconds. */
  expiresAt: number
  /** Whether another process may take it. */
  isExpired: boolean
}

export interface LeaseRequest {
  name: string
  holder: string
  /** Duration of the lease without a renewal. */
  seconds: number
}

/** Leases expire by the clock of the database, which all processes share. */
export type LeasesRepository = ReturnType<typeof createLeasesRepository>

/** The Unix time of the database, seconds. */
export type DatabaseNow = () => Promise<number>

const leaseSchema = z.object({ holder: z.string(), epoch: z.int(), expiresAt: z.int().min(0) })

/**
 * Maximum duration of a lease. A lease that expires later than that was stored while the clock was wrong. It counts as expired, so that it
 * does not exclude other processes until its expiry.
 */
const MAX_SECONDS = 60
/** The stored expiry of a released lease. The row is kept, so that the next holder gets a higher epoch. */
export const RELEASED = 0

export function createLeasesRepository(db: Knex, databaseNow: DatabaseNow) {
  const rowOf = ({ name, holder, epoch }: Lease) => db('leases').where({ name, holder, epoch })
  const read = async (name: string) => {
    const [lease] = await selectRows('leases', leaseSchema, db('leases').where('name', name))
    const now = await databaseNow()
    const isExpired = !lease || lease.expiresAt <= now || lease.expiresAt > now + MAX_SECONDS
    return { now, lease, isExpired }
  }
  return {
    /** Takes a lease; undefined while another holder has it. */
    async acquire({ name, holder, seconds }: LeaseRequest): Promise<Lease | undefined> {
      const { now, lease, isExpired } = await read(name)
      const isOfOther = lease && lease.expiresAt !== RELEASED && lease.holder !== holder
      if (isOfOther && !isExpired) return undefined
      const epoch = (lease?.epoch ?? 0) + 1
      await db('leases')
        .insert({ name, holder, epoch, expires_at: now + seconds })
        .onConflict('name')
        .merge()
      return { name, holder, epoch }
    },

    /** Renews a lease for `seconds` from now, even after it has expired; false when another process has taken it. */
    async renew(lease: Lease, seconds: number): Promise<boolean> {
      const renewed = await rowOf(lease).update({ expires_at: (await databaseNow()) + seconds })
      return renewed > 0
    },

    /** Whether this lease is still the stored lease. An expired lease counts as held until another process takes it. */
    async isHeld(lease: Lease): Promise<boolean> {
      const rows: unknown[] = await rowOf(lease).whereNot('expires_at', RELEASED).select('epoch')
      return rows.length > 0
    },

    async release(lease: Lease): Promise<void> {
      await rowOf(lease).update({ expires_at: RELEASED })
    },

    /** The stored lease, even if it has expired; undefined when it was released or never taken. */
    async find(name: string): Promise<StoredLease | undefined> {
      const { lease, isExpired } = await read(name)
      if (!lease || lease.expiresAt === RELEASED) return undefined
      return { name, ...lease, isExpired }
    },
  }
}
