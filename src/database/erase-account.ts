import type { Knex } from 'knex'
import { z } from 'zod'
import { type SteamId, toSteam2, toSteam3 } from '../model/steam-id.ts'
import { deleteEmptyMessages } from '../outbox/database/outbox.ts'
import { notePolicyChange } from '../policy/database/policy-revision.ts'
import { readRows } from './rows.ts'

const REPLACEMENT = '[erased]'
/** Replaces ids in texts whose length is checked when they are read, so it must not be longer than an id. */
const SHORT_REPLACEMENT = '…'

interface TextColumn {
  table: string
  text: string
  /** The columns that identify a row. */
  key: Record<string, string>
  replacement?: string
}

const OF_POLICY = { guild_id: 'guild_id' }

/** Columns of texts by users, which may contain the id of any account. */
const FREE_TEXTS: TextColumn[] = [
  { table: 'watches', text: 'reason', key: { guild_id: 'guild_id', steam_id: 'steam_id' } },
  { table: 'outbox_entries', text: 'payload', key: { id: 'id' } },
  { table: 'audit_log', text: 'detail', key: { id: 'id' } },
  { table: 'policy_exceptions', text: 'reason', key: { ...OF_POLICY, steam_id: 'steam_id' } },
  { table: 'policies', text: 'terms', key: OF_POLICY, replacement: SHORT_REPLACEMENT },
  {
    table: 'policy_versions',
    text: 'terms',
    key: { ...OF_POLICY, version: 'version' },
    replacement: SHORT_REPLACEMENT,
  },
  { table: 'policy_tokens', text: 'name', key: { id: 'id' } },
  { table: 'joins', text: 'token_name', key: { id: 'id' } },
  { table: 'account_names', text: 'name', key: { id: 'id' } },
]

/** Tables with rows for each account. */
const ABOUT_ACCOUNTS = [
  'watches',
  'audit_log',
  'outbox_entries',
  'observations',
  'account_names',
  'record_changes',
  'accounts',
  'policy_exceptions',
  'joins',
]

const mentionRowSchema = z.object({ text: z.string() }).catchall(z.union([z.string(), z.int()]))

/** Deletes all rows about an account, and replaces its id in texts about others; returns whether there was any. */
export async function eraseAccount(db: Knex, steamId: SteamId): Promise<boolean> {
  let found = 0
  for (const table of ABOUT_ACCOUNTS) found += await db(table).where('steam_id', steamId).delete()
  await deleteEmptyMessages(db)
  for (const column of FREE_TEXTS) found += await eraseMentions(db, steamId, column)
  // Erasing an exception is rare, so all policies are loaded again.
  if (found > 0) await notePolicyChange(db, await db('policies').pluck<string[]>('guild_id'))
  return found > 0
}

async function eraseMentions(
  db: Knex,
  steamId: SteamId,
  { table, text, key, replacement = REPLACEMENT }: TextColumn,
): Promise<number> {
  // The digits only, because not all databases ignore the case of the letters.
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
      .update({ [text]: before.replaceAll(mention, replacement) })
  return changed.length
}
