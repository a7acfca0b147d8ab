import { expect, test } from 'vitest'
import type { SimReply } from '../../../packages/sim-discord/src/index.ts'
import { useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot, startRestartableBot } = await useCommandTests()
const { world } = steam
useFixedDate()

const result = (reply: SimReply) => reply.until((text) => /Post in channel|❔ /.test(text) && !text.includes('⏹️ Stop'))

/** The ids in the table of a result. */
const fileIds = (reply: SimReply) =>
  [...(reply.files()[0]?.text ?? '').matchAll(/^'(\d{17}),/gm)].map(([, id = '']) => id)

test('/friends checks the next 100 of a long list, also after a restart, and sums the parts up', async () => {
  const { discord, restart } = await startRestartableBot()
  const reply = discord.user().type(`/friends account:${cast.manyBanned} kind:vac`)
  await result(reply)
  const first = fileIds(reply)
  await restart()
  expect(await reply.click('Check friends 101–200').until('friends 101 to 200 of 250')).toContain('Filter: VAC bans · ')
  await reply.until('Post in channel')
  const second = fileIds(reply)
  await reply.click('Check friends 201–250').until('friends 201 to 250 of 250')
  // The restarted process has scanned the second and the third part.
  expect(await reply.until('Post in channel')).toMatch(
    /With the other parts of the last hour: \d+ of 1\d\d checked friends banned/,
  )
  const third = fileIds(reply)
  expect(reply.buttons().map(({ label }) => label)).toContain('Check friends 101–200')
  const all = [...first, ...second, ...third]
  expect(new Set(all).size).toBe(all.length)
  const isVacBanned = (id: string) => {
    const { bans } = world.account(id) ?? {}
    return typeof bans === 'object' && bans !== null && bans.vac.length > 0
  }
  const friends = world.account(cast.manyBanned)?.friends
  const known = (Array.isArray(friends) ? friends : []).map(({ steamId }) => steamId).filter(isVacBanned)
  expect(new Set(all)).toEqual(new Set(known))
})

test('makes two calls about the account itself, and shares all calls with a scan of the same account', async () => {
  const countFor = async (people: number) => {
    const bot = await startBot()
    steam.calls.reset()
    steam.dial.set('*', { latencyMs: 20 })
    const replies = Array.from({ length: people }, () => bot.discord.user().type(`/friends ${cast.scan}`))
    const texts = await Promise.all(replies.map(result))
    expect(new Set(texts).size).toBe(1)
    return (['friends', 'summaries', 'bans', 'games'] as const).map(steam.calls.ids)
  }
  const alone = await countFor(1)
  expect(alone[3]).toBe(100)
  // As over HTTP, and the name and the bans of the account.
  expect(steam.calls.total()).toBeLessThanOrEqual(103 + 2)
  expect(await countFor(3)).toEqual(alone)
})
