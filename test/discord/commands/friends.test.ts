import { expect, test } from 'vitest'
import { z } from 'zod'
import { friendsActions } from '../../../commands/friends.ts'
import { untilAborted } from '../../../src/lib/abort.ts'
import type { CallContext } from '../../../src/lib/call-context.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import type { Steam } from '../../../src/steam/steam.ts'
import { steamIsDown } from '../../support/failure.ts'
import { cached, CLEAN, friendListOf, hoursOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

/** A call to Steam that hangs until it is aborted. */
const hang = (_: SteamId, callContext: CallContext) => untilAborted(callContext, new Promise<never>(() => {}))
const answering: Partial<Steam> = {
  getFriends: async () => cached(friendListOf([ALICE, BOB])),
  getBans: async () => cached({ ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }),
  getRustHours: async () => cached(hoursOf(1)),
}
const hoursOfBobHang: Steam['getRustHours'] = async (steamId, callContext) =>
  steamId === BOB ? hang(steamId, callContext) : cached(hoursOf(1))

test.each<[string, Partial<Steam>, string, RegExp]>([
  [
    'with the friends found so far',
    { getRustHours: hoursOfBobHang },
    '1 of 2 checked',
    /Stopped after 1 of 2.*76561197960287930/s,
  ],
  ['before its list is loaded', { getFriends: hang }, 'Loading the friend list', /Friends of/],
])('Stop ends a scan %s, and Scan again checks them all', async (_, slow, progress, shown) => {
  const bot = await watchBot({ ...answering, ...slow })
  const reply = bot.moderator().type(`/friends ${CAROL}`)
  await reply.until(progress)
  expect(reply.buttons().map(({ label }) => label)).toEqual(['Stop and keep results'])
  reply.click('Stop and keep results')
  expect(await reply.until('⏹️ Stopped')).toMatch(shown)
  Object.assign(bot.context.steam, answering)
  await reply.click('Scan again').until('2 of 2 banned (100%)')
})

test('a scan in which every check fails is an error with Try again, and no clean result', async () => {
  const bot = await watchBot({ ...answering, getBans: () => Promise.reject(steamIsDown()) })
  const reply = bot.moderator().type(`/friends ${CAROL}`)
  expect(await reply.until('Steam does not answer')).not.toMatch(/✅|None of/)
  expect(reply.buttons().map(({ label }) => label)).toEqual(['Account', 'Try again', 'Ban', 'Watch'])
})

test.each([
  [CAROL, '1', '', 'any', '0'],
  ['4', CAROL, '1', '', 'any', '0'],
  ['0', CAROL, '1', '', 'any', '0'],
])('a page button of an older version, or for no number of parts, is outdated: %s', (...args) => {
  const turn = friendsActions.find(({ name }) => name === 'turn')
  const message = { flags: { has: () => false } } as never
  expect(() => turn?.createTask(args, { message, values: [] })).toThrow(z.ZodError)
  expect(turn?.createTask(['3', CAROL, '1', '', 'any', '0'], { message, values: [] })).toMatchObject({ cost: 'free' })
})
