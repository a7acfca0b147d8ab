import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, readRows } from './rows.ts'

/** The right of one process to do some work, from one take-over to the next. */
export interface Lease {
  name: string
  holder: string
  /** How many times the lease was taken, this time included. */
  epoch: number
}

/** A lease as it is stored. */
export interface StoredLease extends Lease {
  /** Changes with each renewal; Unix seconds. */
  expiresAt: number
  /** Whether another process may take it. */
  isExpired: boolean
}

export interface LeaseRequest {
  name: string
  holder: string
  /** How long it lasts without being renewed. */
  seconds: number
}

/** Leases last by the clock of the database, which is the same for all processes. */
export type LeasesRepository = ReturnType<typeof createLeasesRepository>

/** The Unix time of the database, seconds. */
export type DatabaseNow = () => Promise<number>

const leaseSchema = z.object({ holder: z.string(), epoch: z.int(), expiresAt: z.int().min(0) })

/** No lease lasts longer; one that ends later was stored while the clock was wrong, and must not keep others out until then. */
const MAX_SECONDS = 60
/** The expiry of a lease that was released. Its row is kept for its epoch. */
export const RELEASED = 0

export function createLeasesRepository(db: Knex, databaseNow: DatabaseNow) {
  const rowOf = ({ name, holder, epoch }: Lease) => db('leases').where({ name, holder, epoch })
  const read = async (name: string) => {
    const [lease] = readRows(
      'leases',
      leaseSchema,
      await db('leases').where('name', name).select(columnsOf(leaseSchema)),
    )
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

    /** Renews a lease for this time from now, also after it has expired; false when another process has taken it. */
    async renew(lease: Lease, seconds: number): Promise<boolean> {
      const renewed = await rowOf(lease).update({ expires_at: (await databaseNow()) + seconds })
      return renewed > 0
    },

    /** Whether this lease is still the stored one. An expired lease counts as held until another process takes it. */
    async isHeld(lease: Lease): Promise<boolean> {
      const rows: unknown[] = await rowOf(lease).whereNot('expires_at', RELEASED).select('epoch')
      return rows.length > 0
    },

    async release(lease: Lease): Promise<void> {
      await rowOf(lease).update({ expires_at: RELEASED })
    },

    /** The lease as stored, expired or not; undefined when it was released. */
    async find(name: string): Promise<StoredLease | undefined> {
      const { lease, isExpired } = await read(name)
      if (!lease || lease.expiresAt === RELEASED) return undefined
      return { name, ...lease, isExpired }
    },
  }
}
