import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import { POLICY_MODES, type PolicyMode } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { judgedReasonSchema, type JudgedReason } from '../model/verdict.ts'
import { deleteEmptyNotices } from './refusal-notices.ts'
import { jsonColumn, readRows } from './rows.ts'

/** An account that a policy refused on one day, or would have refused. */
export interface Refusal {
  id: number
  guildId: string
  steamId: SteamId
  /** When the day began, in UTC. */
  day: number
  firstAt: number
  lastAt: number
  /** How often it was refused on that day. */
  count: number
  /** `enforce` if it was refused at least once; else it would have been. */
  mode: PolicyMode
  /** The version of the policy, and its reasons, at the last refusal. */
  version: number
  reasons: JudgedReason[]
  /** When Discord has accepted the message about it; null until then. */
  toldAt: number | null
}

export interface RefusalsRepository {
  /** Counts a refusal of a policy that exists; the first one of an account and day is due for a message. */
  note(
    refusal: Pick<Refusal, 'guildId' | 'steamId' | 'day' | 'mode' | 'version' | 'reasons'> & { at: number },
  ): Promise<void>
  /**
   * Servers without unsent notices that have refusals which are due: each one that was enforced, where the policy says so; all
   * others once their day is before `today`.
   */
  guildsToPlan(today: number): Promise<string[]>
  /** The refusals of a server that are due and belong to no notice, oldest first. */
  unplanned(guildId: string, today: number): Promise<Refusal[]>
  /** The refusals of a notice, oldest first. */
  ofNotice(noticeId: number): Promise<Refusal[]>
  /** Deletes the refusals of an account at a server, and notices without any refusal left. */
  forget(guildId: string, steamId: SteamId): Promise<void>
  /** Deletes refusals of days before `day`, and notices without any refusal left. */
  deleteOlderThan(day: number): Promise<void>
}

const refusalSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  steamId: z.string(),
  day: unixSecondsSchema,
  firstAt: unixSecondsSchema,
  lastAt: unixSecondsSchema,
  count: z.int(),
  mode: z.enum(POLICY_MODES),
  version: z.int(),
  reasons: jsonColumn(z.array(judgedReasonSchema)),
  toldAt: unixSecondsSchema.nullable(),
})

const REFUSAL_COLUMNS = {
  id: 'r.id',
  guildId: 'r.guild_id',
  steamId: 'r.steam_id',
  day: 'r.day',
  firstAt: 'r.first_at',
  lastAt: 'r.last_at',
  count: 'r.count',
  mode: 'r.mode',
  version: 'r.version',
  reasons: 'r.reasons',
  toldAt: 'r.told_at',
}

export function createRefusalsRepository(db: Knex): RefusalsRepository {
  const read = async (refusals: Knex.QueryBuilder) =>
    readRows('refusals', refusalSchema, await refusals.orderBy(['r.first_at', 'r.id']).select(REFUSAL_COLUMNS))
  const due = (today: number) =>
    db('refusals as r')
      .join('policies as p', 'p.guild_id', 'r.guild_id')
      .whereNull('r.told_at')
      .whereNull('r.notice_id')
      .where((due) => due.where('r.day', '<', today).orWhere({ 'r.mode': 'enforce', 'p.notify': 'each' }))

  return {
    note: (refusal) => note(db, refusal),

    guildsToPlan: async (today) =>
      due(today)
        .whereNotIn('r.guild_id', db('refusal_notices').select('guild_id'))
        .distinct()
        .orderBy('r.guild_id')
        .pluck<string[]>('r.guild_id'),

    unplanned: (guildId, today) => read(due(today).where('r.guild_id', guildId)),
    ofNotice: (noticeId) => read(db('refusals as r').where('r.notice_id', noticeId)),

    async forget(guildId, steamId) {
      await db('refusals').where({ guild_id: guildId, steam_id: steamId }).delete()
      await deleteEmptyNotices(db)
    },

    async deleteOlderThan(day) {
      await db('refusals').where('day', '<', day).delete()
      await deleteEmptyNotices(db)
    },
  }
}

async function note(
  db: Knex,
  { guildId, steamId, day, at, mode, version, reasons }: Parameters<RefusalsRepository['note']>[0],
): Promise<void> {
  const latest = { last_at: at, version, reasons: JSON.stringify(reasons) }
  const known = db('refusals').where({ guild_id: guildId, steam_id: steamId, day })
  const updated = await known.update({
    ...latest,
    ...(mode === 'enforce' && { mode }),
    count: db.raw('count + 1'),
  })
  if (updated > 0) return
  await db('refusals').insert({ guild_id: guildId, steam_id: steamId, day, first_at: at, count: 1, mode, ...latest })
}
