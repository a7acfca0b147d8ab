import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { addException } from '../../../src/service/policy/exceptions.ts'
import type { Steam } from '../../../src/steam/steam.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN } from '../../support/fake-context.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { ALICE } from '../../support/watch-tests.ts'

const now = () => Math.floor(Date.now() / 1000)
const fresh = <T>(value: T) => ({ value, fetchedAt: now(), expiresAt: now() + 60 })
const BANNED: Partial<Steam> = {
  getBans: async () => fresh({ ...CLEAN, VACBanned: true, NumberOfVACBans: 2, DaysSinceLastBan: 10 }),
}
const testAlice = async (bot: Awaited<ReturnType<typeof policyBot>>, locale = 'en-US') =>
  answerTo(bot.manager({ locale }).type(`/policy test account:${ALICE}`))

describe('/policy test', () => {
  test('without a policy says so', async () => {
    expect(await testAlice(await policyBot())).toContain('This server has no policy')
  })

  test('a denied account: each reason, until when, and what the player reads', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0, banForgottenAfterDays: 30 }, appeal: 'discord.gg/x' })
    const text = await testAlice(bot)
    expect(text).toContain(`⛔ name of ${ALICE} \`${ALICE}\` is denied`)
    expect(text).toContain('• 2 VAC bans, last ban 10 days ago (limit: 0; forgotten after 30 days)')
    expect(text).toContain('By the same facts, this changes in 20 days (')
    expect(text).toContain('A game server refuses the player.')
    expect(text).toContain('The refused see: “This account, or the owner of a shared copy: 2 VAC bans. discord.gg/x”')
    expect(text).toContain('checked')
    expect(await testAlice(bot, 'de')).toContain(
      '• 2 VAC-Banns, letzter Bann vor 10 Tagen (Grenze: 0; vergessen nach 30 Tagen)',
    )
  })

  test('in observe the player gets in, and would read this', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ rules: { maxVacBans: 0 } })
    const text = await testAlice(bot)
    expect(text).toContain('is denied')
    expect(text).toContain('A game server lets the player in, because the policy only observes.')
    expect(text).toContain('In enforce the refused would see: “This account')
  })

  test('an accepted account', async () => {
    const bot = await policyBot()
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
    const text = await testAlice(bot)
    expect(text).toContain('✅')
    expect(text).toContain('is accepted\n┃ Rules\n┃ • Refuses accounts with a VAC ban.')
    expect(text).toContain('A game server lets the player in.')
    expect(text).not.toContain('The refused see')
  })

  test('hidden facts and those that Steam did not give are told apart, and neither looks clean', async () => {
    const bot = await policyBot({
      getRustHours: async () => cached(null),
      getBans: () => Promise.reject(new RapsheetError('platform_unavailable', 'down')),
    })
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0, minRustHours: 10 } })
    const text = await testAlice(bot)
    expect(text).toContain(`❔ name of ${ALICE} \`${ALICE}\` is undecided`)
    expect(text).toContain('• ❔ Undecided: VAC bans: no answer from Steam')
    expect(text).toContain('• ❔ Undecided: Hours in Rust are hidden, or Rust is not owned')
    expect(text).toContain('A game server gets no decision, and its setting `server.bansServerFailureMode` decides')
    expect(text).not.toContain('✅')
    expect(await testAlice(bot, 'de')).toContain('bleibt unentschieden')
  })

  test('an exception decides, with its note', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
    const exception = { ...bot.actor, steamId: ALICE, decision: 'allow' as const, reason: 'a *friend*', until: null }
    await addException(bot.context, exception)
    const text = await testAlice(bot)
    expect(text).toContain('is accepted\n┃ • Let in by an exception\n┃ Reason a *friend*')
  })
})
