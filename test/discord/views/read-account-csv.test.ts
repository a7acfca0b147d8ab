import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toChecked, type Batch } from '../../../src/accounts/discord/batch-state.ts'
import { readText } from '../../../src/discord/files.ts'
import { LANGUAGES } from '../../../src/model/language.ts'
import { textsFor } from '../../support/texts.ts'
import { batchTable } from '../../../src/accounts/discord/views/batch-view.ts'
import { readAccountCsv } from '../../../src/accounts/presentation/account-table.ts'
import { type Bans } from '../../../src/model/account.ts'
import { toProfileFacts } from '../../../src/accounts/to-facts.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { CLEAN, summaryOf } from '../../support/fake-context.ts'
import { names } from '../../support/view-limits.ts'
import { nth } from '../../support/watch-tests.ts'
import { isBanned } from '../../../src/model/is-banned.ts'

const counts = fc.nat({ max: 3 })
const bans: fc.Arbitrary<Bans> = fc
  .record({ vac: counts, game: counts, community: fc.boolean(), trade: fc.constantFrom('none', 'banned') })
  .map(({ vac, game, community, trade }) => ({
    ...CLEAN,
    VACBanned: vac > 0,
    NumberOfVACBans: vac,
    NumberOfGameBans: game,
    CommunityBanned: community,
    EconomyBan: trade,
  }))

test.each(LANGUAGES)('any batch comes back from its table: ids and bans, whatever the names are (%s)', (locale) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names, bans), { maxLength: 12 }), fc.array(names), (rows, notRecognized) => {
      const checked = rows.map(([input, personaname, record], index) => {
        const steamId = nth(index)
        const summary = { ...summaryOf(steamId), personaname }
        return toChecked({
          input,
          entry: { input, steamId, resolvedFrom: null, profile: summary, bans: record, fetchedAt: 1 },
          profileFacts: toProfileFacts(summary),
        })
      })
      const lines = { count: notRecognized.length, lines: notRecognized }
      const batch: Batch = { checked, waiting: [], repeated: { count: 0, lines: [] }, notRecognized: lines }
      const text = readText(batchTable(batch, textsFor(locale)))
      expect(readAccountCsv(text)).toEqual(
        rows.map(([, , record], index) => ({ steamId: nth(index), isBanned: isBanned(record) })),
      )
    }),
  )
})

test('accounts whose bans are unknown are left out, those without a profile are not', () => {
  const noProfile = new RapsheetError('account_not_found', '', { bansOnRecord: CLEAN, steamId: nth(1) })
  const checked = [
    toChecked({ input: nth(1), steamId: nth(1), failure: noProfile }),
    toChecked({ input: nth(2), steamId: nth(2), failure: new RapsheetError('account_not_found', '') }),
    toChecked({ input: nth(3), steamId: nth(3), failure: new RapsheetError('platform_unavailable', '') }),
  ]
  const none = { count: 0, lines: [] }
  const table = batchTable({ checked, waiting: [], repeated: none, notRecognized: none }, textsFor('en-US'))
  expect(readAccountCsv(readText(table))).toEqual([{ steamId: nth(1), isBanned: false }])
})

test.each(['', 'x', '"', 'name\n1', '\u0000', 'steam_id\n"76561197960287930'])('%j has no accounts', (text) => {
  expect(readAccountCsv(text)).toEqual([])
})
