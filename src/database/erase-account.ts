import type { Knex } from 'knex'
import { z } from 'zod'
import { type SteamId, toSteam2, toSteam3 } from '../model/steam-id.ts'
import { deleteEmptyDeliveries } from './deliveries.ts'
import { readRows } from './rows.ts'

const REPLACEMENT = '[erased]'

/** Columns of text that people wrote, which may name any account, with the columns that identify the row. */
const FREE_TEXTS = [
  { table: 'watches', text: 'reason', key: { guild_id: 'guild_id', steam_id: 'steam_id' } },
  { table: 'alerts', text: 'reason', key: { id: 'id' } },
  { table: 'audit_log', text: 'detail', key: { id: 'id' } },
]

const mentionRowSchema = z.object({ text: z.string() }).catchall(z.union([z.string(), z.int()]))

/** Deletes all rows about an account, and replaces its id in texts about others; returns whether there was any. */
export async function eraseAccount(db: Knex, steamId: SteamId): Promise<boolean> {
  let found = 0
  for (const table of ['watches', 'audit_log', 'alerts', 'observations', 'accounts'])
    found += await db(table).where('steam_id', steamId).delete()
  await deleteEmptyDeliveries(db)
  for (const column of FREE_TEXTS) found += await eraseMentions(db, steamId, column)
  return found > 0
}

async function eraseMentions(
  db: Knex,
  steamId: SteamId,
  { table, text, key }: (typeof FREE_TEXTS)[number],
): Promise<number> {
  // The digits alone, because not all databases ignore the case of letters here.
  const [y, z] = toSteam2(steamId).split(':').slice(1)
  const steam2 = `:${y}:${z}`
  const steam3 = toSteam3(steamId).replaceAll(/[^\d:]/g, '')
  const rows: unknown = await db(table)
    .select({ ...key, text })
    .where((mention) => {
      for (const digits of [steamId, steam2, steam3]) void mention.orWhereLike(text, `%${digits}%`)
    })
  const mention = new RegExp(`${steamId}|STEAM_[01]${steam2}(?!\\d)|\\[?U${steam3}(?!\\d)\\]?`, 'gi')
  const changed = readRows(table, mentionRowSchema, rows).filter((row) => row.text.search(mention) >= 0)
  for (const { text: before, ...row } of changed)
    await db(table)
      .where(row)
      .update({ [text]: before.replaceAll(mention, REPLACEMENT) })
  return changed.length
}
