import { expect, test } from 'vitest'
import { createStoredTokens } from '../../src/tokens/stored-tokens.ts'
import { createToolToken, listToolTokens, type NewToolToken, revokeToolToken } from '../../src/tokens/tokens.ts'
import { noDatabase } from '../support/fake-watch-context.ts'
import { openToolTest } from '../support/tool-tests.ts'
import { diskIsFull, MODERATOR } from '../support/watch-tests.ts'

const PANEL = { name: 'my panel', scopes: ['bans:read'], until: '1y' } satisfies NewToolToken
const { guildId } = MODERATOR

/** Two processes with one database; the first follows the changes of the second. */
async function openTwo() {
  const first = await openToolTest()
  const second = await openToolTest({ path: first.path, time: first.time })
  const stop = new AbortController()
  const running = first.stored.run(stop.signal)
  /** The next pause begins when the load before it has ended. */
  const pass = async (ms: number) => {
    await expect.poll(() => first.fakeClock.pending()).toBe(1)
    await first.fakeClock.advance(ms)
  }
  const end = async () => {
    stop.abort()
    await running
  }
  return { first, second, pass, end }
}

test('what another process changes is known within five seconds, until the end', async () => {
  const { first, second, pass, end } = await openTwo()
  const { token } = await createToolToken(second.context, MODERATOR, PANEL)
  expect(first.stored.findByToken(token)).toBeUndefined()
  await pass(5_000)
  await expect.poll(() => first.stored.findByToken(token)?.locale).toBe('en-US')
  const grant = first.stored.findByToken(token) ?? expect.fail('no grant')

  await second.database.transaction(({ guilds }) => guilds.touch(guildId, 'de', 1))
  await pass(5_000)
  await expect.poll(() => first.stored.findByToken(token)?.locale).toBe('de')

  await revokeToolToken(second.context, MODERATOR, { name: PANEL.name })
  await pass(4_999)
  expect(first.stored.isValid(grant, first.time.now)).toBe(true)
  await pass(1)
  await expect.poll(() => first.stored.findByToken(token)).toBeUndefined()
  expect(first.stored.isValid(grant, first.time.now)).toBe(false)
  await end()
  expect(first.errors).toEqual([])
})

test('the last use of a token is stored at most once a minute', async () => {
  const { context, stored, time } = await openToolTest()
  const { token } = await createToolToken(context, MODERATOR, PANEL)
  const use = () => stored.noteUse(stored.findByToken(token) ?? expect.fail('no grant'))
  const lastUse = async () => (await listToolTokens(context, guildId))[0]?.lastUsedAt
  const begun = time.now
  use()
  await expect.poll(lastUse).toBe(begun)
  time.now += 59
  use()
  time.now += 1
  use()
  await expect.poll(lastUse).toBe(begun + 60)
})

test('without its database a start fails, and a running process keeps its tokens and asks again after five seconds', async () => {
  const opened = await openToolTest()
  const failing = createStoredTokens({ ...opened, database: noDatabase, onError: () => {} })
  await expect(failing.load()).rejects.toMatchObject({ problem: 'unavailable' })

  const { token } = await createToolToken(opened.context, MODERATOR, PANEL)
  const errors: unknown[] = []
  let isFailing = false
  const database: typeof opened.database = {
    ...opened.database,
    read: (work) => (isFailing ? Promise.reject(diskIsFull()) : opened.database.read(work)),
  }
  const { fakeClock } = opened
  const stored = createStoredTokens({ ...opened, database, onError: (error) => errors.push(error) })
  await stored.load()
  const stop = new AbortController()
  const running = stored.run(stop.signal)
  isFailing = true
  for (const count of [1, 2, 3]) {
    await expect.poll(() => fakeClock.pending()).toBe(1)
    await fakeClock.advance(5_000)
    await expect.poll(() => errors.length).toBe(count)
  }
  expect(stored.findByToken(token)).toMatchObject({ name: 'my panel' })
  isFailing = false
  await revokeToolToken(opened.context, MODERATOR, { name: PANEL.name })
  await expect.poll(() => fakeClock.pending()).toBe(1)
  await fakeClock.advance(5_000)
  await expect.poll(() => stored.findByToken(token)).toBeUndefined()
  stop.abort()
  await running
})
