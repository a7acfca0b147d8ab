import { expect, test } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { answerTo, followUpTo, submitForm } from '../../support/command-tests.ts'
import { storePolicy } from '../../support/policy-records.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

async function botWithTwo() {
  const bot = await watchBot()
  await bot.watch(ALICE)
  await bot.watch(BOB)
  return bot
}

test('/forget deletes the entry and the log lines of an account after a confirmation, and says what remains', async () => {
  const bot = await botWithTwo()
  const user = bot.manager()
  const reply = user.type(`/forget account:${ALICE}`)
  const question = await answerTo(reply)
  expect(question).toContain(`Forget name of ${ALICE} on this server?`)
  expect(question).toContain('Alerts and messages about refusals that were posted stay in their channel')
  expect(await bot.list()).toHaveLength(2)

  const text = await reply.click('Forget').until('is forgotten on this server')
  expect(text).toContain('It was on the watch list and was taken off.')
  expect((await bot.list()).map(({ steamId }) => steamId)).toEqual([BOB])
  expect(await bot.changes()).toMatchObject([
    { action: 'forgotten', userId: user.id, steamId: null },
    { action: 'added', steamId: BOB },
  ])
})

test('/forget deletes nothing after Cancel', async () => {
  const bot = await botWithTwo()
  const reply = bot.manager().type(`/forget account:${ALICE}`)
  await answerTo(reply)
  await reply.click('Cancel').until('Nothing was deleted')
  expect(await bot.list()).toHaveLength(2)
  expect(reply.buttons()).toEqual([])
})

test('/forget works for an account that is not on the list, whose log it clears', async () => {
  const bot = await botWithTwo()
  const removing = bot.moderator().type(`/watch remove account:${ALICE}`)
  await answerTo(removing)
  await removing.click('Remove').until('is off the watch list')
  const reply = bot.manager().type(`/forget account:${ALICE}`)
  await answerTo(reply)
  expect(await reply.click('Forget').until('is forgotten')).toContain('It was not on the watch list.')
  expect((await bot.changes()).filter(({ steamId }) => steamId === ALICE)).toEqual([])
})

test('/forget ends the exception of an account, and says that the rules decide from now on', async () => {
  const bot = await watchBot()
  const actor = { guildId: bot.guildId, locale: 'de', userId: '300000000000000001' }
  const exception = { steamId: ALICE, reason: 'raid', until: null } as const
  await addException(bot.context, { ...actor, ...exception })
  expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.size).toBe(1)
  for (const [locale, label, text] of [
    ['en-US', 'Forget', 'Its exception in the policy was removed: the rules decide about it now.'],
    ['de', 'Vergessen', 'Seine Ausnahme von den Regeln ist entfernt'],
  ] as const) {
    await addException(bot.context, { ...actor, ...exception })
    const reply = bot.manager({ locale }).type(`/forget account:${ALICE}`)
    await answerTo(reply)
    await reply.click(label).until(text)
    expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.size).toBe(0)
  }
})

test('/forget takes one account of an import out of the log and its file; the others stay', async () => {
  const bot = await watchBot()
  const user = bot.manager()
  const importing = await submitForm(user.type('/watch import'), { reason: 'raid', list: `${ALICE} ${BOB} ${CAROL}` })
  await answerTo(importing)
  await importing.click('Confirm').until('added to the watch list')
  const reply = user.type(`/forget account:${BOB}`)
  await answerTo(reply)
  await reply.click('Forget').until('is forgotten')
  const log = user.type('/watch list show:log')
  expect(await answerTo(log)).toContain('imported 2 accounts · Note: raid')
  const file = log.files()[0]?.text ?? ''
  expect([ALICE, BOB, CAROL].map((steamId) => file.includes(steamId))).toEqual([true, false, true])
})

test('/forget and its button are for those who manage the server', async () => {
  const bot = await botWithTwo()
  const moderator = bot.moderator()
  expect(() => moderator.type(`/forget account:${ALICE}`)).toThrow('may not use forget')
  const data = { id: '1', name: 'forget', type: 1, options: [{ type: 3, name: 'account', value: ALICE }] }
  expect(await answerTo(moderator.sendRaw({ data }))).toContain('You need the permission Manage Server for this.')
  const press = { type: 3, data: { custom_id: `v1:forget:${ALICE}`, component_type: 2, id: 1 } }
  expect(await answerTo(moderator.sendRaw(press))).toContain('You need the permission Manage Server for this.')
  expect(await bot.list()).toHaveLength(2)
})

test('/forget keeps everything, and can be tried again, when the database is busy', async () => {
  const bot = await botWithTwo()
  const reply = bot.manager({ locale: 'de' }).type(`/forget account:${ALICE}`)
  await answerTo(reply)
  bot.context.database.transaction = () => Promise.reject(new DatabaseError('busy', 'busy'))
  const failed = reply.click('Vergessen')
  expect(await followUpTo(failed)).toContain('Die Datenbank ist beschäftigt')
  expect(reply.buttons().map(({ label }) => label)).toEqual(['Vergessen', 'Abbrechen'])
  expect(await bot.list()).toHaveLength(2)
})

test.each([
  ['en-US', 'Privacy (https://example.org/privacy?a=1) · Terms of use (https://example.org/terms)'],
  ['de', 'Datenschutz (https://example.org/privacy?a=1) · Nutzungsbedingungen (https://example.org/terms)'],
])(
  'a look-up, /forget, /watch channel and /policy show link to what the operator has published: %s',
  async (locale, links) => {
    const published = { privacyUrl: 'https://example.org/privacy?a=1', termsUrl: 'https://example.org/terms' }
    const bot = await watchBot({}, { published })
    await bot.database.transaction((repositories) => storePolicy(repositories, bot.guildId))
    const user = bot.manager({ locale })
    const command = (text: string) => answerTo(user.type(text))
    expect(await command(`/lookup ${ALICE}`)).toContain(links)
    expect(await command(`/forget account:${ALICE}`)).toContain(links)
    expect(await command('/policy show')).toContain(links)
    const channelId = bot.discord.guild(bot.guildId).createChannel({ name: 'alerts' })
    expect(await command(`/watch channel channel:${channelId}`)).toContain(links)
  },
)
