import { describe, expect, test } from 'vitest'
import { addException } from '../../../src/policy/exceptions.ts'
import { createToken } from '../../../src/policy/tokens.ts'
import { startOfUtcDay } from '../../../src/model/unix-seconds.ts'
import { answerTo, followUpTo } from '../../support/command-tests.ts'
import type { SimUser } from '../../../packages/sim-discord/src/index.ts'
import { joinOf } from '../../support/policy-records.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

describe('/policy show', () => {
  test('without a policy it says what one is and how to begin', async () => {
    const bot = await policyBot()
    const text = await answerTo(bot.manager().type('/policy show'))
    expect(text).toContain('🛡️ This server has no policy')
    expect(text).toContain('Choose the rules with /policy edit')
    expect(text).toContain('not meant as the sole basis of a permanent ban')
  })

  test('shows rules, mode, appeal, exceptions, the last change, today and the game servers', async () => {
    const bot = await policyBot()
    const { context, database, guildId, actor, time } = bot
    await bot.save({ mode: 'enforce', rules: { maxVacBans: 0, banForgottenAfterDays: 90 }, appeal: 'discord.gg/*x*' })
    await createToken(context, { ...actor, name: 'EU_Main' })
    await createToken(context, { ...actor, name: 'US' })
    await addException(context, { ...actor, steamId: ALICE, reason: '*friend*', until: null })
    await addException(context, { ...actor, steamId: BOB, reason: 'x', until: '30d' })
    const at = time.now
    const join = { guildId, at, mode: 'enforce' as const }
    await database.transaction(async ({ joins, policyTokens }) => {
      await joins.add([
        joinOf({ ...join, verdict: 'deny' }),
        joinOf({ ...join, verdict: 'deny', mode: 'observe' }),
        joinOf({ ...join, verdict: 'allow' }),
        joinOf({ ...join, verdict: 'allow' }),
        joinOf({ ...join, verdict: 'unknown' }),
        joinOf({ ...join, at: at - 86_400 }),
      ])
      const [main] = await policyTokens.list(guildId)
      await policyTokens.noteUse(main?.id ?? 0, at)
    })
    const reply = bot.manager().type('/policy show')
    const text = await answerTo(reply)
    expect(reply.isEphemeral()).toBe(true)
    expect(text).toContain(
      `version 1 · last change 3 years ago: @unknown-user made an exception: name of ${BOB} \`${BOB}\` is always let in · x`,
    )
    expect(text.split('\n')[2]).toBe('┃ Mode: enforce. Players that a rule refuses cannot join.')
    expect(text).toContain('Rules\n┃ • Refuses accounts with a VAC ban.\n┃ • Forgets VAC and game bans once')
    expect(text).toContain('Appeal discord.gg/*x*')
    expect(text).toContain('Exceptions 2 always let in')
    expect(text).toContain('Reports at most one message a day for each refused account')
    expect(text).toContain(
      'Joins today (UTC) 🚪 2 let in · 🛡️ 1 refused · 🛡️ 1 let in, would be refused · ❔ 1 undecided',
    )
    expect(text).toContain('• EU_Main · last asked 3 years ago\n┃ • US · has not asked yet')
    expect(text).toContain('not meant as the sole basis of a permanent ban')
  })

  test('says that there are more joins than those of today that are kept', async () => {
    const bot = await policyBot()
    const { database, guildId } = bot
    await bot.save({ rules: { maxVacBans: 0 } })
    const at = startOfUtcDay(bot.time.now)
    const add = (count: number, join: Parameters<typeof joinOf>[0]) =>
      database.transaction(({ joins }) => joins.add(Array.from({ length: count }, () => joinOf({ guildId, ...join }))))
    await add(2, { at: at - 1, verdict: 'allow' })
    await add(9_998, { at, verdict: 'allow' })
    const today = async () => {
      const text = await answerTo(bot.manager().type('/policy show'))
      return text.split('\n').find((line) => line.includes('(UTC)'))
    }
    expect(await today()).toBe('┃ Joins today (UTC) 🚪 9,998 let in · 🛡️ 0 refused · ❔ 0 undecided')
    await add(2, { at, verdict: 'unknown' })
    expect(await today()).toBe(
      '┃ Joins today (UTC) at least, by the 10,000 joins that are kept: 🚪 9,998 let in · 🛡️ 0 refused · ❔ 2 undecided',
    )
  })

  test('says that reports come once a day while the rules only observe, whatever is chosen for later', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { maxVacBans: 0 } })
    expect(await answerTo(bot.manager().type('/policy show'))).toContain('Reports one message a day')
  })

  test('says first that the policy decides about nobody while no game server asks', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { maxVacBans: 0 } })
    const firstLines = async () => {
      const text = await answerTo(bot.manager().type('/policy show'))
      return text.split('\n').slice(1, 4)
    }
    const mode =
      '┃ Mode: observe. The rules refuse no one; the bot only records whom they would refuse. Your own bans (/banlist) still hold.'
    expect(await firstLines()).toEqual([
      '┃ 🛡️ Policy of this server',
      '┃ ⚠️ No game server is connected: this policy decides about nobody. Make a token for each game server with /policy token.',
      mode,
    ])
    await createToken(bot.context, { ...bot.actor, name: 'EU' })
    expect((await firstLines())[1]).toContain('⚠️ None of the game servers with a token has asked yet')
    await bot.database.transaction(async ({ policyTokens }) => {
      const [token] = await policyTokens.list(bot.guildId)
      await policyTokens.noteUse(token?.id ?? 0, bot.time.now)
    })
    expect((await firstLines())[1]).toBe(mode)
  })
})

test('the buttons of /policy show open the draft, the exceptions, the game servers and the question whether to refuse', async () => {
  const bot = await policyBot()
  const { context, actor } = bot
  await bot.save({ rules: { maxVacBans: 0 } })
  await createToken(context, { ...actor, name: 'EU' })
  await addException(context, { ...actor, steamId: ALICE, reason: 'a friend', until: null })
  const reply = bot.manager().type('/policy show')
  const shown = await answerTo(reply)
  const labels = () => reply.buttons().map(({ label }) => label)
  expect(labels()).toEqual(['Edit', 'Exceptions', 'Game servers', 'Start refusing'])
  expect(await answerTo(reply.click('Edit'))).toContain('Begun from version 1. Nothing is saved yet.')
  expect(await answerTo(reply.click('Exceptions'))).toContain('a friend')
  expect(await answerTo(reply.click('Game servers'))).toContain('Game servers and their tokens')
  const question = reply.click('Start refusing')
  expect(await answerTo(question)).toContain('⚠️ Refuse players from now on?')
  expect(reply.text()).toBe(shown)
  expect((await bot.status())?.policy.terms.mode).toBe('observe')
  question.click('Confirm')
  await question.until('The policy enforces')
  expect((await bot.status())?.policy.terms.mode).toBe('enforce')
  const refusing = bot.manager().type('/policy show')
  await answerTo(refusing)
  expect(refusing.buttons().map(({ label }) => label)).not.toContain('Start refusing')
})

describe('/policy mode', () => {
  test('asks before players are refused, shows what would have been, and then refuses', async () => {
    const bot = await policyBot()
    const { guildId, time } = bot
    await bot.save({ rules: { maxVacBans: 0 } })
    const at = time.now - 100
    await bot.database.transaction(({ joins }) => joins.add([joinOf({ guildId, at })]))
    const reply = bot.manager().type('/policy mode mode:enforce')
    const question = await answerTo(reply)
    expect(question).toContain('⚠️ Refuse players from now on?')
    expect(question).toContain('not meant as the sole basis of a permanent ban')
    expect(question).toContain('Refuses accounts with a VAC ban.')
    expect(question).toContain('No game server is connected: this policy decides about nobody.')
    expect(question).toContain('Joins of the last day: 1 account\n┃ 🚪 0 let in · 🛡️ 1 refused · ❔ 0 undecided')
    expect((await bot.status())?.policy.terms.mode).toBe('observe')
    reply.click('Confirm')
    expect(await reply.until('The policy enforces')).toContain('Players that a rule refuses cannot join.')
    expect((await bot.status())?.policy).toMatchObject({ version: 2, terms: { mode: 'enforce' } })

    const back = bot.manager().type('/policy mode mode:observe reports:daily')
    expect(await answerTo(back)).toContain('Reports one message a day.')
    expect((await bot.status())?.policy).toMatchObject({ version: 3, notify: 'daily', terms: { mode: 'observe' } })
  })

  test('never says that no game server has asked when one has, although only banned players joined', async () => {
    const bot = await policyBot()
    const { guildId, time } = bot
    await bot.save({ rules: { maxVacBans: 0 } })
    await createToken(bot.context, { ...bot.actor, name: 'EU' })
    const ask = () => answerTo(bot.manager().type('/policy mode mode:enforce'))
    expect(await ask()).toContain('None of the game servers with a token has asked yet')
    await bot.database.transaction(async ({ policyTokens, joins }) => {
      const [token] = await policyTokens.list(guildId)
      await policyTokens.noteUse(token?.id ?? 0, time.now)
      const reasons = [{ code: 'banned_here' as const, value: '', limit: null }]
      await joins.add([joinOf({ guildId, at: time.now, verdict: 'deny', reasons })])
    })
    const question = await ask()
    expect(question).toContain('Joins of the last day: none that the rules decide about')
    expect(question).not.toMatch(/game server.*asked/)
  })

  test('does not refuse by rules that were changed since they were shown', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { maxVacBans: 5 } })
    const reply = bot.manager().type('/policy mode mode:enforce')
    await answerTo(reply)
    await bot.save({ rules: { maxVacBans: 0 } })
    const press = reply.click('Confirm')
    expect(await followUpTo(press)).toContain('Changed by someone else')
    expect((await bot.status())?.policy.terms.mode).toBe('observe')
  })

  test('says that no rule refuses if all of them only report', async () => {
    const bot = await policyBot()
    const said = 'No rule refuses yet, so only your own bans (/banlist) refuse anyone. Choose rules with /policy edit.'
    const rules = { minRustHours: 50, maxVacBans: 0 }
    const ask = async () => answerTo(bot.manager().type('/policy mode mode:enforce'))
    await bot.save({ rules, actions: { minRustHours: 'notify' } })
    expect(await ask()).not.toContain(said)
    await bot.save({ rules, actions: { minRustHours: 'notify', maxVacBans: 'notify' } })
    expect(await ask()).toContain(said)
  })

  test('Cancel, and the command without options, change nothing and show both', async () => {
    const bot = await policyBot()
    await bot.save({ rules: {} })
    const reply = bot.manager().type('/policy mode mode:enforce')
    expect(await answerTo(reply)).toContain(
      'No rule refuses yet, so only your own bans (/banlist) refuse anyone. Choose rules with /policy edit.',
    )
    reply.click('Cancel')
    expect(await reply.until('Mode and reports of the policy')).toContain('Mode: observe.')
    const shown = await answerTo(bot.manager({ locale: 'de' }).type('/policy mode'))
    expect(shown).toContain('Modus: aufzeichnen.')
    expect(shown).toContain('höchstens eine Nachricht am Tag je abgelehntem Konto. Im Modus aufzeichnen')
    expect((await bot.status())?.policy.version).toBe(1)
    const none = await policyBot()
    expect(await answerTo(none.manager().type('/policy mode mode:enforce'))).toContain('This server has no policy')
  })
})

test('/log names changes of the policy in plain sentences', async () => {
  const bot = await policyBot()
  const { context, actor } = bot
  await bot.save({ rules: { maxVacBans: 0 } })
  await addException(context, { ...actor, steamId: ALICE, reason: 'a *friend*', until: null })
  await createToken(context, { ...actor, name: 'EU *Main*' })
  await answerTo(bot.manager().type('/policy mode reports:daily'))
  await bot.watch(BOB)
  const reply = bot.manager().type('/log')
  const lines = (await answerTo(reply)).split('\n')
  const sentences = lines.flatMap((line) => line.match(/@\S+ (.*)$/)?.[1] ?? [])
  expect(sentences).toEqual([
    `put name of ${BOB} \`${BOB}\` on the watch list · note: aimbot`,
    'set reports to one a day',
    'made a token for the game server EU *Main*',
    `made an exception: name of ${ALICE} \`${ALICE}\` is always let in · a *friend*`,
    'saved version 1 of the policy',
  ])
  const table = reply.files()[0]?.text ?? ''
  expect(table).toContain(`exception added,'${ALICE},,a *friend*,,,`)
  expect(table).toContain('policy notify set,,,,,daily')
})

test('/log shows changes of the policy to members with Manage Server alone', async () => {
  const bot = await policyBot()
  const { context, actor } = bot
  const logFor = async (user: SimUser) => {
    const reply = user.type('/log')
    const text = await answerTo(reply)
    return {
      text,
      all: `${text}${reply
        .files()
        .map((file) => file.text)
        .join('')}`,
    }
  }
  const empty = await logFor(bot.moderator())
  expect(empty.text).toContain('Nothing was changed in the last 400 days.')
  expect(empty.text).not.toContain('Manage Server')
  await addException(context, { ...actor, steamId: ALICE, reason: 'a friend', until: null })
  await createToken(context, { ...actor, name: 'EU Main' })
  const hint = '┃ Only members with Manage Server see changes of the policy and the tokens.'
  const hidden = await logFor(bot.moderator())
  expect(hidden.text).toContain(hint)
  expect(hidden.text).not.toContain('Nothing was changed')
  await bot.watch(BOB)
  const moderator = await logFor(bot.moderator())
  expect(moderator.text).toContain(`put name of ${BOB} \`${BOB}\` on the watch list · note: aimbot`)
  expect(moderator.text).toContain(hint)
  expect(moderator.all).not.toMatch(new RegExp(`a friend|EU Main|${ALICE}|made a token|exception`))
  const manager = await logFor(bot.manager())
  expect(manager.text).not.toContain(hint)
  expect(manager.all).toMatch(/a friend[^]*EU Main|EU Main[^]*a friend/)
})
