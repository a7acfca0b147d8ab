import { expect, test } from 'vitest'
import { textsFor } from '../../../src/discord/texts/catalogue.ts'
import { batchTable } from '../../../src/discord/views/batch-table.ts'
import { readAccountList } from '../../../src/model/account-text.ts'
import type { Bans } from '../../../src/model/account.ts'
import { CLEAN } from '../../support/fake-context.ts'

const STEAM_ID = '76561198000183892'
const NONE = { count: 0, lines: [] }

const tableOf = (bans: Bans, input = STEAM_ID) =>
  batchTable(
    {
      checked: [{ input, code: 'account_not_found', bans, steamId: STEAM_ID }],
      waiting: [],
      repeated: NONE,
      notUnderstood: NONE,
    },
    textsFor('en-US'),
  ).data.toString()

test.each<[string, Partial<Bans>, string]>([
  ['banned', { VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 900 }, 'banned'],
  ['with a trade restriction', { EconomyBan: 'banned' }, 'trade restriction only'],
  ['without bans', {}, 'no profile'],
])('the result of an account without a profile follows its bans and is never "no bans": %s', (_, bans, result) => {
  const [header = '', row = ''] = tableOf({ ...CLEAN, ...bans }).split('\n')
  const cells = Object.fromEntries(header.split(',').map((title, index) => [title, row.split(',')[index]]))
  expect(cells).toMatchObject({ result, note: 'no profile', steam_id: `'${STEAM_ID}` })
})

test('an account without a profile that a friend code led to is read back by its id', () => {
  expect(readAccountList(tableOf(CLEAN, '39918164')).accounts).toEqual([STEAM_ID])
})
