import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { Actor } from '../model/actor.ts'
import type { SteamId } from '../model/steam-id.ts'
import { toolNameOf } from '../model/tool-token.ts'
import { type Undo, type UndoClass, undoClassOf, type UndoId, undoSchema } from '../model/undo.ts'
import { eraseTraces } from './erase-traces.ts'
import { inChunks, selectRows, toRow } from './rows.ts'

/** Size of the rows that are kept for one user, characters of their values: of actions, which last a day, and of results, which last longer. */
const MAX_SIZE_PER_USER = { actions: 32_000_000, results: 4_000_000 }
const DAY_SECONDS = 86_400

/** What an action in Discord has to remember: a draft, a form that is opened again, or the results of a list. Only a row that is added again changes. */
const pendingSchema = z.object({
  /** Unguessable. */
  id: z.string(),
  kind: z.string(),
  /** The server of the action; null outside a server. */
  guildId: z.string().nullable(),
  userId: z.string(),
  /** JSON, whose schema depends on the kind. */
  value: z.string(),
  madeAt: unixSecondsSchema,
  keepUntil: unixSecondsSchema,
})
export type PendingRow = z.infer<typeof pendingSchema>
const sizeSchema = pendingSchema.pick({ id: true, madeAt: true, keepUntil: true }).extend({ size: z.int() })

const classOf = ({ madeAt, keepUntil }: Pick<PendingRow, 'madeAt' | 'keepUntil'>) =>
  keepUntil - madeAt > DAY_SECONDS ? 'results' : 'actions'

export type PendingRepository = ReturnType<typeof createPendingRepository>

/** The permissions are a part of the kind, so that a button with others finds nothing. */
const toUndoKind = (needs: string) => `undo ${needs}`

/** An id that nobody can guess. */
const newId = () => randomBytes(12).toString('base64url')

export function createPendingRepository(db: Knex) {
  /** Deletes the rows that name an account; returns whether there were any. */
  const erase = (steamId: SteamId, where = {}): Promise<boolean> =>
    eraseTraces(db, steamId, { tables: [], texts: [{ table: 'pending', text: 'value', where, deletesRow: true }] })
  async function get(id: string, now: number): Promise<PendingRow | undefined> {
    const found = db('pending').where('id', id).where('keep_until', '>', now)
    return (await selectRows('pending', pendingSchema, found))[0]
  }
  /** Adds a row. The oldest actions or results of the user are deleted when all of them are too large together. */
  async function add(row: PendingRow): Promise<void> {
    const size = row.value.length
    await db('pending')
      .insert({ ...toRow(pendingSchema, row), size })
      .onConflict('id')
      .merge()
    const [kept] = await db('pending').where('user_id', row.userId).sum({ all: 'size' })
    if (Number(kept?.['all']) <= MAX_SIZE_PER_USER.results) return
    const others = db('pending').where('user_id', row.userId).whereNot('id', row.id).orderBy('made_at', 'desc')
    let sum = size
    const tooMany = (await selectRows('pending', sizeSchema, others))
      .filter((other) => classOf(other) === classOf(row))
      .filter((other) => (sum += other.size) > MAX_SIZE_PER_USER[classOf(row)])
    await inChunks(tooMany, (chunk) =>
      db('pending')
        .whereIn(
          'id',
          chunk.map(({ id }) => id),
        )
        .delete(),
    )
  }
  return {
    add,

    /** Keeps for a day what an action has changed, for its Undo button; null for the change of a tool, which has none. */
    async keepUndo(
      undo: Undo,
      { guildId, userId }: Pick<Actor, 'guildId' | 'userId'>,
      needs: UndoClass = undoClassOf(undo),
    ): Promise<UndoId | null> {
      if (toolNameOf(userId) !== undefined) return null
      const id = newId()
      const { at: madeAt } = undo
      const value = JSON.stringify(undo)
      await add({ id, kind: toUndoKind(needs), guildId, userId, value, madeAt, keepUntil: madeAt + DAY_SECONDS })
      return `${needs}:${id}`
    },

    /** What the button with this id undoes in a server; undefined when it is not kept (any longer). */
    async getUndo(undoId: UndoId, guildId: string, now: number): Promise<Undo | undefined> {
      const [needs = '', id = ''] = undoId.split(':')
      const row = await get(id, now)
      const isUndo = row?.kind === toUndoKind(needs) && row.guildId === guildId
      return isUndo ? undoSchema.safeParse(JSON.parse(row.value)).data : undefined
    },

    get,

    erase: (steamId: SteamId) => erase(steamId),

    /** Deletes the rows of a server that name an account. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      await erase(steamId, { guild_id: guildId })
    },

    /** Deletes the rows of a server. */
    async removeAll(guildId: string): Promise<void> {
      await db('pending').where('guild_id', guildId).delete()
    },

    async deleteOld(now: number): Promise<void> {
      await db('pending').where('keep_until', '<=', now).delete()
    },
  }
}
