import { expect, test } from 'vitest'
import { answerTo, submitForm } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE, BOB, nth } from '../../support/watch-tests.ts'

test('lists bans in pages, the newest first; a ban can be opened and lifted', async () => {
  const bot = await banBot()
  const user = bot.banner()
  for (const index of [0, 1]) {
    const accounts = Array.from({ length: 6 }, (_, each) => nth(index * 6 + each)).join(' ')
    await answerTo(user.type(`/banlist add account:"${accounts}" reason:"ring ${index}" note:"from ticket: ${index}"`))
  }
  const list = bot.moderator().type('/banlist list')
  const first = await answerTo(list)
  expect(first).toContain('🔨 Ban list of this server\n┃ 12 bans\n')
  expect(first).toContain(`🔨 name of ${nth(11)} \`${nth(11)}\` · ring 1\n┃ added by @${user.name}`)
  expect(first).toContain('note: from ticket: 1\n')
  expect(first).toContain('page 1 of 2\n┃ 12 of 50,000 in use')
  expect(await list.click('Next page').until('page 2 of 2')).toContain(`\`${nth(0)}\` · ring 0`)
  const noted = user.type('/banlist list search:"ticket: "')
  await answerTo(noted)
  expect(await noted.click('Next page').until('page 2 of 2')).toContain('Filter: with “ticket:”\n┃ 12 bans\n')
  const own = user.type('/banlist list search:"RING 0"')
  expect(await answerTo(own)).toContain('Filter: with “RING 0”\n┃ 6 bans\n')
  const opened = own.select(own.selects()[0]?.options[0]?.label ?? '')
  expect(await answerTo(opened)).toContain(
    `Banned by us for good · ring 0 · @${user.name} · since 14 November 2023\n┃ note: from ticket: 0`,
  )
  expect(await opened.click('Lift ban').until('no longer banned')).toContain('no longer banned by us')
  expect(await answerTo(user.type('/banlist list search:"ring 0"'))).toContain('5 bans')
})

test('finds bans by note, account and person, and bans that have ended', async () => {
  const bot = await banBot()
  const [first, second] = [bot.banner({ name: 'first' }), bot.banner({ name: 'second' })]
  await answerTo(first.type(`/banlist add account:${ALICE} reason:aimbot until:1d note:"100% sure_"`))
  await answerTo(second.type(`/banlist add account:${BOB} reason:"walls ❤️ toxic"`))
  const found = async (options: string) => {
    const text = await answerTo(bot.moderator({ locale: 'de' }).type(`/banlist list ${options}`))
    return [ALICE, BOB].filter((steamId) => text.includes(steamId))
  }
  expect(await found('search:"100% SURE_"')).toEqual([ALICE])
  expect(await found('search:%')).toEqual([ALICE])
  expect(await found('search:"❤️ toxic"')).toEqual([BOB])
  expect(await found('search:\u200d')).toEqual([])
  expect(await found(`search:${BOB}`)).toEqual([BOB])
  expect(await found(`by:${second.id}`)).toEqual([BOB])
  expect(await found(`search:${first.id}`)).toEqual([ALICE])
  expect(await found(`search:<@${second.id}>`)).toEqual([BOB])
  expect(await found(`search:<@!${second.id}>`)).toEqual([BOB])
  expect(await answerTo(bot.moderator().type(`/banlist list search:<@${first.id}>`))).toContain(
    'Filter: with “@first”\n',
  )
  expect(await found('show:expired')).toEqual([])
  bot.time.now += 86_401
  expect(await found('')).toEqual([BOB])
  expect(await found('show:expired')).toEqual([ALICE])
  expect(await found('show:all')).toEqual([ALICE, BOB])
  expect(await answerTo(bot.moderator().type('/banlist list show:expired'))).toContain('⌛ name of')
})

test('an empty list says how to begin', async () => {
  const bot = await banBot()
  expect(await answerTo(bot.moderator().type('/banlist list'))).toContain(
    'The list is empty. Add bans with /banlist add',
  )
  expect(await answerTo(bot.moderator().type('/banlist list search:x'))).toContain('No ban matches.')
})

test('hostile reasons, names and notes of a whole page are plain text within the limits of Discord', async () => {
  const bot = await banBot()
  const hostile = '‮]( @everyone <@1> `x` *_~|>#'.repeat(40)
  const bans = Array.from({ length: 12 }, (_, index) => ({
    steamId: nth(index),
    name: hostile,
    reason: index % 2 ? '😀'.repeat(300) : hostile,
    note: `${hostile}\n# ${hostile}`,
    until: null,
    addedBy: '1',
    addedAt: 1,
    importNumber: null,
  }))
  const user = bot.owner()
  const data = JSON.stringify({ format: 'rapsheet-bans', version: 1, bans })
  const reply = await submitForm(user.type('/banlist import'), { file: { name: 'x.json', data } })
  await answerTo(reply)
  await reply.click('Confirm').until('12 bans added')
  const list = user.type('/banlist list')
  const text = await answerTo(list)
  expect(text).not.toContain('‮')
  expect(text).toContain(nth(11))
  const opened = list.select(list.selects()[0]?.options[0]?.label ?? '')
  expect(await answerTo(opened)).toContain('Banned by us for good')
  const again = user.type(`/banlist add account:${nth(0)} reason:bot`)
  expect(await answerTo(again)).toContain('is banned by us already')
})
