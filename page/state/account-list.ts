import { readAccountListInSteps, type Steps } from '../../src/text/account-list.ts'
import type { Spelling } from '../../src/text/spelling.ts'
import type { BatchEntry, BatchFailure } from '../../src/model/account.ts'
import { type EntryFacts, isUncheckedEntry } from '../../src/accounts/presentation/batch-entries.ts'
import type { ApiError } from '../../packages/client/src/api-error.ts'

/** Maximum number of accounts of a list. */
export const MAX_ACCOUNTS = 500

/** The content of a pasted text besides the accounts that are looked up. */
export interface PastedRest {
  /** Further mentions of accounts that were already mentioned. */
  repeated: string[]
  notRecognized: string[]
  /** How a file is spelled whose encoding was guessed. */
  spelling?: Spelling | null
}

/** The content of a pasted text. */
export interface PastedAccounts extends PastedRest {
  /** At most 500, without duplicates. */
  accounts: string[]
  /** Number of accounts after the 500th. */
  beyond: number
}

/** Reads a pasted text, a dropped file or a single account. */
export function* readPasted(text: string, options?: { isFile: boolean }): Steps<PastedAccounts> {
  const { accounts, repeated, notRecognized } = yield* readAccountListInSteps(text, options)
  return {
    accounts: accounts.slice(0, MAX_ACCOUNTS),
    beyond: Math.max(0, accounts.length - MAX_ACCOUNTS),
    repeated,
    notRecognized,
  }
}

/** The entered texts that have no entry in the list: the rest of the pasted text, and repeated accounts; null if there are none. */
export function leftOutOf({ repeated }: AccountList, pasted: PastedRest | null): PastedRest | null {
  if (repeated.length === 0) return pasted
  const { repeated: before, notRecognized } = pasted ?? { repeated: [], notRecognized: [] }
  return { repeated: [...before, ...repeated], notRecognized }
}

interface FoundEntry {
  input: string
  account: BatchEntry
}

/** An account that could not be looked up. */
export interface FailedEntry {
  input: string
  failure: Omit<BatchFailure, 'input'>
}

/** An account of a list whose outcome is known. */
export type CheckedEntry = FoundEntry | FailedEntry
/** An account of a list; an entry that has neither `account` nor `failure` is not checked yet. */
export type ListEntry = CheckedEntry | { input: string }

export const isFound = (entry: ListEntry): entry is FoundEntry => 'account' in entry
export const isChecked = (entry: ListEntry): entry is CheckedEntry => isFound(entry) || 'failure' in entry

/** A list of accounts that are looked up together. */
export interface AccountList {
  /** The accounts as the address names them. */
  accounts: readonly string[]
  /** Each account once. */
  entries: ListEntry[]
  /** Inputs for an account that already has an entry, such as the custom URL of an account that was also entered by its id. */
  repeated: string[]
  isChecking: boolean
  /** Why the check ended before the last account; null if it did not. */
  error: ApiError | null
  /** When the last request was answered or failed, Unix milliseconds; 0 until a request has ended. */
  at: number
}

/** The facts of an entry that determine the order, the counts and the tone of a list. */
export function factsOf(entry: CheckedEntry): EntryFacts {
  if (!isFound(entry)) return { code: entry.failure.code, bans: entry.failure.withoutProfile?.bans ?? null }
  return { bans: entry.account.bans, timecreated: entry.account.profile.timecreated }
}

/**
 * When the oldest ban record of a list was fetched, Unix seconds; null without a record. Records can be older than the request, because the
 * service may answer from its cache.
 */
export function oldestRecordAt(entries: readonly ListEntry[]): number | null {
  const times = entries.filter(isChecked).flatMap((entry) => recordOf(entry)?.fetchedAt ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

const recordOf = (entry: CheckedEntry) => (isFound(entry) ? entry.account : entry.failure.withoutProfile)

/** Whether a retry may find more facts about an entry. */
export const isUnchecked = (entry: ListEntry) => !isChecked(entry) || isUncheckedEntry(factsOf(entry))

/** Creates a list before its first answer. */
export const startList = (accounts: readonly string[]): AccountList => ({
  accounts,
  entries: accounts.map((input) => ({ input })),
  repeated: [],
  isChecking: true,
  error: null,
  at: 0,
})

/** Resets the unchecked accounts of a list, so that they are checked again. */
export const restartList = (list: AccountList): AccountList => ({
  ...list,
  entries: list.entries.map((entry) => (isUnchecked(entry) ? { input: entry.input } : entry)),
  isChecking: true,
  error: null,
})
