import { isSteamId, parseAccount, toProfileUrl } from '../../model/steam-id.ts'
import { ACCOUNT_COLUMNS, banCells, cellsWithoutProfile } from '../../presentation/account-table.ts'
import { toneOfRecord } from '../../presentation/ban-status.ts'
import { plainDisplayName } from '../../presentation/visible-text.ts'
import { isFound, isUnavailable, type Batch, type CheckedEntry } from '../batch-state.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { tableFile, type TableRow } from './table.ts'

/** All entries of a batch that were checked, and the lines that were not recognized, as a CSV file. */
export function batchTable({ checked, notRecognized }: Batch, texts: Texts): ViewFile {
  const columns = ['input', ...ACCOUNT_COLUMNS, 'profile', 'note'] as const
  const unrecognized = notRecognized.lines.map((input): TableRow => ({ input, result: texts.csv.results.malformed }))
  return tableFile('accounts.csv', columns, [...checked.map((entry) => rowOf(entry, texts)), ...unrecognized], texts)
}

function rowOf(entry: CheckedEntry, texts: Texts): TableRow {
  const { input } = entry
  const { results } = texts.csv
  if (isFound(entry)) {
    const { steamId, bans } = entry
    const name = plainDisplayName(entry.name, texts)
    const result = results[toneOfRecord(bans, entry)]
    return { input, steamId, name, result, ...banCells(bans, texts), profile: toProfileUrl(steamId) }
  }
  const steamId = entry.steamId ?? (isSteamId(input) ? input : '')
  const account = { input, steamId, profile: linkOf(steamId || input) }
  if (entry.bans) return { ...account, ...cellsWithoutProfile(entry.bans, texts) }
  return { ...account, result: isUnavailable(entry) ? results.unavailable : results.notFound }
}

/** The profile page of an id or an input; empty for a friend code, and for an input with other text around the account. */
function linkOf(input: string): string {
  const account = parseAccount(input)
  if (account?.kind === 'steamId') return toProfileUrl(account.steamId)
  // A friend code has no link, because the custom URL with its digits can be a stranger's.
  return account && account.friendCodeOf === undefined ? `https://steamcommunity.com/id/${account.name}` : ''
}
