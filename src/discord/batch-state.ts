import { z } from 'zod'
import { bansSchema, steamIdSchema } from '../model/account.ts'
import type { AccountText } from '../model/account-text.ts'
import { isInconclusive } from '../model/error.ts'
import type { BatchOutcome } from '../service/lookup-batch.ts'
import { stripInvisible } from './escape.ts'
import type { ViewFile } from './view.ts'

/** The file of a message that holds its batch, so that any process can show another page of it or go on with it. */
export const BATCH_FILE = 'rapsheet-batch.json'

const VERSION = 1

/** Lines that were not understood that the table lists, at most. */
const MAX_NOT_UNDERSTOOD = 1_000
/** How much is shown of a line that was not understood. */
export const LINE_CHARACTERS = 64

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
  /** The first of them; of repeats, each account once, and all of them. */
  lines: z.array(z.string()),
})
export type Lines = z.infer<typeof linesSchema>

const batchSchema = z.object({
  version: z.literal(VERSION),
  /** Every entry that was looked up, in the order given; each account that was found is there once. */
  checked: z.array(z.union([foundSchema, failedSchema])),
  /** Entries that have not been looked up yet. */
  waiting: z.array(z.string()),
  /** Further mentions of accounts that are in `checked` or `waiting`. */
  repeated: linesSchema,
  /** Lines in which no account was found. */
  notUnderstood: linesSchema,
})

/** A list of accounts, as far as it has been checked. */
export type Batch = Omit<z.infer<typeof batchSchema>, 'version'>
export type CheckedEntry = Batch['checked'][number]

/** A list that was just read, before any of it has been looked up. */
export function toBatch({ accounts, repeated, notUnderstood }: AccountText): Batch {
  return {
    checked: [],
    waiting: accounts,
    repeated: toRepeated(repeated.length, repeated),
    notUnderstood: {
      count: notUnderstood.length,
      lines: notUnderstood.slice(0, MAX_NOT_UNDERSTOOD).map((line) => stripInvisible(line, LINE_CHARACTERS)),
    },
  }
}

/** The number of different accounts the list names, as far as is known: two custom URLs may turn out to be one account. */
export const countUnderstood = ({ checked, waiting }: Batch) => checked.length + waiting.length

/** Counts an account once that two entries lead to, a custom URL and an id for instance; the later entry becomes a repeat. */
export function mergeDuplicates(batch: Batch): Batch {
  const seen = new Set<string>()
  const again: string[] = []
  const checked = batch.checked.filter((entry) => {
    if (!isFound(entry)) return true
    if (seen.has(entry.steamId)) again.push(entry.input)
    return !seen.has(entry.steamId) && seen.add(entry.steamId)
  })
  const { count, lines } = batch.repeated
  return { ...batch, checked, repeated: toRepeated(count + again.length, [...lines, ...again]) }
}

const toRepeated = (count: number, mentions: string[]): Lines => ({
  count,
  lines: [...new Set(mentions)],
})

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

/** Whether an entry failed because of Steam or this server, so that another attempt may find it. */
export function isUnavailable(entry: CheckedEntry): entry is FailedEntry {
  return !isFound(entry) && isInconclusive(entry.code)
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
