import type { Knex } from 'knex'
import { z } from 'zod'
import { banTermsSchema } from '../../model/ban.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'

/** The columns of a ban that are given when it is stored. */
export const newBanSchema = banTermsSchema.extend({
  guildId: z.string(),
  /** The Discord id of the user who added it, or `token:` and the name of the token of a tool. */
  addedBy: z.string(),
  addedAt: unixSecondsSchema,
  /** The import that the ban is from; null if it was added by hand. */
  importId: z.int().nullable(),
})

/** The bans that count, as `b`: those added by hand, and those of imports, `i`, that are complete and not undone. */
export const validBans = (db: Knex) =>
  db('bans as b')
    .leftJoin('ban_imports as i', 'i.id', 'b.import_id')
    .where((from) => from.whereNull('b.import_id').orWhere('i.state', 'valid'))

/** Leaves only the bans `b` that are active at `now`. */
export const isActive = (now: number) => (bans: Knex.QueryBuilder) =>
  void bans.where((until) => until.whereNull('b.until').orWhere('b.until', '>', now))
