import { describe, expect, test } from 'vitest'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { answerTo } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { ALICE, BOB, nth } from '../../support/watch-tests.ts'

describe('/policy except', () => {
  test('adds an exception with its reason and end, replaces it, and removes it', async () => {
    const bot = await policyBot()
    const user = bot.manager()
    const added = await answerTo(
      user.type(`/policy except account:${ALICE} decision:allow reason:"a *friend*" until:30d`),
    )
    expect(added).toContain(
      `🚪 Always let in: name of ${ALICE} \`${ALICE}\`\n┃ Note a *friend*\n┃ Until 14 December 2023`,
    )
    expect(added).toContain(`added by @${user.name}`)
    expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.get(ALICE)).toMatchObject({ decision: 'allow' })

    const again = await answerTo(user.type(`/policy except account:${ALICE} decision:allow reason:appealed`))
    expect(again).toContain('In place of the exception before: always let in, a *friend*')

    const removed = await answerTo(user.type(`/policy except account:${ALICE} decision:remove`))
    expect(removed).toContain('🗑️ The exception for name of')
    expect(removed).toContain('The rules decide about the account again.')
    expect(await answerTo(user.type(`/policy except account:${ALICE} decision:remove`))).toContain(
      `There is no exception for \`${ALICE}\`.`,
    )
  })
})

test('two accounts given where one is expected lose no note, as an option and in the form', async () => {
  const bot = await policyBot()
  const both = `"${ALICE} ${BOB}"`
  const answers = [
    await answerTo(bot.manager().type(`/policy except account:${both} decision:allow reason:"brother of raider"`)),
    await answerTo(bot.manager().type(`/watch add account:${both} reason:"brother of raider"`)),
  ]
  const opened = bot.manager().type(`/policy except account:${both} decision:allow`)
  await opened.untilModal()
  answers.push(await answerTo(opened.submit({ Note: 'brother of raider' })))
  for (const text of answers) {
    expect(text).toContain('More than one account')
    expect(text).toMatch(/What you typed, to copy:[^]*brother of raider/)
  }
})

describe('/policy except without a reason', () => {
  test('opens a form with what was typed, and goes on with what is entered', async () => {
    const bot = await policyBot()
    const user = bot.manager()
    const opened = user.type(`/policy except account:${ALICE} decision:allow until:30d`)
    const { title, fields } = await opened.untilModal()
    expect(title).toBe('Always let an account in')
    expect(fields.map(({ label, value }) => [label, value])).toEqual([
      ['Account', ALICE],
      ['Note', ''],
      ['Until', ''],
      ['Another end', ''],
    ])
    expect(fields.at(2)?.options?.filter(({ isDefault }) => isDefault)).toMatchObject([{ label: '30 days' }])
    expect(await answerTo(opened.submit({ Note: 'cheats' }))).toContain(
      `🚪 Always let in: name of ${ALICE} \`${ALICE}\`\n┃ Note cheats\n┃ Until 14 December 2023`,
    )
    expect(await answerTo(user.type(`/policy except account:${ALICE} decision:remove`))).toContain('🗑️ The exception')
  })

  test('a wrong account opens the form again with the good fields', async () => {
    const bot = await policyBot()
    const failed = bot.manager().type('/policy except account:?? decision:allow reason:cheats until:30d')
    await answerTo(failed)
    const { fields } = await failed.click('Edit and send again').untilModal()
    expect(fields.map(({ value }) => value)).toEqual(['', 'cheats', '', ''])
  })
})

describe('/policy exceptions', () => {
  test('lists who, why and until when in pages of ten, with a file, and removes through the menu', async () => {
    const bot = await policyBot()
    const { context, actor } = bot
    expect(await answerTo(bot.manager().type('/policy exceptions'))).toContain(
      'There are none. Add one with /policy except.',
    )
    for (let index = 0; index < 12; index++) {
      await addException(context, { ...actor, steamId: nth(index), reason: `=why ${index}`, until: '1y' })
      bot.time.now += 1
    }
    const reply = bot.manager().type('/policy exceptions')
    const text = await answerTo(reply)
    expect(text).toContain(`🚪 name of ${nth(11)} \`${nth(11)}\` · always let in\n┃ added by @unknown-user`)
    expect(text).toContain('until 14 November 2024 22:13 · Note: =why 11')
    expect(text).toContain('page 1 of 2')
    expect(text).toContain('12 of 1,000 in use')
    const [file] = reply.files()
    expect(file?.name).toBe('policy-exceptions.csv')
    expect(file?.text.trim().split('\n')).toHaveLength(13)
    expect(file?.text).toContain(`'${nth(11)},name of ${nth(11)},'=why 11,2024-11-14T22:13:31Z`)

    reply.click('Next page')
    await reply.until('page 2 of 2')
    const removed = reply.select(`name of ${nth(0)}`.slice(0, 32))
    expect(await removed.until('The exception for')).toContain('Note =why 0')
    await expect.poll(async () => (await bot.status())?.exceptions).toBe(11)
    expect(reply.text()).toContain('page 2 of 2')
    bot.endDoubleClicks()
    const late = reply.select(`name of ${nth(0)}`.slice(0, 32))
    expect(await late.until('No exception')).toContain(`There is no exception for \`${nth(0)}\`.`)
  })
})

describe('an exception for an account that the server has banned', () => {
  test('asks first, and lifts the ban only for a user with both permissions', async () => {
    const bot = await banBot()
    const { context, guildId, actor, find } = bot
    const typed = { reason: 'aimbot', note: 'ticket 7', until: '' }
    const accounts = [{ steamId: ALICE, name: 'Alice' }]
    await banAccounts(context, { ...actor, accounts, typed, replaces: false, replacesExceptions: false })
    const manager = bot.manager()
    const question = manager.type(`/policy except account:${ALICE} decision:allow reason:"appealed, *again*" until:30d`)
    const text = await answerTo(question)
    expect(text).toContain('Alice')
    expect(text).toContain('aimbot')
    expect(text).toContain('needs Manage Server and Ban Members')
    expect(await answerTo(question.click('Confirm'))).toContain('Ban Members')
    expect(find(ALICE)).toBeDefined()
    const both = bot.owner()
    const asked = both.type(`/policy except account:${ALICE} decision:allow reason:"appealed, *again*" until:30d`)
    await answerTo(asked)
    const done = asked.click('Confirm')
    expect(await done.until('Always let in')).toContain('Note appealed, *again*')
    expect(find(ALICE)).toBeUndefined()
    expect(context.policies.ofGuild(guildId)?.exceptions.get(ALICE)).toMatchObject({ reason: 'appealed, *again*' })
  })
})
