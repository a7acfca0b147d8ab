import { expect, test } from 'vitest'
import { answerTo } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

test('/forget keeps a ban, unless that is chosen, which needs Ban Members too', async () => {
  const bot = await banBot()
  await answerTo(bot.banner().type(`/banlist add account:"${ALICE} ${BOB}" reason:bot note:"of the *raid*"`))
  const kept = bot.owner().type(`/forget account:${ALICE}`)
  expect(await answerTo(kept)).toContain('It is banned by us. The ban stays')
  expect(await kept.click('Confirm').until('is forgotten')).toContain('It stays banned by us.')
  expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })

  const user = bot.manager()
  const refused = user.type(`/forget account:${ALICE}`)
  await answerTo(refused)
  const press = refused.click('Forget and lift ban')
  expect(await answerTo(press)).toContain('You need the permission Ban Members for this.')
  expect(bot.find(ALICE)).toBeDefined()

  const lifted = bot.owner({ locale: 'de' }).type(`/forget account:${ALICE}`)
  expect(await answerTo(lifted)).toContain('Das Konto ist von uns gebannt.')
  expect(await lifted.click('Vergessen und Ban aufheben').until('ist auf diesem Server vergessen')).toContain(
    'Sein Ban ist aufgehoben',
  )
  expect(bot.find(ALICE)).toBeUndefined()
  expect(bot.find(BOB)).toBeDefined()
})

test('/forget deletes a ban that has ended without a question', async () => {
  const bot = await banBot()
  await answerTo(bot.banner().type(`/banlist add account:${ALICE} reason:bot until:1d`))
  bot.time.now += 86_401
  const reply = bot.owner().type(`/forget account:${ALICE}`)
  expect(await answerTo(reply)).not.toContain('It is banned by us')
  await reply.click('Confirm').until('is forgotten')
  expect(await answerTo(bot.moderator().type('/banlist list show:all'))).toContain('No ban matches.')
})

test('/forget leaves no trace of an account whose ban was lifted, and none of one that was never banned', async () => {
  const bot = await banBot()
  await answerTo(bot.banner().type(`/banlist add account:${ALICE} reason:bot`))
  await answerTo(bot.banner().type(`/banlist remove account:${ALICE}`))
  for (const steamId of [ALICE, BOB]) {
    const reply = bot.owner().type(`/forget account:${steamId}`)
    await answerTo(reply)
    await reply.click('Confirm').until('is forgotten')
  }
  const changes = await bot.context.database.read(({ events }) => events.banChanges(0, 9))
  expect(changes.map(({ steamId }) => steamId)).toEqual([null])
})
