import { SnowflakeUtil } from 'discord.js'
import { expect, test } from 'vitest'
import { isSent } from '../../src/outbox/discord/find-sent.ts'
import type { BotApi } from '../../src/discord/bot-api.ts'

const START = Date.UTC(2026, 4, 4, 15)
const NONCE = '3IG0uoPZCP-MJDD4LKWAYn'
const { signal } = new AbortController()
const signals = { start: signal, request: signal }

const customId = (nonce: string) => ({ type: 2, custom_id: `v1:unwatch:76561197960287930:${nonce}` })

interface Stored {
  id: string
  components: unknown
}

/** A channel with a message each second, the newest at START; `special` replaces the components of some, by age in seconds. */
function channelWith(count: number, special: Record<number, unknown> = {}) {
  const messages: Stored[] = Array.from({ length: count }, (_, age) => ({
    id: SnowflakeUtil.generate({ timestamp: START - age * 1000 }).toString(),
    components: special[age] ?? [],
  }))
  const pages: number[] = []
  const api: Pick<BotApi, 'turn' | 'get'> = {
    turn: async () => {},
    get: async (_, { query }) => {
      const before = query?.get('before')
      const first = before ? messages.findIndex(({ id }) => id === before) + 1 : 0
      const page = messages.slice(first, first + Number(query?.get('limit')))
      pages.push(page.length)
      return page
    },
  }
  const search = (sinceAge: number) =>
    isSent(api as BotApi, { channelId: '1', nonce: NONCE, since: START / 1000 - sinceAge }, signals)
  return { search, pages }
}

test('a message is found by a custom id at any depth', async () => {
  expect(await channelWith(50, { 49: [{ type: 1, components: [customId(NONCE)] }] }).search(300)).toBe(true)
})

test.each([
  ['no message', {}],
  ['another nonce', { 3: [customId('other')] }],
  ['the nonce as a text', { 3: [{ type: 10, content: `v1:unwatch:1:${NONCE}` }] }],
  ['the nonce elsewhere in a custom id', { 3: [{ type: 2, custom_id: `v1:${NONCE}:other` }] }],
])('is not found: %s', async (_, special) => {
  expect(await channelWith(50, special).search(300)).toBe(false)
})

test('looks at the last hundred messages, and further back only as far as the attempt', async () => {
  const quiet = channelWith(100, { 99: [customId(NONCE)] })
  expect(await quiet.search(60)).toBe(true)

  const busy = channelWith(2_000, { 180: [customId(NONCE)] })
  expect(await busy.search(180)).toBe(true)
  expect(busy.pages).toEqual([100, 100])

  // A second a message: 320 messages since the attempt, and five minutes for a clock that is behind.
  const absent = channelWith(2_000)
  expect(await absent.search(20)).toBe(false)
  expect(absent.pages).toEqual([100, 100, 100, 100])
})

test('gives up after 500 messages', async () => {
  const { search, pages } = channelWith(2_000, { 1_500: [customId(NONCE)] })
  expect(await search(3_000)).toBe(false)
  expect(pages).toEqual([100, 100, 100, 100, 100])
})

test('an answer that is no list of messages is an error', async () => {
  const api = { turn: async () => {}, get: async () => ({ message: 'odd' }) } as unknown as BotApi
  await expect(isSent(api, { channelId: '1', nonce: NONCE, since: 1 }, signals)).rejects.toThrow('expected array')
})
