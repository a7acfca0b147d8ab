import { describe, expect, test } from 'vitest'
import { RapsheetError } from '../../../src/model/error.ts'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import type { Steam } from '../../../src/steam/steam.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN, hoursOf } from '../../support/fake-context.ts'
import { banBot } from '../../support/ban-bot.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { ALICE } from '../../support/watch-tests.ts'

const now = () => Math.floor(Date.now() / 1000)
const fresh = <T>(value: T) => ({ value, fetchedAt: now(), expiresAt: now() + 60 })
const BANNED: Partial<Steam> = {
  getBans: async () => fresh({ ...CLEAN, VACBanned: true, NumberOfVACBans: 2, DaysSinceLastBan: 10 }),
}
const testAlice = async (bot: Awaited<ReturnType<typeof policyBot>>) =>
  answerTo(bot.manager().type(`/policy test account:${ALICE}`))

describe('/policy test', () => {
  test('without a policy says so', async () => {
    expect(await testAlice(await policyBot())).toContain('This server has no policy')
  })

  test('a denied account: each reason, until when, and what the player reads', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0, banForgottenAfterDays: 30 }, appeal: 'discord.gg/x' })
    const text = await testAlice(bot)
    expect(text).toContain(
      `⛔ name of ${ALICE} \`${ALICE}\`\n┃ Steam: 2 VAC bans, newest 10 days ago\n┃ 🛡️ The rules refuse this account.\n┃ Connected game servers do not let it in.\n┃ ⛔ 2 VAC bans, last ban 10 days ago (limit: 0; forgotten after 30 days)\n`,
    )
    expect(text).toMatch(/\n┃ Will be let in from \d+ [A-Z][a-z]+ 20\d\d\.\n/)
    expect(text).toContain(
      'The refused see: “2 VAC bans on this account, or on the one that shares the game. discord.gg/x”',
    )
    expect(text).toContain('checked')
  })

  test('a refusal that time alone does not end says when the decision changes', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ rules: { maxVacBans: 0, banForgottenAfterDays: 30, minRustHours: 50 } })
    const text = await testAlice(bot)
    expect(text).toContain('By the same facts, this changes in 20 days (')
    expect(text).not.toContain('Will be let in from')
  })

  test('in observe the player gets in, and would read this', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ rules: { maxVacBans: 0 } })
    const text = await testAlice(bot)
    expect(text).toContain('┃ ⛔ name of')
    expect(text).toContain('🛡️ The rules refuse this account.\n┃ In observe mode it is let in.')
    expect(text).not.toContain('✅')
    expect(text).toContain('In enforce the refused would see: “2 VAC bans on this account')
  })

  test('an account of which Steam no longer reports a ban is not marked as clean, and the ban is named', async () => {
    let games = 1
    const record = () => ({ ...CLEAN, NumberOfGameBans: games })
    const bot = await policyBot({
      getBans: async () => fresh(record()),
      getBanRecords: async () => new Map([[ALICE, record()]]),
    })
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
    await bot.watch(ALICE)
    games = 0
    const text = await testAlice(bot)
    expect(text).toMatch(/ℹ️ name of .*\n┃ Steam now: no bans · until /)
    expect(text).not.toContain('✅')
  })

  test('an account that a rule reports, by a fact that no refusing rule needs', async () => {
    const bot = await policyBot({ getRustHours: async () => fresh(hoursOf(5)) })
    const rules = { maxVacBans: 0, minRustHours: 50 }
    await bot.save({ mode: 'enforce', rules, actions: { minRustHours: 'notify' } })
    const text = await testAlice(bot)
    expect(text).toContain('┃ 🔔 For your information, when it joins: 5 hours in Rust (at least 50 hours)\n')
    expect(text).toContain('No rule refuses this account.')
    await bot.save({ mode: 'enforce', rules: { ...rules, minRustHours: 5 }, actions: { minRustHours: 'notify' } })
    expect(await testAlice(bot)).not.toContain('🔔')
  })

  test('an accepted account', async () => {
    const bot = await policyBot()
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
    const text = await testAlice(bot)
    expect(text).toContain(`[#2b88a0]\n┃ ✅ name of ${ALICE}`)
    expect(text).toContain(
      'Steam: no bans on record\n┃ 🚪 No rule refuses this account.\n┃ Connected game servers let it in.',
    )
    expect(text).toContain('Rules\n┃ • Refuses accounts with a VAC ban.')
    expect(text).not.toContain('The refused see')
  })

  test('hidden facts and those that Steam did not give are told apart, and neither looks clean', async () => {
    const bot = await policyBot({
      getRustHours: async () => cached(null),
      getBans: () => Promise.reject(new RapsheetError('platform_unavailable', 'down')),
    })
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0, minRustHours: 10 } })
    const text = await testAlice(bot)
    expect(text).toContain(
      `❔ name of ${ALICE} \`${ALICE}\`\n┃ Bans unknown: Steam gave no usable answer.\n┃ ❔ The rules cannot decide about this account.`,
    )
    expect(text).toContain('❔ Undecided: VAC bans: no answer from Steam')
    expect(text).toContain('❔ Undecided: hours in Rust are hidden, or Rust is not owned')
    expect(text).toContain(
      'Connected game servers get no decision, and their setting `server.bansServerFailureMode` decides',
    )
    expect(text).not.toContain('✅')
  })

  test('an exception decides, with its note', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
    const exception = { ...bot.actor, steamId: ALICE, reason: 'a *friend*', until: null }
    await addException(bot.context, exception)
    const text = await testAlice(bot)
    expect(text).toContain('┃ ⛔ name of')
    expect(text).toContain(
      'An exception lets this account in, whatever the rules say.\n┃ Connected game servers let it in.',
    )
    expect(text).toContain('┃ Note a *friend*')
  })

  test('a ban of this server decides, and markup in its reason is shown as text', async () => {
    const bot = await banBot()
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
    const reason = '[free skins](https://evil.example) ||x||'
    const typed = { reason, note: '', until: '' }
    const accounts = [{ steamId: ALICE, name: '' }]
    await banAccounts(bot.context, { ...bot.actor, accounts, typed, replaces: false, replacesExceptions: false })
    const text = await testAlice(bot)
    expect(text).toContain(`Your own ban refuses this account, whatever the rules say.\n`)
    expect(text).toContain(`🔨 Banned by us: ${reason}\n`)
    expect(text).toContain('┃ 🔨 name of')
  })

  test('while the ban list cannot be read, nothing is decided, and the account does not look clean', async () => {
    const bot = await banBot()
    await bot.save({ mode: 'observe', rules: { maxVacBans: 0 } })
    bot.context.bans.find = () => 'unknown'
    const text = await testAlice(bot)
    expect(text).toContain('❔ Undecided: the ban list of this server cannot be read at the moment\n')
    expect(text).toContain('┃ ❔ name of')
  })

  test('a banned account that no rule is about is shown as banned, and never with a green stripe', async () => {
    const bot = await policyBot(BANNED)
    await bot.save({ mode: 'enforce', rules: { denyPrivateProfile: true } })
    const text = await testAlice(bot)
    expect(text).toContain('[#d83c3e]\n┃ ⛔ name of')
    expect(text).toContain(
      'No rule refuses this account, although Steam reports bans.\n┃ Connected game servers let it in.',
    )
    expect(text).not.toContain('✅')
  })
})
