import type { Knex } from 'knex'
import { z } from 'zod'
import {
  BAN_FIELDS,
  banChangeSchema,
  type BanChange,
  type BanRecord,
  banRecordSchema,
  type Interval,
  intervalSchema,
} from '../../model/ban-record.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { WATCH_ACTIONS } from '../../model/watch.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import { deleteEmptyMessages } from '../../outbox/database/outbox.ts'
import {
  columnsOf,
  inChunks,
  insertInChunks,
  jsonColumn,
  readInsertedId,
  readRows,
  toRow,
} from '../../database/rows.ts'

/** The known bans of a watched account. */
export interface BanState {
  record: BanRecord
  /** When the last VAC or game ban happened; null without a ban, or if the time is unknown. */
  lastBan: Interval | null
}

const recordColumn = jsonColumn(banRecordSchema)
const dipSchema = z.object({
  field: z.enum(BAN_FIELDS),
  /** The lower value. */
  to: z.union([z.number(), z.boolean(), z.string()]),
  /** The first sweep that saw the lower value. */
  sweepId: z.int(),
  /** The interval in which the ban ended, if a later sweep confirms it. */
  when: intervalSchema,
})
/** A field with a lower value than before, which counts only when a later sweep confirms it. */
export type Dip = z.infer<typeof dipSchema>

/** An account that is or was on a watch list. */
export interface AccountState {
  steamId: SteamId
  /** The newest observation; null before the first valid record. */
  current: (BanState & Pick<Observation, 'firstSeenAt'> & { observationId: number }) | null
  dips: Dip[]
  /** When the last valid record was seen; null before the first. */
  checkedAt: number | null
  /**
   * Number of failed turns in the current sweep; for an account that never had a valid record, all its failed turns since it was put on a
   * list.
   */
  failedTurns: number
}

/** The state of an account from one time until something changed. */
export interface Observation extends BanState {
  id: number
  steamId: SteamId
  firstSeenAt: number
  /** The time of the last valid record that confirmed this state. */
  lastSeenAt: number
  /** The differences from the previous observation; empty for the first one. */
  changes: BanChange[]
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>

export function createAccountsRepository(db: Knex) {
  return {
    /** The states of these accounts, in no order; unknown accounts are left out. */
    async get(steamIds: readonly SteamId[]): Promise<AccountState[]> {
      const rows = await inChunks(steamIds, (chunk): Promise<unknown[]> =>
        db('accounts as a')
          .leftJoin('observations as o', 'o.id', 'a.observation_id')
          .whereIn('a.steam_id', chunk)
          .select(ACCOUNT_COLUMNS),
      )
      return readRows('accounts', accountRowSchema, rows.flat()).map(toAccountState)
    },

    /** Creates the accounts that are unknown. */
    async ensure(steamIds: readonly SteamId[]): Promise<void> {
      await insertInChunks(steamIds, (chunk) =>
        db('accounts')
          .insert(chunk.map((steamId) => ({ steam_id: steamId })))
          .onConflict('steam_id')
          .ignore(),
      )
    },

    /** Records that these accounts had a valid record at `at`, which is newer than what was known. */
    async recordChecked(steamIds: readonly SteamId[], at: number): Promise<void> {
      await inChunks(steamIds, (chunk) => db('accounts').whereIn('steam_id', chunk).update({ checked_at: at }))
    },

    async setDips(steamId: SteamId, dips: readonly Dip[]): Promise<void> {
      await db('accounts')
        .where('steam_id', steamId)
        .update({ dip: dips.length > 0 ? JSON.stringify(dips) : null })
    },

    ...createObservationMethods(db),

    /**
     * Stores `now` for accounts that have left their last list, and deletes accounts that have been on no list since `before`, with their
     * entries in the logs of watch lists.
     */
    async deleteUnwatched(now: number, before: number): Promise<void> {
      await db('accounts').where({ is_watched: false, unwatched_since: null }).update({ unwatched_since: now })
      const old = db('accounts').where('is_watched', false).where('unwatched_since', '<=', before)
      const steamIds = old.clone().select('steam_id')
      await db('audit_log').whereIn('action', WATCH_ACTIONS).whereIn('steam_id', steamIds).delete()
      await old.delete()
      await deleteEmptyMessages(db)
    },

    /** Erases all data about an account, from all lists and histories; returns whether there was any. */
    erase: (steamId: SteamId): Promise<boolean> => eraseTraces(db, steamId, TRACES),
  }
}

const TRACES = {
  tables: ['watches', 'observations', 'account_names', 'record_changes', 'accounts'],
  texts: [
    { table: 'watches', text: 'reason', key: ['guild_id', 'steam_id'] },
    { table: 'account_names', text: 'name' },
  ],
}

function createObservationMethods(db: Knex) {
  return {
    /**
     * Stores an observation as the newest of its account, and returns the observation's id. The first observation also sets `checkedAt`. A
     * later observation does not, because it may come from an incomplete record, which is no check; `recordChecked` sets the time of a
     * check.
     */
    async addObservation(observation: Omit<Observation, 'id' | 'lastSeenAt'>): Promise<number> {
      const { steamId, firstSeenAt } = observation
      const account = db('accounts').where('steam_id', steamId)
      await db('observations')
        .where({ steam_id: steamId, last_seen_at: null })
        .update({ last_seen_at: account.clone().select('checked_at') })
      const inserted: unknown = await db('observations').insert(toObservationRow(observation)).returning('id')
      const id = readInsertedId(inserted)
      await account.update({ observation_id: id, checked_at: db.raw('coalesce(checked_at, ?)', [firstSeenAt]) })
      return id
    },

    /** Stores the first observations of accounts, which sets `checkedAt` and clears their dips. */
    async addBaselines(baselines: readonly (BanState & { steamId: SteamId })[], firstSeenAt: number): Promise<void> {
      const rows = baselines.map((baseline) => toObservationRow({ ...baseline, firstSeenAt, changes: [] }))
      await insertInChunks(rows, (chunk) => db('observations').insert(chunk))
      const newest = db('observations').where('steam_id', db.ref('accounts.steam_id')).max('id')
      const steamIds = baselines.map(({ steamId }) => steamId)
      await inChunks(steamIds, (chunk) =>
        db('accounts')
          .whereIn('steam_id', chunk)
          .update({ observation_id: newest, checked_at: firstSeenAt, dip: null }),
      )
    },

    /** Stores a state with a narrower ban interval, or with more known fields, in the newest observation of an account. */
    async refine(observationId: number, state: BanState): Promise<void> {
      await db('observations')
        .where('id', observationId)
        .update(toRow(observationRowSchema, fromBanState(state)))
    },

    /** All observations of an account, newest first. */
    history: async (steamId: SteamId): Promise<Observation[]> =>
      toObservations(await selectObservations(db).where('o.steam_id', steamId)),

    /**
     * All observations of the accounts that have at least one observation with a record other than `record`; newest first for each account.
     */
    async historiesUnlike(steamIds: readonly SteamId[], record: BanRecord): Promise<Observation[]> {
      const unlike = db('observations').whereNot('record', JSON.stringify(record)).select('steam_id')
      const rows = await inChunks(steamIds, async (chunk): Promise<unknown[]> => {
        const ids = unlike.clone().whereIn('steam_id', chunk)
        return selectObservations(db).whereIn('o.steam_id', ids)
      })
      return toObservations(rows.flat())
    },

    /**
     * Deletes observations that were first seen before `before`, and the alerts about them. Keeps the newest observation of each account on
     * a list.
     */
    async deleteObservations(before: number): Promise<void> {
      const newest = db('accounts').where('is_watched', true).whereNotNull('observation_id').select('observation_id')
      await db('observations').where('first_seen_at', '<', before).whereNotIn('id', newest).delete()
      await deleteEmptyMessages(db)
    },
  }
}

const banStateShape = {
  record: recordColumn,
  lastBanAfter: unixSecondsSchema.nullable(),
  lastBanBefore: unixSecondsSchema.nullable(),
}

const accountSchema = z.object({
  steamId: z.string(),
  dip: jsonColumn(z.array(dipSchema)).nullable(),
  checkedAt: unixSecondsSchema.nullable(),
  failedTurns: z.int(),
})
const newestSchema = z.object({
  ...banStateShape,
  firstSeenAt: unixSecondsSchema.nullable(),
  record: recordColumn.nullable(),
})

/** A row with an account and its newest observation. Without an observation, the fields of the observation are null. */
export const accountRowSchema = z.object({
  ...accountSchema.shape,
  ...newestSchema.shape,
  observationId: z.int().nullable(),
})

/** The columns of `accountRowSchema` for an account `a` and its newest observation `o`. */
export const ACCOUNT_COLUMNS = {
  ...columnsOf(accountSchema, 'a'),
  ...columnsOf(newestSchema, 'o'),
  observationId: 'o.id',
}

/** Converts a row to an `AccountState`. */
export function toAccountState(row: z.infer<typeof accountRowSchema>): AccountState {
  const { steamId, dip, checkedAt, failedTurns, observationId, firstSeenAt, record } = row
  const hasObservation = observationId !== null && firstSeenAt !== null && record !== null
  const current = hasObservation ? { ...toBanState({ ...row, record }), firstSeenAt, observationId } : null
  return { steamId, current, dips: dip ?? [], checkedAt, failedTurns }
}

type BanStateColumns = z.infer<z.ZodObject<typeof banStateShape>>

function toBanState({ record, lastBanAfter, lastBanBefore }: BanStateColumns): BanState {
  const isKnown = lastBanAfter !== null && lastBanBefore !== null
  return { record, lastBan: isKnown ? { after: lastBanAfter, before: lastBanBefore } : null }
}

const fromBanState = ({ record, lastBan }: BanState): BanStateColumns => ({
  record,
  lastBanAfter: lastBan?.after ?? null,
  lastBanBefore: lastBan?.before ?? null,
})

const observationRowSchema = z.object({
  ...banStateShape,
  id: z.int(),
  steamId: z.string(),
  firstSeenAt: unixSecondsSchema,
  lastSeenAt: unixSecondsSchema.nullable(),
  changes: jsonColumn(z.array(banChangeSchema)),
  checkedAt: unixSecondsSchema.nullable(),
})

const OBSERVATION_COLUMNS = { ...columnsOf(observationRowSchema, 'o'), checkedAt: 'a.checked_at' }

const selectObservations = (db: Knex) =>
  db('observations as o')
    .join('accounts as a', 'a.steam_id', 'o.steam_id')
    .orderBy('o.id', 'desc')
    .select(OBSERVATION_COLUMNS)

const toObservations = (rows: unknown): Observation[] =>
  readRows('observations', observationRowSchema, rows).map(toObservation)

function toObservation(row: z.infer<typeof observationRowSchema>): Observation {
  const { id, steamId, firstSeenAt, changes } = row
  // The newest observation was last seen at the last check, unless it was made after that check by an incomplete record.
  const lastSeenAt = row.lastSeenAt ?? Math.max(firstSeenAt, row.checkedAt ?? 0)
  return { id, steamId, firstSeenAt, lastSeenAt, changes, ...toBanState(row) }
}

const toObservationRow = (observation: Omit<Observation, 'id' | 'lastSeenAt'>) =>
  toRow(observationRowSchema, { ...observation, ...fromBanState(observation) })
