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

/** The ids of the friends of the longest list who have a VAC ban. */
function vacBannedFriends() {
  const friends = world.account(cast.manyBanned)?.friends
  return (Array.isArray(friends) ? friends : [])
    .map(({ steamId }) => steamId)
    .filter((id) => {
      const { bans } = world.account(id) ?? {}
      return typeof bans === 'object' && bans !== null && bans.vac.length > 0
    })
}

test('/friends checks a list of 250 with one press, charged as three scans', async () => {
  const { discord } = await startBot({ DISCORD_USER_PER_MINUTE: '61' })
  const user = discord.user()
  const reply = user.type(`/friends account:${cast.manyBanned} kind:vac`)
  await result(reply)
  expect(new Set(fileIds(reply))).toEqual(new Set(vacBannedFriends()))
  expect(reply.text()).not.toContain('Part of the list')
  // A further page comes from the cache, with all parts.
  await reply.click('Next page').until('page 2 of ')
  expect(new Set(fileIds(reply))).toEqual(new Set(vacBannedFriends()))
  await user.type('/lookup raider').until('Slow down')
})

test('/friends shows what the quota allows, and the next press goes on, also after a restart', async () => {
  const { discord, restart } = await startRestartableBot({ DISCORD_USER_PER_MINUTE: '30' })
  const reply = discord.user().type(`/friends account:${cast.manyBanned} kind:vac`)
  await result(reply)
  expect(reply.text()).toContain('friends 1 to 100 of 250')
  const ids = fileIds(reply)
  await restart({ DISCORD_USER_PER_MINUTE: '30' })
  expect(await reply.click('Friends 101–250').until('friends 101 to 200 of 250')).toContain('Filter: VAC bans · ')
  ids.push(...fileIds(reply))
  await restart({ DISCORD_USER_PER_MINUTE: '30' })
  await reply.click('Friends 201–250').until('friends 201 to 250 of 250')
  ids.push(...fileIds(reply))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids)).toEqual(new Set(vacBannedFriends()))
})

test('a page of a scan of several parts has all of them, also after a restart', async () => {
  const { discord, restart } = await startRestartableBot()
  const reply = discord.user().type(`/friends account:${cast.manyBanned} kind:vac`)
  await result(reply)
  await restart()
  await reply.click('Next page').until('page 2 of ')
  expect(new Set(fileIds(reply))).toEqual(new Set(vacBannedFriends()))
  expect(reply.text()).not.toContain('Part of the list')
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
