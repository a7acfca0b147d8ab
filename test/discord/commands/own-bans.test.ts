import { expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { toStats } from '../../../src/steam/methods/get-rust-stats.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN, friendListOf, summaryOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const BANNED = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 12 }

test.each([
  ['returns no profile', async () => cached(null)],
  [
    'does not answer about the profile',
    () => Promise.reject(new RapsheetError('platform_unavailable', 'Steam does not answer.')),
  ],
])('/friends shows the bans of its account where Steam %s', async (_, getProfile) => {
  for (const [bans, line] of [
    [BANNED, '┃ ⛔ Steam: 1 VAC ban, 12 days ago; profile not returned'],
    [CLEAN, '┃ ❔ Steam: no ban on record, but the profile was not returned'],
  ] as const) {
    const bot = await watchBot({
      getSummary: async (steamId) => (steamId === ALICE ? getProfile() : cached(summaryOf(steamId))),
      getBans: async (steamId) => cached(steamId === ALICE ? bans : CLEAN),
      getFriends: async () => cached(friendListOf([BOB])),
    })
    const text = await bot.moderator().type(`/friends ${ALICE}`).until('1 friend checked: no ban on record.')
    expect(text).toContain(line)
    expect(text).not.toContain('bans not checked')
  }
})

test('/lookup and /batch show the bans of an account whose profile could not be asked for', async () => {
  const bot = await watchBot({
    getSummary: () => Promise.reject(new RapsheetError('platform_unavailable', 'Steam does not answer.')),
    getBans: async (steamId) => cached(steamId === ALICE ? BANNED : CLEAN),
  })
  expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).toContain(
    `┃ ⛔ \`${ALICE}\`\n┃ 1 VAC ban, 12 days ago; profile not returned · not banned by us\n`,
  )
  const text = await answerTo(bot.moderator().type(`/batch ${ALICE} ${BOB}`))
  expect(text).toContain('⛔ 1 of 2 checked accounts banned.')
  expect(text).toContain(`⛔ \`${ALICE}\` · 1 VAC ban, 12 days ago; profile not returned`)
  expect(text).toContain(`❔ \`${BOB}\` · no ban on record, but the profile was not returned`)
})

test.each([
  [BANNED, '⛔ Steam: 1 VAC ban, 12 days ago; profile not returned'],
  [CLEAN, '❔ Steam: no ban on record, but the profile was not returned'],
])('/stats shows remembered bans without a remembered profile', async (bans, line) => {
  const bot = await watchBot(
    { getRustStats: async () => cached({ kind: 'stats' as const, stats: toStats(new Map([['kill_player', 77]])) }) },
    {
      rememberedAnswers: {
        getSummary: () => undefined,
        getBans: () => cached(bans),
        getRustHours: () => undefined,
        getFriends: () => undefined,
      },
    },
  )
  const text = await answerTo(bot.moderator().type(`/stats ${ALICE}`))
  expect(text).toContain(`┃ ${line}`)
  expect(text).not.toContain('bans not checked')
})

test('the other ids of an account are shown while Steam does not answer, with its last known custom URL', async () => {
  const bot = await watchBot()
  const card = bot.moderator().type(`/lookup ${ALICE}`)
  await answerTo(card)
  const known = { ...summaryOf(ALICE), profileurl: 'https://steamcommunity.com/id/raider/' }
  bot.context.steam.getSummary = () =>
    Promise.reject(new RapsheetError('platform_unavailable', 'Steam does not answer.'))
  bot.context.staleAnswers.getSummary = async () => cached(known)
  const text = await card.select('Other IDs').until('STEAM_0')
  expect(text).toContain(`name of ${ALICE}\n┃ \`${ALICE}\`\n`)
  expect(text).toContain('Custom URL `raider`')
})
