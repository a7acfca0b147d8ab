import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { PendingRow } from '../database/pending.ts'
import type { Clock } from '../lib/clock.ts'
import { readBriefly } from '../lib/read-briefly.ts'
import { DatabaseError } from '../model/database-error.ts'
import { CommandError } from './command-error.ts'

/** How long half-finished actions are kept: drafts, forms after an error, imports that wait for a confirmation. */
const KEEP_ACTION_SECONDS = 86_400
/** How long the results of a list or a scan are kept, so that a posted message can still turn its pages. */
export const KEEP_RESULT_SECONDS = 30 * 86_400
/** Characters of the values that this process remembers, for the time in which the database does not answer. */
const MEMORY = 16_000_000

/** A kind of things that are kept between two clicks. A change of the schema that old rows do not match outdates their buttons. */
export interface PendingKind<T> {
  name: string
  schema: z.ZodType<T>
  keepSeconds?: number
}

/** Who keeps something, and in which server; `guildId` is null outside a server. */
interface Owner {
  guildId: string | null
  userId: string
}

/** What is kept between two clicks: buttons carry the id of a row in the database. An id is no permission. */
export interface Pending {
  /**
   * Keeps a value, and returns the id with which `load` finds it. While the database does not answer, only this process knows the id.
   * Something that changes is saved again under a new id, unless `id` is given.
   */
  save<T>(kind: PendingKind<T>, value: T, owner: Owner, id?: string): Promise<string>
  /** Throws the CommandError `outdated_button` when nothing of this kind is kept under this id in this server (any longer). */
  load<T>(kind: PendingKind<T>, id: string, place: Pick<Owner, 'guildId'>): Promise<T>
}

/** `Pending` for one interaction, whose user and server are known. */
export interface OwnPending {
  save<T>(kind: PendingKind<T>, value: T, id?: string): Promise<string>
  load<T>(kind: PendingKind<T>, id: string): Promise<T>
}

/** The argument of a custom id that is the id of something kept. */
export const pendingId = z.string().regex(/^[\w-]{16}$/)

export function createPending({ database, clock }: { database: Database; clock: Clock }): Pending {
  const memory = new LRUCache<string, { row: PendingRow; isStored: boolean }>({
    maxSize: MEMORY,
    sizeCalculation: ({ row }) => row.value.length,
  })

  /** Reads a row from the database, so that a deleted one is gone everywhere, and from memory while the database does not answer. */
  const read = async (id: string): Promise<PendingRow | undefined> => {
    const now = clock.unixSeconds()
    const stored = await readBriefly(clock, async () => ({
      row: await database.read(({ pending }) => pending.get(id, now)),
    }))
    if (stored?.row) {
      memory.set(id, { row: stored.row, isStored: true })
      return stored.row
    }
    const kept = memory.get(id)
    const isUsable = kept !== undefined && kept.row.keepUntil > now && !(stored && kept.isStored)
    if (isUsable) return kept.row
    if (stored) return undefined
    throw new DatabaseError('busy', 'The database did not answer in time.')
  }

  return {
    async save({ name: kind, keepSeconds = KEEP_ACTION_SECONDS }, content, { guildId, userId }, given) {
      const id = given ?? randomBytes(12).toString('base64url')
      const madeAt = clock.unixSeconds()
      const row = { id, kind, guildId, userId, value: JSON.stringify(content), madeAt, keepUntil: madeAt + keepSeconds }
      const kept = { row, isStored: false }
      memory.set(id, kept)
      await readBriefly(clock, async () => {
        await database.transaction(({ pending }) => pending.add(row))
        kept.isStored = true
      })
      return id
    },
    async load({ name, schema }, id, { guildId }) {
      const row = await read(id)
      const parsed = row?.kind === name && row.guildId === guildId ? schema.safeParse(JSON.parse(row.value)) : undefined
      if (!parsed?.success) throw new CommandError('outdated_button')
      return parsed.data
    },
  }
}

/** `pending` for an interaction of this user in this server. */
export const ownPending = ({ save, load }: Pending, owner: Owner): OwnPending => ({
  save: (kind, value, id) => save(kind, value, owner, id),
  load: (kind, id) => load(kind, id, owner),
})
