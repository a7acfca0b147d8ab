import { z } from 'zod'
import { bansSchema, steamIdSchema } from '../model/account.ts'
import type { BatchOutcome } from '../service/batch.ts'
import type { ViewFile } from './view.ts'

/** The file of a message that holds its batch, so that any process can show another page of it or go on with it. */
export const BATCH_FILE = 'rapsheet-batch.json'

const VERSION = 1

const foundSchema = z.object({
  input: z.string(),
  steamId: steamIdSchema,
  resolvedFrom: z.string().nullable(),
  name: z.string(),
  timecreated: z.number().nullable(),
  bans: bansSchema,
  /** When the ban record was fetched, Unix seconds. */
  fetchedAt: z.number(),
})
export type FoundEntry = z.infer<typeof foundSchema>

const failedSchema = z.object({
  input: z.string(),
  /** The code of the failure. */
  code: z.string(),
  /** The ban record of an account that has no profile; null where there is none. */
  bans: bansSchema.nullable(),
})
export type FailedEntry = z.infer<typeof failedSchema>

const linesSchema = z.object({
  count: z.int(),
  /** The first of them. */
  lines: z.array(z.string()),
})
export type Lines = z.infer<typeof linesSchema>

const batchSchema = z.object({
  version: z.literal(VERSION),
  /** Every entry that was looked up, in the order given. */
  checked: z.array(z.union([foundSchema, failedSchema])),
  /** Entries that have not been looked up yet. */
  waiting: z.array(z.string()),
  /** Accounts that the list names. */
  understood: z.int(),
  /** What named an account that had been named before. */
  repeated: linesSchema,
  /** Lines in which no account was found. */
  notUnderstood: linesSchema,
})

/** A list of accounts, as far as it has been checked. */
export type Batch = Omit<z.infer<typeof batchSchema>, 'version'>
export type CheckedEntry = Batch['checked'][number]

/** What remains of a list that is long: its size and its first lines. */
export function firstLines(lines: readonly string[], most: number): Lines {
  return { count: lines.length, lines: lines.slice(0, most) }
}

/** What a batch keeps of an outcome. */
export function toChecked(outcome: BatchOutcome): CheckedEntry {
  const { input } = outcome
  if ('failure' in outcome) return { input, code: outcome.failure.code, bans: outcome.failure.bansOnRecord ?? null }
  const { steamId, resolvedFrom, profile, bans } = outcome.entry
  const { personaname: name, timecreated } = profile
  return { input, steamId, resolvedFrom, name, timecreated, bans, fetchedAt: outcome.fetchedAt }
}

/** Whether an entry led to an account. */
export function isFound(entry: CheckedEntry): entry is FoundEntry {
  return 'steamId' in entry
}

/** Whether nothing is known of an entry because of Steam, so that asking again may bring it. */
export function isUnavailable(entry: CheckedEntry): entry is FailedEntry {
  return !isFound(entry) && entry.code !== 'account_not_found' && entry.code !== 'malformed_account'
}

/** A batch as a file of its message. */
export function toBatchFile(batch: Batch): ViewFile {
  return { name: BATCH_FILE, data: Buffer.from(JSON.stringify({ version: VERSION, ...batch })) }
}

/** The batch in such a file; throws when it is of another version. */
export function readBatch(text: string): Batch {
  const { version: _, ...batch } = batchSchema.parse(JSON.parse(text))
  return batch
}
