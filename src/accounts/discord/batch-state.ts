import { z } from 'zod'
import { bansSchema, steamIdSchema, type Bans } from '../../model/account.ts'
import { readAccountsInMessage, type AccountText } from '../../text/account-list.ts'
import type { Cached } from '../../model/cached.ts'
import type { PastBans } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { isUncheckedEntry } from '../presentation/batch-entries.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import type { Context } from '../context.ts'
import type { BatchOutcome } from '../lookup-batch.ts'
import { KEEP_RESULT_SECONDS, type PendingKind } from '../../discord/pending.ts'
import type { ServerNotes } from './server-notes.ts'

/** Maximum number of lines without an account that are stored. */
const MAX_NOT_RECOGNIZED = 1_000
/** Maximum length of a line without an account. */
export const LINE_CHARACTERS = 64

/** The accounts whose ids or links the names of a Discord user contain. Users choose their names, so an account may be that of another person. */
const namedSchema = z.object({
  userId: z.string(),
  found: z.array(z.object({ account: z.string(), kind: z.enum(['nickname', 'displayName', 'userName']) })),
  isNicknameRead: z.boolean(),
})
export type NamedAccounts = z.infer<typeof namedSchema>

/** The names of a Discord user, null where they have none. The nickname is undefined if it could not be read. */
type Names = { nickname: string | null | undefined; displayName?: string | null; userName?: string }

/** The accounts that are in the names of a Discord user as an id or a profile link, each once. A name itself is never looked up. */
export function readAccountsInNames(userId: string, { nickname, displayName, userName }: Names): NamedAccounts {
  const names = { nickname, displayName, userName }
  const kinds = ['nickname', 'displayName', 'userName'] as const
  const all = kinds.flatMap((kind) =>
    readAccountsInMessage(names[kind] ?? '').accounts.map((account) => ({ account, kind })),
  )
  const found = all.filter((one) => one === all.find(({ account }) => account === one.account))
  return { userId, found, isNicknameRead: nickname !== undefined }
}

interface WithEarlierBans {
  /** Bans that were seen before and are missing in the record of the entry; never kept, because they are read again for each page. */
  earlierBans?: PastBans | undefined
}

const foundSchema = z.object({
  input: z.string(),
  steamId: steamIdSchema,
  resolvedFrom: z.string().nullable(),
  name: z.string(),
  timecreated: z.number().nullable(),
  /** Defined as in `Summary`, like `isConfigured`. */
  isPrivate: z.boolean().nullable(),
  isConfigured: z.boolean().nullable(),
  bans: bansSchema,
  /** When the ban record was fetched, Unix seconds. */
  fetchedAt: z.number(),
})
export type FoundEntry = z.infer<typeof foundSchema> & WithEarlierBans

const failedSchema = z.object({
  input: z.string(),
  /** The error code. */
  code: z.string(),
  /** The ban record, if the account has no profile or Steam did not return its profile; null without a record. */
  bans: bansSchema.nullable(),
  /** The id of the account, if the input leads to one. */
  steamId: steamIdSchema.optional(),
  /** When `bans` was fetched, Unix seconds. */
  fetchedAt: z.exactOptional(z.number()),
})
export type FailedEntry = z.infer<typeof failedSchema> & WithEarlierBans

const linesSchema = z.object({
  count: z.int(),
  /** `notRecognized` contains only the first 1,000 lines; `repeated` contains each account once. */
  lines: z.array(z.string()),
})
export type Lines = z.infer<typeof linesSchema>

const batchSchema = z.object({
  /** The entries that were looked up, in input order. An account that was found is listed once. */
  checked: z.array(z.union([foundSchema, failedSchema])),
  /** Entries that are not looked up yet. */
  waiting: z.array(z.string()),
  /** Further mentions of accounts that are in `checked` or `waiting`. */
  repeated: linesSchema,
  /** Lines in which no account was found. */
  notRecognized: linesSchema,
  /** Absent unless the batch comes from a message or a user. */
  named: z.exactOptional(namedSchema),
})

/** A list of accounts and the results so far. */
export type Batch = Omit<z.infer<typeof batchSchema>, 'checked'> & { checked: CheckedEntry[] }
export type CheckedEntry = FoundEntry | FailedEntry

/** A batch whose buttons turn its pages, continue it, repeat lookups or watch its accounts. */
export const BATCH: PendingKind<Batch> = { name: 'batch', schema: batchSchema, keepSeconds: KEEP_RESULT_SECONDS }

/** The batch of a parsed list, with no results yet; `named` says which of its accounts are in names of a user. */
export function toBatch({ accounts, repeated, notRecognized }: AccountText, named?: NamedAccounts): Batch {
  return {
    ...(named && { named }),
    checked: [],
    waiting: accounts,
    repeated: toRepeated(repeated.length, repeated),
    notRecognized: {
      count: notRecognized.length,
      lines: notRecognized.slice(0, MAX_NOT_RECOGNIZED).map((line) => stripInvisible(line, LINE_CHARACTERS)),
    },
  }
}

/** Adds `results` to a batch, by input: results for waiting entries, and for checked entries that were looked up again. */
export function addChecked(batch: Batch, results: ReadonlyMap<string, CheckedEntry>): Batch {
  return mergeDuplicates({
    ...batch,
    checked: [
      ...batch.checked.map((entry) => results.get(entry.input) ?? entry),
      ...batch.waiting.flatMap((input) => results.get(input) ?? []),
    ],
    waiting: batch.waiting.filter((input) => !results.has(input)),
  })
}

/** The accounts of a batch that have a ban record, with or without a profile. */
export const knownAccounts = ({ checked }: Batch): SteamId[] => [
  ...new Set(checked.flatMap(({ bans, steamId }) => (bans !== null && steamId !== undefined ? [steamId] : []))),
]

/** Number of different entries; two custom URLs that are not resolved yet may be the same account. */
export const countRecognized = ({ checked, waiting }: Batch) => checked.length + waiting.length

/**
 * Merges entries that turned out to be the same account, such as a custom URL and an id: the entry with the most information stays, and the
 * others are moved to `repeated`.
 */
function mergeDuplicates(batch: Batch): Batch {
  const best = new Map<SteamId, CheckedEntry>()
  for (const entry of batch.checked) {
    const other = best.get(entry.steamId ?? '')
    if (entry.steamId !== undefined && (!other || knownOf(entry) > knownOf(other))) best.set(entry.steamId, entry)
  }
  const isBest = (entry: CheckedEntry) => entry.steamId === undefined || best.get(entry.steamId) === entry
  const checked = batch.checked.filter(isBest)
  const duplicates = batch.checked.filter((entry) => !isBest(entry)).map(({ input }) => input)
  const { count, lines } = batch.repeated
  return { ...batch, checked, repeated: toRepeated(count + duplicates.length, [...lines, ...duplicates]) }
}

/** Amount of information in an entry: none, bans, or bans and profile. */
const knownOf = (entry: CheckedEntry) => (entry.bans === null ? 0 : 1) + (isFound(entry) ? 1 : 0)

const toRepeated = (count: number, mentions: string[]): Lines => ({ count, lines: [...new Set(mentions)] })

/** The part of an outcome that a batch stores. */
export function toChecked(outcome: BatchOutcome): CheckedEntry {
  const { input } = outcome
  if ('failure' in outcome) {
    const { code, bansOnRecord: bans = null, bansFetchedAt: fetchedAt } = outcome.failure
    const { steamId } = outcome
    return {
      input,
      code,
      bans,
      ...(steamId === undefined ? {} : { steamId }),
      ...(fetchedAt === undefined ? {} : { fetchedAt }),
    }
  }
  const { steamId, resolvedFrom, profile, bans, fetchedAt } = outcome.entry
  const { personaname: name, timecreated } = profile
  const { isPrivate, isConfigured } = outcome.profileFacts
  return { input, steamId, resolvedFrom, name, timecreated, isPrivate, isConfigured, bans, fetchedAt }
}

/** Whether an entry resolved to an account. */
export const isFound = (entry: CheckedEntry): entry is FoundEntry => 'name' in entry

/** Whether an entry failed because of Steam or this server, so that a repetition may succeed. */
export const isUnavailable = (entry: CheckedEntry): entry is FailedEntry => isUncheckedEntry(entry)

/**
 * Replaces each ban record for which `newestOf` returns a newer record. If the newer record is incomplete (null), the entry becomes a
 * failure with unknown bans.
 */
function withNewestRecords(
  batch: Batch,
  newestOf: (steamId: SteamId, bans: Cached<Bans>) => Cached<Bans | null>,
): Batch {
  const checked = batch.checked.map((entry): CheckedEntry => {
    const { input, steamId, bans: value, fetchedAt } = entry
    if (!steamId || !value || fetchedAt === undefined) return entry
    const newest = newestOf(steamId, { value, fetchedAt, expiresAt: fetchedAt })
    return newest.value
      ? { ...entry, bans: newest.value, fetchedAt: newest.fetchedAt }
      : { input, steamId, code: 'platform_unavailable', bans: null }
  })
  return { ...batch, checked }
}

/** Adds the earlier bans of accounts to a batch. */
const withEarlierBans = (batch: Batch, earlier: ReadonlyMap<SteamId, PastBans>): Batch =>
  earlier.size === 0
    ? batch
    : { ...batch, checked: batch.checked.map((entry) => ({ ...entry, earlierBans: earlier.get(entry.steamId ?? '') })) }

/**
 * Updates a batch, because its message may be older than an alert about one of its accounts. Adds the newest known bans, and the earlier
 * bans of watched accounts.
 */
export async function renewBatch(
  newestBans: Context['newestBans'],
  { renewRecords }: Pick<ServerNotes, 'renewRecords'>,
  stored: Batch,
): Promise<Batch> {
  const batch = withNewestRecords(stored, (steamId, bans) => newestBans.of(steamId, bans))
  const shown = batch.checked.flatMap(({ steamId, bans, fetchedAt }) =>
    steamId !== undefined && bans && fetchedAt !== undefined ? [{ steamId, bans, fetchedAt }] : [],
  )
  const { newer, earlier } = await renewRecords(shown)
  return withEarlierBans(
    withNewestRecords(batch, (steamId, bans) => newer.get(steamId) ?? bans),
    earlier,
  )
}
