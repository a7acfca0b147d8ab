import { describe, expect, test } from 'vitest'
import { answerTo } from '../../support/command-tests.ts'
import { addException, removeException } from '../../../src/policy/exceptions.ts'
import { noteRefusals } from '../../../src/policy/refusals.ts'
import { banBot } from '../../support/ban-bot.ts'
import { bansOf } from '../../support/policies.ts'
import { joinOf, refusalOf } from '../../support/policy-records.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { cached, CLEAN_RECORD, fakeContext, NOW, summaryOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const HOUR = 3_600

/** A bot whose server watches ALICE, with this many changes after the first record. */
async function botWithHistory(changes: number) {
  const bot = await watchBot({ getBanRecords: async ([steamId = '']) => new Map([[steamId, CLEAN_RECORD]]) })
  await bot.watch(ALICE)
  for (let count = 1; count <= changes; count++) {
    const when = { after: NOW + (count - 1) * HOUR, before: NOW + count * HOUR }
    await bot.database.transaction(({ accounts }) =>
      accounts.addObservation({
        steamId: ALICE,
        firstSeenAt: when.before,
        record: { ...CLEAN_RECORD, NumberOfVACBans: count },
        lastBan: when,
        changes: [{ kind: 'vac', from: count - 1, to: count, isLifted: false, when }],
      }),
    )
  }
  return bot
}

describe('/history', () => {
  test('shows what was seen, newest first, with the time in which it happened, and since when', async () => {
    const bot = await botWithHistory(2)
    const reply = bot.moderator().type(`/history account:${ALICE}`)
    const text = await answerTo(reply)
    expect(text).toContain(
      `🕓 History of name of ${ALICE}\n┃ ⛔ Steam: 2 VAC bans, newest today\n┃ last ban 14 November 2023 23:13–00:13\n`,
    )
    const lines = text.split('\n')
    const from = lines.findIndex((line) => line.includes('(1 → 2)'))
    expect(lines.slice(from, from + 5)).toEqual([
      '┃ ⛔ New VAC ban (1 → 2)',
      '┃ 14 November 2023 23:13–00:13',
      '┃ ⛔ New VAC ban (0 → 1)',
      '┃ 14 November 2023 22:13–23:13',
      '┃ At the first check: no bans',
    ])
    expect(text).toContain('┃ First checked on 14 November 2023 22:13. Nothing is known of the time before.')
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.buttons().map(({ label }) => label)).toEqual(['Account', 'Ban'])
  })

  test('says that nothing is known of an account that was never checked for a list, and offers to watch it', async () => {
    const bot = await botWithHistory(0)
    const reply = bot.moderator().type(`/history account:${BOB}`)
    const text = await answerTo(reply)
    expect(text).toContain(
      'This account was never checked for a watch list, so nothing is known of what Steam showed before.',
    )
    expect(text).not.toMatch(/✅|no bans/)
    const opened = reply.click('Watch')
    await opened.untilModal()
    await opened.submit({ Note: 'x' }).until('is on the watch list')
  })

  test('has the bans of the last look-up of an account that was never checked for a list, and asks Steam for none', async () => {
    const never = '\n┃ This account was never checked for a watch list'
    const unknown = await botWithHistory(0)
    expect(await answerTo(unknown.moderator().type(`/history account:${BOB}`))).toContain(
      `❔ Steam: bans not checked${never}`,
    )
    const bans = bansOf({ VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 3 })
    const rememberedAnswers = {
      ...fakeContext().rememberedAnswers,
      getBans: () => cached(bans),
      getSummary: () => cached(summaryOf(BOB)),
    }
    const bot = await watchBot({}, { rememberedAnswers })
    expect(await answerTo(bot.moderator().type(`/history account:${BOB}`))).toContain(
      `⛔ Steam: 1 VAC ban, 3 days ago${never}`,
    )
  })

  test('has the last known name while Steam is down, and calls the profile unknown', async () => {
    const unavailable = new RapsheetError('platform_unavailable', 'down')
    const bot = await watchBot(
      {
        getSummary: () => Promise.reject(unavailable),
        getBanRecords: async ([steamId = '']) => new Map([[steamId, CLEAN_RECORD]]),
      },
      { staleAnswers: { ...fakeContext().staleAnswers, getSummary: async (steamId) => cached(summaryOf(steamId)) } },
    )
    await bot.watch(ALICE)
    const text = await answerTo(bot.moderator().type(`/history account:${ALICE}`))
    expect(text).toContain(`History of name of ${ALICE}`)
    expect(text).toContain('❔ Steam: no bans on record · profile could not be checked')
  })

  test('does not say which server watches the account, nor why', async () => {
    const bot = await botWithHistory(1)
    const elsewhere = bot.moderator({ guildId: '900000000000000001' })
    const text = await answerTo(elsewhere.type(`/history account:${ALICE}`))
    expect(text).toContain('New VAC ban (0 → 1)')
    expect(text).not.toMatch(/added by|Note/)
  })

  test('has pages of ten', async () => {
    const bot = await botWithHistory(14)
    const reply = bot.moderator().type(`/history account:${ALICE}`)
    expect(await answerTo(reply)).toContain('(13 → 14)')
    const second = await reply.click('Next page').until('page 2 of 2')
    expect(second).toContain('(3 → 4)')
    expect(second).toContain('At the first check: no bans')
  })
})

describe('/history as the sheet of an account', () => {
  /** A bot, on whose server BOB was watched, excepted, banned and refused, in this order. */
  async function botWithSheet() {
    const bot = await banBot()
    const { context, guildId, actor, time, database } = bot
    const anna = bot.owner({ name: 'anna' })
    const later = () => void (time.now += 60)
    await answerTo(anna.type(`/watch add account:${BOB} reason:"friend of Al"`))
    later()
    await addException(context, { ...actor, userId: anna.id, steamId: BOB, reason: 'a friend', until: null })
    await removeException(context, { ...actor, userId: anna.id, steamId: BOB })
    later()
    await answerTo(anna.type(`/banlist add account:${BOB} reason:aimbot note:demo`))
    later()
    const reasons = [{ code: 'banned_here' as const, value: 'aimbot', limit: null }]
    await database.transaction(async (repositories) => {
      const judged = { guildId, steamId: BOB, at: time.now, reasons }
      await repositories.joins.add([joinOf({ ...judged, verdict: 'deny', mode: 'enforce', tokenName: 'EU Main' })])
      await noteRefusals(repositories, [refusalOf({ ...judged, mode: 'enforce' })])
    })
    later()
    await answerTo(anna.type(`/banlist remove account:${BOB}`))
    later()
    await database.transaction(({ joins }) =>
      joins.add([
        joinOf({
          guildId,
          steamId: BOB,
          at: time.now,
          verdict: 'allow',
          mode: 'enforce',
          reasons: [],
          tokenName: 'EU Main',
        }),
      ]),
    )
    return bot
  }
  const CHANGES = / (let in(?= · EU)|lifted|refused|banned(?! by us)|removed the exception|made an exception|put)\b/g
  const sheetOf = (text: string) => [...text.matchAll(CHANGES)].map(([, word]) => word)

  test('has what the team did, refusals with the reason, joins and Steam in one order of time', async () => {
    const bot = await botWithSheet()
    const text = await answerTo(bot.owner().type(`/history account:${BOB}`))
    expect(sheetOf(text.split('\n').slice(3).join('\n'))).toEqual([
      'let in',
      'lifted',
      'refused',
      'banned',
      'removed the exception',
      'made an exception',
      'put',
    ])
    expect(text).toContain('🚪 let in · EU Main')
    expect(text).toMatch(/🔨 refused 1 time that day · banned by us: aimbot · EU Main/)
    expect(text).toMatch(/👁️ @anna put it on the watch list · note: friend of Al/)
    expect(text).toMatch(/🔨 @anna banned · aimbot · for good/)
    expect(text).toMatch(/🛡️ @anna removed the exception · a friend/)
    // The heading names the account, and a line below it has the id.
    expect(text.split(BOB)).toHaveLength(3)
    expect(text).toContain('a friend')
  })

  test('shows exceptions to members with Manage Server alone, and nothing of it to another server', async () => {
    const bot = await botWithSheet()
    const moderator = await answerTo(bot.moderator().type(`/history account:${BOB}`))
    expect(moderator).toMatch(/@anna banned/)
    expect(moderator).not.toMatch(/exception|a friend/)
    const elsewhere = await answerTo(bot.moderator({ guildId: '900000000000000001' }).type(`/history account:${BOB}`))
    expect(elsewhere).not.toMatch(/@anna|EU Main|aimbot/)
  })
})
