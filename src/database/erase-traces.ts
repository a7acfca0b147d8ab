import type { Knex } from 'knex'
import { z } from 'zod'
import { type SteamId, toSteam2, toSteam3 } from '../model/steam-id.ts'
import { readRows } from './rows.ts'

const REPLACEMENT = '[erased]'

/** A column of texts by users, which may contain the id of any account. */
interface TextColumn {
  table: string
  text: string
  /** The columns that identify a row; `id` if not given. */
  key?: string[]
  replacement?: string
  /** Only rows with these values. */
  where?: Record<string, string>
  /** Whether the row is deleted, instead of the mention. */
  deletesRow?: boolean
}

/** Where accounts leave traces. */
interface Traces {
  /** Tables with rows about an account. */
  tables: string[]
  texts: TextColumn[]
}

const mentionRowSchema = z.object({ text: z.string() }).catchall(z.union([z.string(), z.int()]))

/** Deletes the rows about an account, and replaces its id in the texts of other rows; returns whether anything was found. */
export async function eraseTraces(db: Knex, steamId: SteamId, { tables, texts }: Traces): Promise<boolean> {
  let found = 0
  for (const table of tables) found += await db(table).where('steam_id', steamId).delete()
  for (const column of texts) found += await eraseMentions(db, steamId, column)
  return found > 0
}

async function eraseMentions(
  db: Knex,
  steamId: SteamId,
  { table, text, key = ['id'], replacement = REPLACEMENT, where = {}, deletesRow = false }: TextColumn,
): Promise<number> {
  // Searches for the digits only, because not all databases ignore the case of letters, as in STEAM_0.
  const [y, z] = toSteam2(steamId).split(':').slice(1)
  const steam2 = `:${y}:${z}`
  const steam3 = toSteam3(steamId).replaceAll(/[^\d:]/g, '')
  const rows: unknown = await db(table)
    .select(...key, { text })
    .where(where)
    .where((mention) => {
      for (const digits of [steamId, steam2, steam3]) void mention.orWhereLike(text, `%${digits}%`)
    })
  const mention = new RegExp(`${steamId}|STEAM_[01]${steam2}(?!\\d)|\\[?U${steam3}(?!\\d)\\]?`, 'gi')
  const changed = readRows(table, mentionRowSchema, rows).filter((row) => row.text.search(mention) >= 0)
  for (const { text: before, ...row } of changed) {
    const found = db(table).where(row)
    await (deletesRow ? found.delete() : found.update({ [text]: before.replaceAll(mention, replacement) }))
  }
  return changed.length
}
