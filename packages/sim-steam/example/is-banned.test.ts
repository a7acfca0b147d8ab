import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, startSteam, type SimSteam } from '../src/index.ts'
import { isBanned } from './is-banned.ts'

// An id that Steam has not assigned yet.
const PLAYER = '76561202000010431'

let steam: SimSteam
const ask = () => isBanned(PLAYER, steam.apiUrl, steam.key)

beforeEach(async () => {
  steam = await startSteam({ world: createWorld({ accounts: 0 }) })
  steam.world.add({ steamId: PLAYER })
})
afterEach(() => steam.close())

test('a ban is seen, and so is that it was lifted', async () => {
  expect(await ask()).toBe(false)
  steam.world.ban(PLAYER, 'vac')
  expect(await ask()).toBe(true)
  steam.world.lift(PLAYER, 'vac')
  expect(await ask()).toBe(false)
})

test.each(['html-200', '503'] as const)(
  'an answer that is no record is not taken for "not banned": %s',
  async (fault) => {
    steam.dial.set('bans', { next: [fault] })
    await expect(ask()).rejects.toThrow('Steam')
  },
)

test('a record that is left out is not taken for "not banned"', async () => {
  steam.world.change(PLAYER, { bans: null })
  await expect(ask()).rejects.toThrow('left the account out')
})
