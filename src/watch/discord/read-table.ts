import { isSteamId, type SteamId } from '../../model/steam-id.ts'
import { ACCOUNT_COLUMNS } from '../../accounts/presentation/account-table.ts'
import { readCsv } from '../../text/csv-rows.ts'

/** An account with known bans in a table of the bot. */
export interface TableAccount {
  steamId: SteamId
  isBanned: boolean
}

const COLUMNS: readonly string[] = ACCOUNT_COLUMNS

/** Reads the accounts in the CSV file of a batch or a friend scan, each account once. Accounts whose bans are unknown are left out. */
export function readTableAccounts(text: string): TableAccount[] {
  const [header = [], ...rows] = readCsv(text)
  const first = header.findIndex((column) => STEAM_ID.has(column))
  if (first === -1) return []
  const accounts = rows.flatMap((row): TableAccount[] => {
    const cell = (column: (typeof ACCOUNT_COLUMNS)[number]) => row[first + COLUMNS.indexOf(column)] ?? ''
    const steamId = cell('steamId')
    // The counts are empty without a ban record.
    if (!isSteamId(steamId) || cell('vacBans') === '') return []
    const isBanned = Number(cell('vacBans')) > 0 || Number(cell('gameBans')) > 0 || YES.has(cell('communityBan'))
    return [{ steamId, isBanned }]
  })
  return [...new Map(accounts.map((account) => [account.steamId, account])).values()]
}

/** The column of the ids and "yes" in every language, because a table is in the language of the user who asked for it. */
const STEAM_ID = new Set(['steam_id'])
const YES = new Set(['yes', 'ja'])
