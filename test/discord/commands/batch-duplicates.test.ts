import { expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN, summaryOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const BANNED = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 12 }
const silence = () => Promise.reject(new RapsheetError('platform_unavailable', 'Steam does not answer.'))

test.each([
  ['its bans alone are returned', async () => cached(BANNED), '┃ ⛔ 1 of 2 checked accounts banned.'],
  ['it does not exist', async () => cached(null), '┃ ❔ 1 account not found on Steam.'],
  ['Steam does not answer about it', silence, '┃ ❔ 1 account could not be checked: bans unknown.'],
])('/batch counts an account given by its id and its custom URL once when %s', async (_, getBans, total) => {
  const bot = await watchBot({
    resolveVanityName: async () => cached(ALICE),
    getSummary: async (steamId) => cached(steamId === ALICE ? null : summaryOf(steamId)),
    getBans: async (steamId) => (steamId === ALICE ? getBans() : cached(CLEAN)),
  })
  const list = `${ALICE} https://steamcommunity.com/id/raider ${BOB}`
  const text = await answerTo(bot.moderator().type(`/batch accounts:"${list}"`))
  expect(text).toContain('┃ 📋 2 accounts\n')
  expect(text).toContain(`${total}\n`)
  expect(text).toContain('┃ 1 duplicate\n')
  expect(text).toContain('┃ Duplicates:\n┃ raider\n')
})
