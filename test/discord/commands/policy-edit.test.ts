import { en } from '../../support/texts.ts'
import { NUMBER_RULES, type NumberRule } from '../../../src/model/policy.ts'
import { describe, expect, test } from 'vitest'
import type { Person, SimReply } from '../../../packages/sim-discord/src/index.ts'
import { CLEAN, cached } from '../../support/fake-context.ts'
import { answerTo, followUpTo } from '../../support/command-tests.ts'
import { joinOf, vacFactsOf } from '../../support/policy-records.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

/** Opens the draft of the policy as a user who may manage the server. */
async function openDraft(bot: Awaited<ReturnType<typeof policyBot>>, who: Partial<Person> = {}): Promise<SimReply> {
  const reply = bot.manager(who).type('/policy edit')
  await answerTo(reply)
  return reply
}

/** Presses Preview, and returns what the message shows then. */
function pressPreview(reply: SimReply): Promise<string> {
  reply.click('Preview')
  return reply.until('What it would have done')
}

/** Fills the form behind a button. */
async function fill(reply: SimReply, button: string, values: Record<string, string>): Promise<SimReply> {
  const opened = reply.click(button)
  await opened.untilModal()
  const submitted = opened.submit(values)
  await submitted.acknowledged()
  return submitted
}

/** Types a limit into the form that the menu opens. */
async function typeLimit(reply: SimReply, rule: NumberRule, typed: string, { policyEdit } = en): Promise<SimReply> {
  const opened = reply.select(policyEdit.numbers[rule].label, policyEdit.chooseLimit)
  await opened.untilModal()
  const submitted = opened.submit({ [rule]: typed })
  await submitted.acknowledged()
  return submitted
}

/** Sets limits, one after the other; each is in the menu before the next one. */
async function setLimits(reply: SimReply, limits: Partial<Record<NumberRule, string>>, texts = en): Promise<void> {
  const { chooseLimit, limitNow, limitOff, numbers } = texts.policyEdit
  for (const rule of NUMBER_RULES) {
    const { [rule]: typed } = limits
    if (typed === undefined) continue
    await typeLimit(reply, rule, typed, texts)
    const shown = () =>
      reply
        .selects()
        .find(({ placeholder }) => placeholder === chooseLimit)
        ?.options.find(({ label }) => label === numbers[rule].label)?.description
    await expect.poll(shown).toBe(typed === '' ? limitOff : limitNow({ value: typed }))
  }
}

const FLAGS = 'Refuse accounts with …'
const LIMITS = 'Set a limit …'
const labels = (reply: SimReply) => reply.buttons().map(({ label }) => label)

describe('/policy edit', () => {
  test('a new policy: flags, numbers, appeal, preview, Save', async () => {
    const bot = await policyBot()
    const user = bot.manager()
    const reply = user.type('/policy edit')
    const begun = await answerTo(reply)
    expect(begun).toContain('📝 Draft of the policy\n┃ A new policy. Nothing is saved yet.')
    expect(begun).toContain('No rules: every account that is not banned by us is let in.')
    expect(begun).not.toContain('Ban data supports decisions')
    expect(reply.isEphemeral()).toBe(true)
    expect(labels(reply)).toEqual(['Appeal…', 'Preview', 'Cancel'])
    expect(reply.selects().map(({ placeholder }) => placeholder)).toEqual([FLAGS, LIMITS])
    expect(begun).not.toContain(en.policyEdit.chooseNotifying)

    reply.select(['VAC ban', 'Steam Community ban', 'Trade ban'], FLAGS)
    await reply.until('Refuses accounts with a trade ban.')
    await setLimits(reply, { banForgottenAfterDays: '365', minRustHours: '12.5' })
    const numbers = await reply.until('fewer than 12.5 hours')
    expect(numbers).toContain('Refuses accounts with a VAC ban.')
    expect(numbers).toContain('Refuses accounts with a Steam Community ban.')
    expect(numbers).toContain('If the hours are hidden or Rust is not owned: undecided.')
    reply.select('If the hours are hidden or Rust is not owned: refused.', 4)
    await reply.until('12.5 hours in Rust. If the hours are hidden or Rust is not owned: refused.')
    await fill(reply, 'Appeal…', { appeal: 'discord.gg/a:b *now*' })
    expect(await reply.until('discord.gg/a:b')).toContain('Appeal discord.gg/a:b *now*')
    expect(labels(reply)).not.toContain('Save')

    const preview = await pressPreview(reply)
    expect(preview).toContain('Joins of the last day: none that the rules decide about')
    expect(preview).toContain('Watch list: no account that the rules decide about')
    expect(await bot.status()).toBeNull()
    reply.click('Save')
    const saved = await reply.until('Version 1 of the policy')
    expect(saved).toContain(
      'No game server is connected: this policy decides about nobody. Make a token for each game server with /policy token.',
    )
    expect(saved).not.toContain('/policy mode')
    expect(reply.buttons()).toEqual([])
    expect((await bot.status())?.policy).toMatchObject({
      version: 1,
      updatedBy: user.id,
      terms: {
        mode: 'observe',
        rules: {
          denyCommunityBan: true,
          denyTradeBan: true,
          maxVacBans: 0,
          banForgottenAfterDays: 365,
          minRustHours: 12.5,
        },
        onUnknown: { minRustHours: 'deny' },
        appeal: 'discord.gg/a:b *now*',
      },
    })
  })

  test('a rule notifies where that is chosen, and refuses again where it is not', async () => {
    const reports = 'Reports accounts with fewer than 50 hours in Rust, without refusing them.'
    const refuses = 'Refuses accounts with a trade ban.'
    const { chooseNotifying, numbers, flags } = en.policyEdit
    const bot = await policyBot()
    await bot.save({ rules: { minRustHours: 50, denyTradeBan: true, banForgottenAfterDays: 30, maxVacBans: 0 } })
    const reply = await openDraft(bot)
    const menu = () => reply.selects().find(({ placeholder }) => placeholder === chooseNotifying)
    expect(menu()?.options.map(({ label }) => label)).toEqual([
      flags.maxVacBans,
      'Trade ban',
      numbers.minRustHours.label,
    ])
    reply.select([numbers.minRustHours.label, 'Trade ban'], chooseNotifying)
    await reply.until(reports)
    reply.select('If the hours are hidden or Rust is not owned: reported.', 4)
    await reply.until(`${reports} If the hours are hidden or Rust is not owned: reported.`)
    reply.select([numbers.minRustHours.label], chooseNotifying)
    await reply.until(refuses)
    expect(menu()?.options.filter(({ isDefault }) => isDefault)).toMatchObject([{ label: numbers.minRustHours.label }])
    reply.click(en.buttons.preview)
    await reply.until(en.policyPreview.title)
    reply.click(en.buttons.save)
    await reply.until(en.policyEdit.saved({ version: '2' }))
    expect((await bot.status())?.policy.terms).toMatchObject({
      onUnknown: { minRustHours: 'deny' },
      actions: { minRustHours: 'notify' },
    })
  })

  test('begins with the policy in use, and its forms with what they have', async () => {
    const bot = await policyBot()
    await bot.save({ mode: 'enforce', rules: { maxGameBans: 1, denyPrivateProfile: true }, appeal: 'here' })
    const reply = bot.manager().type('/policy edit')
    const text = await answerTo(reply)
    expect(text).toContain('Begun from version 1. Nothing is saved yet.')
    expect(text).toContain('Refuses accounts with more than 1 game ban.')
    expect(text).toContain('Mode: enforce. Players that a rule refuses cannot join.')
    const chosen = reply.selects()[0]?.options.filter(({ isDefault }) => isDefault)
    expect(chosen).toMatchObject([
      { label: 'Game ban', description: 'Refuses accounts with more than 1 game ban.' },
      { label: 'Private profile' },
    ])
    const limit = await reply.select('Game bans accepted', LIMITS).untilModal()
    expect(limit.fields.map(({ value }) => value)).toEqual(['1'])
    const appeal = await reply.click('Appeal…').untilModal()
    expect(appeal.fields.map(({ value }) => value)).toEqual(['here'])
  })

  test('a change takes Save away until the next preview, and no flag at all can be chosen', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { denyTradeBan: true } })
    const reply = await openDraft(bot)
    await pressPreview(reply)
    expect(labels(reply)).toContain('Save')
    reply.select([], FLAGS)
    const text = await reply.until('No rules: every account that is not banned by us is let in.')
    expect(text).not.toContain('What it would have done')
    expect(labels(reply)).not.toContain('Save')
    await pressPreview(reply)
    reply.click('Save')
    await reply.until('Version 2 of the policy is saved')
    expect((await bot.status())?.policy.terms.rules).toEqual({})
  })

  test('the preview counts the last day’s joins and the watch list, before and after', async () => {
    const bot = await policyBot({
      getBans: async (steamId) => cached({ ...CLEAN, NumberOfVACBans: steamId === CAROL ? 2 : 0 }),
    })
    await bot.save({ rules: { maxVacBans: 1 } })
    const { guildId } = bot
    const at = bot.time.now - 100
    await bot.database.transaction(({ joins }) =>
      joins.add(
        [ALICE, BOB, CAROL].map((steamId, bans) =>
          joinOf({ guildId, steamId, at, facts: vacFactsOf(steamId, bans, at) }),
        ),
      ),
    )
    await bot.watch(ALICE)
    const reply = await openDraft(bot)
    await setLimits(reply, { maxVacBans: '0' })
    await reply.until('Refuses accounts with a VAC ban.')
    const text = await pressPreview(reply)
    expect(text).toContain(
      'Joins of the last day: 3 accounts\n┃ 🚪 1 let in (until now 2) · 🛡️ 2 refused (until now 1) · ❔ 0 undecided\n' +
        `┃ Newly refused, for example:\n┃ ⛔ name of ${BOB} \`${BOB}\` · 1 VAC ban, last ban today (limit: 0)`,
    )
    expect(text).toContain('Watch list: 1 account\n┃ 🚪 1 let in')
  })

  test('a limit that makes no sense is named, and the draft stays as it is; an empty one turns the rule off', async () => {
    const bot = await policyBot()
    const reply = await openDraft(bot)
    await setLimits(reply, { maxVacBans: '3', minAccountAgeDays: '30' })
    await reply.until('younger than 30 days')
    const failed = await typeLimit(reply, 'minAccountAgeDays', '40000')
    expect(await followUpTo(failed)).toContain(
      'Account age needed, days: “40000” is not a whole number from 1 to 36,500.\n┃ The draft is as before.',
    )
    expect(reply.text()).toContain('younger than 30 days')
    await setLimits(reply, { minAccountAgeDays: '' })
    expect(reply.text()).not.toContain('younger than')
    expect(reply.text()).toContain('more than 3 VAC bans')
  })

  test('a rule about bans is switched on for any ban, and keeps a limit that was set until it is switched off', async () => {
    const bot = await policyBot()
    const reply = await openDraft(bot)
    reply.select(['VAC ban', 'Game ban'], FLAGS)
    await reply.until('Refuses accounts with a game ban.')
    await setLimits(reply, { maxVacBans: '2' })
    reply.select(['VAC ban', 'Trade ban'], FLAGS)
    const text = await reply.until('Refuses accounts with a trade ban.')
    expect(text).toContain('Refuses accounts with more than 2 VAC bans.')
    expect(text).not.toContain('game ban')
    reply.select(['Trade ban'], FLAGS)
    await reply.until((shown) => !shown.includes('VAC bans.'))
    reply.select(['VAC ban'], FLAGS)
    await reply.until('Refuses accounts with a VAC ban.')
  })

  test.each([
    ['Set a limit …', 'minRustHours', '12,345', '7,5', 'fewer than 7.5 hours'],
    ['Appeal…', 'appeal', 'a\u202eb', 'here', 'Appeal here'],
  ])('what the form of %s does not accept can be edited and sent again', async (opens, field, wrong, right, shown) => {
    const bot = await policyBot()
    const user = bot.manager()
    const reply = user.type('/policy edit')
    await answerTo(reply)
    const opened =
      opens === 'Appeal…' ? reply.click(opens) : reply.select(en.policyEdit.numbers.minRustHours.label, LIMITS)
    await opened.untilModal()
    const failed = opened.submit({ [field]: wrong })
    expect(await followUpTo(failed)).toContain('The draft is as before.')
    const [error] = failed.followUps()
    const again = user.click(error ?? expect.fail('there is no error'), error?.buttons()[0]?.customId ?? '')
    expect((await again.untilModal()).fields.map(({ value }) => value)).toEqual([wrong])
    const sent = again.submit({ [field]: right })
    expect(await sent.until(shown)).toContain('📝 Draft of the policy')
  })

  test('contradictions are shown, and cannot be saved', async () => {
    const bot = await policyBot()
    const reply = await openDraft(bot)
    await setLimits(reply, { banForgottenAfterDays: '30', minRustHours: '5' })
    const text = await reply.until('It can be saved once this is solved:')
    expect(text).toContain(
      '“Days until bans are forgotten” relaxes the rules about VAC and game bans, but there is none.',
    )
    reply.select(['Trade probation', 'Hours hidden, or Rust not owned'], FLAGS)
    await reply.until('“Trade probation” is refused, but “Trade ban” is not.')
    reply.select('If the hours are hidden or Rust is not owned: accepted.', 4)
    await reply.until(
      '“Hours in Rust needed” accepts hidden facts, but “Hours hidden, or Rust not owned” refuses every such account.',
    )
    await pressPreview(reply)
    expect(labels(reply)).not.toContain('Save')
  })

  test('the second of two who edit at once is told who saved and when, and keeps the draft', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { maxVacBans: 0 } })
    const reply = await openDraft(bot)
    reply.select(['Trade ban'], FLAGS)
    await reply.until('Refuses accounts with a trade ban.')
    await pressPreview(reply)
    await bot.save({ rules: { maxVacBans: 5 } })
    const save = reply.click('Save')
    const text = await followUpTo(save)
    expect(text).toContain('Changed by someone else')
    expect(text).toContain('@unknown-user saved version 2')
    expect(text).toContain('after you began. Nothing of yours was saved.')
    expect(reply.text()).toContain('Refuses accounts with a trade ban.')
    expect((await bot.status())?.policy.terms.rules).toEqual({ maxVacBans: 5 })
  })

  test('a draft of more than a day ago cannot be saved or changed, only discarded', async () => {
    const bot = await policyBot()
    const reply = await openDraft(bot)
    await pressPreview(reply)
    await bot.database.transaction(({ pending }) => pending.removeAll(bot.guildId))
    expect(await followUpTo(reply.click('Save'))).toContain('This button is outdated\n┃ It is too old, or comes from')
    expect(await reply.click('Appeal…').until('outdated')).toContain('Use the command again.')
    expect(await bot.status()).toBeNull()
    reply.click('Cancel')
    await reply.until('Draft discarded')
  })

  test('Cancel saves nothing, and an unchanged draft makes no version', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { maxVacBans: 0 } })
    const [cancelled, same] = [bot.manager().type('/policy edit'), bot.manager().type('/policy edit')]
    await Promise.all([cancelled, same].map(answerTo))
    cancelled.click('Cancel')
    expect(await cancelled.until('Draft discarded')).toContain('Nothing was saved.')
    await pressPreview(same)
    same.click('Save')
    expect(await same.until('There is nothing to save')).toContain('The policy is like this already.')
    expect((await bot.status())?.policy.version).toBe(1)
  })
})
