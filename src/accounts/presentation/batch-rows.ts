import type { BatchEntry, BatchFailure } from '../../model/account.ts'
import { isSteamId, parseAccount, toProfileUrl, type SteamId } from '../../model/steam-id.ts'
import { ACCOUNT_COLUMNS, banCells, cellsWithoutProfile, type AccountRow } from './account-table.ts'
import { toneOfRecord } from './ban-status.ts'
import { isUncheckedEntry, whyEntryHasNoProfile, type FailedFacts, type FoundFacts } from './batch-entries.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { toneWithEarlier } from '../../lib/tone.ts'
import { plainDisplayName } from '../../lib/visible-text.ts'

/** The columns of a batch's table. */
export const BATCH_COLUMNS = ['input', ...ACCOUNT_COLUMNS, 'profile', 'note', 'checkedAt'] as const

interface RowFacts {
  input: string
  /** When the ban record was fetched, Unix seconds; absent without a record, and in older messages, which do not contain it. */
  fetchedAt?: number | undefined
}

interface FoundEntry extends FoundFacts, RowFacts {
  steamId: SteamId
  name: string
}

interface FailedEntry extends FailedFacts, RowFacts {
  /** The id of the account, if the input leads to one. */
  steamId?: SteamId | undefined
}

/** The row of an entry that was looked up. */
export function batchRow(entry: FoundEntry | FailedEntry, texts: AccountTexts): AccountRow {
  const { input, fetchedAt = null } = entry
  const { results } = texts.csv
  const checkedAt = formatCsvTime(fetchedAt)
  if ('name' in entry) {
    const { steamId, bans } = entry
    const name = plainDisplayName(entry.name, texts)
    const result = results[toneWithEarlier(toneOfRecord(bans, entry), entry.earlierBans)]
    return { input, steamId, name, result, ...banCells(bans, texts), profile: toProfileUrl(steamId), checkedAt }
  }
  const steamId = entry.steamId ?? (isSteamId(input) ? input : '')
  const account = { input, steamId, profile: linkOf(steamId || input) }
  if (entry.bans)
    return { ...account, ...cellsWithoutProfile(entry.bans, whyEntryHasNoProfile(entry), texts), checkedAt }
  return { ...account, result: isUncheckedEntry(entry) ? results.unavailable : results.notFound }
}

/** The row of a line in which no account was recognized. */
export const unrecognizedRow = (input: string, { csv }: AccountTexts): AccountRow => ({
  input,
  result: csv.results.malformed,
})

/** Converts a result or a failure of `POST /api/lookup/batch` to an argument of `batchRow`. */
export function toBatchRowEntry(entry: BatchEntry | BatchFailure): FoundEntry | FailedEntry {
  const { input } = entry
  if ('code' in entry) {
    const { code, withoutProfile } = entry
    const { steamId, bans = null, fetchedAt } = withoutProfile ?? {}
    return { input, code, bans, steamId, fetchedAt }
  }
  const { steamId, profile, bans, fetchedAt } = entry
  return { input, steamId, name: profile.personaname, timecreated: profile.timecreated, bans, fetchedAt }
}

/** The address of the profile page for an id or an input; empty for a friend code, and for an input with other text around the account. */
function linkOf(input: string): string {
  const account = parseAccount(input)
  if (account?.kind === 'steamId') return toProfileUrl(account.steamId)
  // A friend code has no link, because the custom URL with its digits can belong to another account.
  return account && account.friendCodeOf === undefined ? `https://steamcommunity.com/id/${account.name}` : ''
}
