import { expect, test } from 'vitest'
import { textsFor } from '../../support/texts.ts'
import { batchTable } from '../../../src/accounts/discord/views/batch-view.ts'
import type { FailedEntry } from '../../../src/accounts/discord/batch-state.ts'
import { readAccountList } from '../../../src/text/account-list.ts'
import type { Bans } from '../../../src/model/account.ts'
import { CLEAN } from '../../support/fake-context.ts'

const STEAM_ID = '76561198000183892'
const NONE = { count: 0, lines: [] }

const tableWith = (entry: FailedEntry) =>
  batchTable({ checked: [entry], waiting: [], repeated: NONE, notRecognized: NONE }, textsFor('en-US')).data.toString()
const tableOf = (bans: Bans, input = STEAM_ID) =>
  tableWith({ input, code: 'account_not_found', bans, steamId: STEAM_ID })

const cellsOf = (table: string) => {
  const [header = '', row = ''] = table.split('\n')
  return Object.fromEntries(header.split(',').map((title, index) => [title, row.split(',')[index]]))
}

test('an account without a profile, found by friend code, is read back from the table by its id', () => {
  expect(readAccountList(tableOf(CLEAN, '39918164')).accounts).toEqual([STEAM_ID])
})

test.each(['account_not_found', 'platform_unavailable'])(
  'a friend code that led to no account has no link, because the custom URL with its digits can be a stranger’s (%s)',
  (code) => {
    expect(cellsOf(tableWith({ input: '39918164', code, bans: null }))).toMatchObject({ profile: '' })
    const profile = 'https://steamcommunity.com/id/roof_raider'
    expect(cellsOf(tableWith({ input: 'roof_raider', code, bans: null }))).toMatchObject({ profile })
  },
)
