import { MAX_BATCH } from '../../src/model/limits.ts'
import type { BatchFailure } from '../../src/model/account.ts'
import type { ApiError } from '../../packages/client/src/api-error.ts'
import { toApiError } from './to-api-error.ts'
import type { Lookups } from '../../packages/client/src/lookups.ts'
import {
  isChecked,
  isFound,
  type AccountList,
  type CheckedEntry,
  type FailedEntry,
  type ListEntry,
} from './account-list.ts'

/**
 * Checks the unchecked accounts of a list, 50 per request, and yields the list after each answer. Ends with the first request that fails as
 * a whole; the accounts of that request and of all later requests stay unchecked. Rejects only if the signal is aborted.
 */
export async function* checkList(
  list: AccountList,
  client: Pick<Lookups, 'lookUpBatch'>,
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
      accounts: list.accounts,
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

/** Removes each entry whose account has an earlier entry, and adds its input to `repeated`. */
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
  client: Pick<Lookups, 'lookUpBatch'>,
  signal: AbortSignal,
): Promise<{ entries: CheckedEntry[]; error: ApiError | null }> {
  try {
    const { results, failures } = await client.lookUpBatch(inputs, { signal })
    const found = results.map((account) => ({ input: account.input, account }))
    return { entries: [...found, ...failures.map(toFailedEntry)], error: null }
  } catch (error) {
    signal.throwIfAborted()
    const failure = toApiError(error)
    // When every entry of a batch failed, the service answers with an error that contains the failures.
    return failure.details.failures
      ? { entries: failure.details.failures.map(toFailedEntry), error: null }
      : { entries: [], error: failure }
  }
}

const toFailedEntry = ({ input, ...failure }: BatchFailure): FailedEntry => ({
  input,
  failure,
})
