import { isSteamId, parseAccount, toProfileUrl } from '../../model/steam-id.ts'
import { isFound, isUnavailable, type Batch, type CheckedEntry, type FailedEntry } from '../batch-state.ts'
import { csvFile } from '../csv.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { banColumns, resultWithoutProfile, toneOfRecord } from './bans.ts'
import { plainDisplayName } from './parts.ts'

const TABLE_FILE = 'accounts.csv'

/** All entries of a batch that were checked, and the lines that were not recognized, as a CSV file. */
export function batchTable({ checked, notUnderstood }: Batch, texts: Texts): ViewFile {
  const { csv } = texts
  const noBans = banColumns.cells(null, texts)
  return csvFile(
    TABLE_FILE,
    [csv.input, csv.steamId, csv.name, csv.result, ...banColumns.header(texts), csv.profile, csv.note],
    [
      ...checked.map((entry) => rowOf(entry, texts)),
      ...notUnderstood.lines.map((line) => [line, '', '', csv.results.malformed, ...noBans, '', '']),
    ],
  )
}

function rowOf(entry: CheckedEntry, texts: Texts): (string | number)[] {
  const { input, bans } = entry
  const cells = banColumns.cells(bans, texts)
  if (!isFound(entry)) {
    const id = entry.steamId ?? (isSteamId(input) ? input : '')
    const note = bans ? texts.csv.results.noProfile : ''
    return [input, id, '', resultOf(entry, texts), ...cells, linkOf(id || input), note]
  }
  const { steamId } = entry
  const result = texts.csv.results[toneOfRecord(entry.bans, entry)]
  return [input, steamId, plainDisplayName(entry.name, texts), result, ...cells, toProfileUrl(steamId), '']
}

function resultOf(entry: FailedEntry, { csv }: Texts): string {
  if (entry.bans) return resultWithoutProfile(entry.bans, csv)
  return isUnavailable(entry) ? csv.results.unavailable : csv.results.notFound
}

/** The profile page that an input without a known id leads to; empty when the input has other text around the account. */
function linkOf(input: string): string {
  const account = parseAccount(input)
  if (!account) return ''
  return account.kind === 'steamId' ? toProfileUrl(account.steamId) : `https://steamcommunity.com/id/${account.name}`
}
