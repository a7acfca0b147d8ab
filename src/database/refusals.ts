import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import { POLICY_MODES, type PolicyMode } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { judgedReasonSchema, type JudgedReason } from '../model/verdict.ts'
import type { PlanLimits } from './deliveries.ts'
import { deleteEmptyNotices, guildsWithNotices } from './refusal-notices.ts'
import { jsonColumn, readCount, readRows } from './rows.ts'

/** An account that a policy refused on one day, or would have refused. */
export interface Refusal {
  id: number
  guildId: string
  steamId: SteamId
  /** When the day began, in UTC. */
  day: number
  firstAt: number
  lastAt: number
  /** How often it was refused on that day; in `observe`, how often it would have been. */
  count: number
  /** `enforce` if it was refused at least once; else it would have been. */
  mode: PolicyMode
  /** The version of the policy, and its reasons, at the last refusal. */
  version: number
  reasons: JudgedReason[]
  /** When Discord has accepted the message about it, or it was given up; null until then. */
  toldAt: number | null
}

/** Which refusals are due for a message. */
export interface DueRefusals {
  /** Refusals of earlier days are due; of later ones those that were enforced, where the policy has each one reported. */
  today: number
  /** Refusals that were last made earlier are not reported any more. */
  since: number
}

/** Refusals that are not reported yet. */
export interface RefusalCounts {
  /** The message about them is due, and not sent. */
  waiting: number
  /** The same at servers without a usable channel. */
  parked: number
}

export interface RefusalsRepository {
  /** Counts a refusal of a policy that exists; the first one of an account and day is due for a message. */
  note(
    refusal: Pick<Refusal, 'guildId' | 'steamId' | 'day' | 'mode' | 'version' | 'reasons'> & { at: number },
  ): Promise<void>
  /** Servers with a usable channel that have due refusals which belong to no notice, and whose notices, if any, are all failing for long, and few. */
  guildsToPlan(due: DueRefusals, limits: PlanLimits): Promise<string[]>
  /** The due refusals of a server that belong to no notice, oldest first, at most `limit`; with `isEnded` those of earlier days alone. */
  unplanned(guildId: string, due: DueRefusals & { isEnded?: boolean }, limit: number): Promise<Refusal[]>
  /** How many enforced refusals of a server were reported between these times. */
  countReported(guildId: string, from: number, to: number): Promise<number>
  /** The refusals of one server, or of all, that are not reported. */
  counts(due: DueRefusals, guildId?: string): Promise<RefusalCounts>
  /** The last refusal of an account at a server. */
  latest(guildId: string, steamId: SteamId): Promise<Refusal | undefined>
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
  const due = ({ today, since }: DueRefusals) =>
    db('refusals as r')
      .join('policies as p', 'p.guild_id', 'r.guild_id')
      .join('guilds as g', 'g.guild_id', 'r.guild_id')
      .whereNull('r.told_at')
      .where('r.last_at', '>=', since)
      .where((due) => due.where('r.day', '<', today).orWhere({ 'r.mode': 'enforce', 'p.notify': 'each' }))
  const isUsable = (refusals: Knex.QueryBuilder) =>
    refusals.whereNotNull('g.alert_channel_id').whereNull('g.alert_block')

  return {
    note: (refusal) => note(db, refusal),

    guildsToPlan: async (given, limits) =>
      due(given)
        .whereNull('r.notice_id')
        .where(isUsable)
        .whereNotIn('r.guild_id', guildsWithNotices(db, limits))
        .distinct()
        .orderBy('r.guild_id')
        .pluck<string[]>('r.guild_id'),

    unplanned: (guildId, { isEnded, ...given }, limit) => {
      const unplanned = due(given).where('r.guild_id', guildId).whereNull('r.notice_id').limit(limit)
      return read(isEnded ? unplanned.where('r.day', '<', given.today) : unplanned)
    },

    async countReported(guildId, from, to) {
      const reported = db('refusals').where({ guild_id: guildId, mode: 'enforce' }).whereBetween('told_at', [from, to])
      return readCount(await reported.count({ count: '*' }))
    },

    async counts(given, guildId) {
      const counted = guildId === undefined ? due(given) : due(given).where('r.guild_id', guildId)
      const all = readCount(await counted.clone().count({ count: '*' }))
      const waiting = readCount(await counted.where(isUsable).count({ count: '*' }))
      return { waiting, parked: all - waiting }
    },

    async latest(guildId, steamId) {
      const ofAccount = db('refusals as r').where({ 'r.guild_id': guildId, 'r.steam_id': steamId })
      const rows: unknown = await ofAccount.orderBy('r.day', 'desc').limit(1).select(REFUSAL_COLUMNS)
      return readRows('refusals', refusalSchema, rows)[0]
    },

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
  // Players who were let in in `observe` do not count as refused, before or after the mode was changed.
  const count =
    mode === 'enforce'
      ? db.raw("case when mode = 'enforce' then count + 1 else 1 end")
      : db.raw("case when mode = 'enforce' then count else count + 1 end")
  const updated = await known.update({ ...latest, ...(mode === 'enforce' && { mode }), count })
  if (updated > 0) return
  await db('refusals').insert({ guild_id: guildId, steam_id: steamId, day, first_at: at, count: 1, mode, ...latest })
}
