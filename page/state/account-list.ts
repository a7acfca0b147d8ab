import { readAccountList } from '../../src/model/account-text.ts'
import type { BatchEntry, BatchFailure } from '../../src/model/account.ts'
import { isUncheckedEntry, type EntryFacts } from '../../src/presentation/batch-entries.ts'
import { type ApiError, toApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'

/** Maximum number of accounts of a list. */
export const MAX_ACCOUNTS = 500
/** Maximum number of accounts of one request. */
const MAX_BATCH = 50

/** What a pasted text contains. */
export interface PastedAccounts {
  /** At most 500, without duplicates. */
  accounts: string[]
  /** How many accounts follow the 500th. */
  beyond: number
  /** The repeated mentions of an account. */
  repeated: string[]
  notRecognized: string[]
}

/** Reads a pasted text, a dropped file or a single account. */
export function readPasted(text: string): PastedAccounts {
  const { accounts, repeated, notRecognized } = readAccountList(text)
  return {
    accounts: accounts.slice(0, MAX_ACCOUNTS),
    beyond: Math.max(0, accounts.length - MAX_ACCOUNTS),
    repeated,
    notRecognized,
  }
}

/** What was left out of a list: the rest of the pasted text, and repeated accounts; null for nothing. */
export function leftOutOf({ accounts, repeated }: AccountList, pasted: PastedAccounts | null): PastedAccounts | null {
  if (repeated.length === 0) return pasted
  const rest = pasted ?? { accounts: [...accounts], beyond: 0, repeated: [], notRecognized: [] }
  return { ...rest, repeated: [...rest.repeated, ...repeated] }
}

interface FoundEntry {
  input: string
  account: BatchEntry
}

interface FailedEntry {
  input: string
  failure: Omit<BatchFailure, 'input'>
}

/** An account of a list whose outcome is known. */
export type CheckedEntry = FoundEntry | FailedEntry
/** An account of a list; one that has neither an account nor a failure is not checked yet. */
export type ListEntry = CheckedEntry | { input: string }

export const isFound = (entry: ListEntry): entry is FoundEntry => 'account' in entry
export const isChecked = (entry: ListEntry): entry is CheckedEntry => isFound(entry) || 'failure' in entry

/** Accounts that are looked up together. */
export interface AccountList {
  /** As the address has them. */
  accounts: readonly string[]
  /** Each account once. */
  entries: ListEntry[]
  /** Accounts that turned out to be the same as an earlier one: a custom URL and an id. */
  repeated: string[]
  isChecking: boolean
  /** Why the check ended before the last account. */
  error: ApiError | null
  /** When the last request was answered or failed, Unix milliseconds; 0 before. */
  at: number
}

/** What the order, the counts and the tone of a list need of an entry. */
export function factsOf(entry: CheckedEntry): EntryFacts {
  if (!isFound(entry)) return { code: entry.failure.code, bans: entry.failure.withoutProfile?.bans ?? null }
  return { bans: entry.account.bans, timecreated: entry.account.profile.timecreated }
}

/** Whether another try may find out more about an entry. */
export const isUnchecked = (entry: ListEntry) => !isChecked(entry) || isUncheckedEntry(factsOf(entry))

/** The list as it is before the first answer. */
export const startList = (accounts: readonly string[]): AccountList => ({
  accounts,
  entries: accounts.map((input) => ({ input })),
  repeated: [],
  isChecking: true,
  error: null,
  at: 0,
})

/** The list with the unchecked accounts to be checked again. */
export const restartList = (list: AccountList): AccountList => ({
  ...list,
  entries: list.entries.map((entry) => (isUnchecked(entry) ? { input: entry.input } : entry)),
  isChecking: true,
  error: null,
})

/**
 * Checks the accounts of a list that are not checked yet, 50 in a request, and yields the list after each answer. Ends with the
 * first request that fails as a whole: the accounts after it stay unchecked. Rejects only if the signal is aborted.
 */
export async function* checkList(
  list: AccountList,
  client: Pick<Client, 'lookUpBatch'>,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<AccountList, void, undefined> {
  const waiting = list.entries.filter((entry) => !isChecked(entry)).map(({ input }) => input)
  let current = list
  for (let start = 0; start < waiting.length; start += MAX_BATCH) {
    const { entries, error } = await checkPart(waiting.slice(start, start + MAX_BATCH), client, signal)
    const checked = new Map(entries.map((entry) => [entry.input, entry]))
    const isLast = error !== null || start + MAX_BATCH >= waiting.length
    current = {
      ...current,
      ...mergeRepeated(
        current.entries.map((entry) => checked.get(entry.input) ?? entry),
        current.repeated,
      ),
      isChecking: !isLast,
      error,
      at: now(),
    }
    yield current
    if (error) return
  }
}

/** Moves entries of the same account as an earlier entry to `repeated`. */
function mergeRepeated(all: ListEntry[], known: string[]): Pick<AccountList, 'entries' | 'repeated'> {
  const seen = new Set<string>()
  const entries: ListEntry[] = []
  const repeated = [...known]
  for (const entry of all) {
    const steamId = steamIdOf(entry)
    if (steamId !== null && seen.has(steamId)) repeated.push(entry.input)
    else entries.push(entry)
    if (steamId !== null) seen.add(steamId)
  }
  return { entries, repeated }
}

function steamIdOf(entry: ListEntry): string | null {
  if (!isChecked(entry)) return null
  return isFound(entry) ? entry.account.steamId : (entry.failure.withoutProfile?.steamId ?? null)
}

async function checkPart(
  inputs: string[],
  client: Pick<Client, 'lookUpBatch'>,
  signal: AbortSignal,
): Promise<{ entries: CheckedEntry[]; error: ApiError | null }> {
  try {
    const { results, failures } = await client.lookUpBatch(inputs, signal)
    const found = results.map((account) => ({ input: account.input, account }))
    return { entries: [...found, ...failures.map(toFailedEntry)], error: null }
  } catch (error) {
    signal.throwIfAborted()
    const failure = toApiError(error)
    // An error with failures is the answer to a batch in which every entry failed.
    return failure.details.failures
      ? { entries: failure.details.failures.map(toFailedEntry), error: null }
      : { entries: [], error: failure }
  }
}

const toFailedEntry = ({ input, ...failure }: BatchFailure): FailedEntry => ({
  input,
  failure,
})
