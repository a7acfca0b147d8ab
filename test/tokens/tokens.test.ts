import { describe, expect, test } from 'vitest'
import { TOOL_ACTIONS } from '../../src/model/tool-token.ts'
import {
  createToolToken,
  listToolTokens,
  MAX_TOOL_TOKENS,
  type NewToolToken,
  revokeToolToken,
} from '../../src/tokens/tokens.ts'
import { rowsOf } from '../support/database.ts'
import { NOW } from '../support/fake-context.ts'
import { openToolTest, toolProblemOf } from '../support/tool-tests.ts'
import { MODERATOR, OTHER_SERVER, diskIsFull, failingAt, problemOf } from '../support/watch-tests.ts'

const { guildId, userId } = MODERATOR
const PANEL = { name: 'my panel', scopes: ['joins', 'bans:read'], until: '1y' } satisfies NewToolToken
/** A leap year follows. */
const YEAR = 366 * 86_400

test('a token has 256 bits, gives its scopes in its server, and is stored and logged nowhere', async () => {
  const { context, stored, path, database } = await openToolTest()
  const created = await createToolToken(context, MODERATOR, { ...PANEL, name: ' my \n panel\u202E ' })
  const { token } = created
  expect(created).toEqual({ token, name: 'my panel', scopes: ['bans:read', 'joins'], expiresAt: NOW + YEAR })
  expect(token).toMatch(/^rst_[\w-]{43}$/)
  expect(stored.findByToken(token)).toEqual({
    guildId,
    locale: MODERATOR.locale,
    tokenId: 1,
    name: 'my panel',
    scopes: new Set(['bans:read', 'joins']),
    expiresAt: NOW + YEAR,
  })
  const { token: other } = await createToolToken(context, OTHER_SERVER, PANEL)
  expect(stored.findByToken(other)?.guildId).toBe(OTHER_SERVER.guildId)
  for (const wrong of ['', token.slice(0, -1), `${token}x`, token.toLowerCase()])
    expect(stored.findByToken(wrong)).toBeUndefined()
  expect(JSON.stringify(await rowsOf(path))).not.toContain(token.slice(4))
  const [entry] = await database.read(({ audit }) => audit.listOf(guildId, TOOL_ACTIONS, 10))
  expect(entry).toMatchObject({
    userId,
    action: 'tool_token_created',
    detail: 'bans:read,joins my panel',
    steamId: null,
  })
})

test('a token ends when its creator says', async () => {
  const { context } = await openToolTest()
  expect(await createToolToken(context, MODERATOR, { ...PANEL, until: '30d' })).toMatchObject({
    expiresAt: NOW + 30 * 86_400,
  })
  const asked = problemOf(createToolToken(context, MODERATOR, { ...PANEL, name: 'other', until: 'never' }))
  expect(await asked).toMatchObject({ code: 'until_malformed' })
})

test('a revoked token works no longer in its process, and its revocation is logged', async () => {
  const { context, stored, database } = await openToolTest()
  const { token } = await createToolToken(context, MODERATOR, PANEL)
  const grant = stored.findByToken(token) ?? expect.fail('no grant')
  expect(await toolProblemOf(revokeToolToken(context, OTHER_SERVER, { name: 'my panel' }))).toEqual({
    code: 'no_token',
    name: 'my panel',
  })
  expect(stored.isValid(grant, NOW)).toBe(true)
  await revokeToolToken(context, MODERATOR, { name: 'my panel' })
  expect(stored.findByToken(token)).toBeUndefined()
  expect(stored.isValid(grant, NOW)).toBe(false)
  expect(await listToolTokens(context, guildId)).toEqual([])
  const [entry] = await database.read(({ audit }) => audit.listOf(guildId, TOOL_ACTIONS, 1))
  expect(entry).toMatchObject({ action: 'tool_token_revoked', detail: 'bans:read,joins my panel' })
  expect(await toolProblemOf(revokeToolToken(context, MODERATOR, { name: 'my panel' }))).toMatchObject({
    code: 'no_token',
  })
})

test('an expired token is still known, and its name is free', async () => {
  const { context, stored, time } = await openToolTest()
  const { token } = await createToolToken(context, MODERATOR, { ...PANEL, until: '1h' })
  const grant = stored.findByToken(token) ?? expect.fail('no grant')
  time.now += 3_599
  expect(stored.isValid(grant, time.now)).toBe(true)
  expect(await toolProblemOf(createToolToken(context, MODERATOR, PANEL))).toEqual({
    code: 'name_taken',
    name: 'my panel',
  })
  time.now += 1
  expect(stored.findByToken(token)).toEqual(grant)
  expect(stored.isValid(grant, time.now)).toBe(false)
  const { token: next } = await createToolToken(context, MODERATOR, PANEL)
  expect(stored.findByToken(token)).toBeUndefined()
  expect(stored.findByToken(next)).toMatchObject({ name: 'my panel' })
})

test('a server has ten valid tokens at most, and keeps a bounded number of expired ones', async () => {
  const { context, time } = await openToolTest()
  const fill = async (round: number) => {
    for (let index = 0; index < MAX_TOOL_TOKENS; index++)
      await createToolToken(context, MODERATOR, { ...PANEL, name: `${round} ${index}`, until: '1h' })
  }
  for (const round of [1, 2, 3]) {
    await fill(round)
    expect(await toolProblemOf(createToolToken(context, MODERATOR, PANEL))).toEqual({ code: 'tokens_full', limit: 10 })
    time.now += 3_600
  }
  const names = (await listToolTokens(context, guildId)).map(({ name }) => name)
  expect(names).toHaveLength(2 * MAX_TOOL_TOKENS)
  expect(names.filter((name) => name.startsWith('1 '))).toEqual([])
  await createToolToken(context, OTHER_SERVER, PANEL)
})

describe('nothing is stored', () => {
  test.each([
    [{ name: '\u200b' }, { code: 'token_name_missing' }],
    [{ name: 'x'.repeat(33) }, { code: 'token_name_too_long', length: 33, limit: 32 }],
    [{ name: 'of 76561197960287930' }, { code: 'token_name_has_account' }],
    [{ name: 'steam_0:0:11101' }, { code: 'token_name_has_account' }],
    [{ name: '[U:1:22202]' }, { code: 'token_name_has_account' }],
    [{ scopes: [] }, { code: 'scopes_missing' }],
  ])('of %j', async (parts, problem) => {
    const { context, path } = await openToolTest()
    expect(await toolProblemOf(createToolToken(context, MODERATOR, { ...PANEL, ...parts }))).toEqual(problem)
    expect((await rowsOf(path))['audit_log']).toEqual([])
  })

  test('when the database fails', async () => {
    for (let call = 1; call <= 7; call++) {
      const { context, database, path } = await openToolTest()
      const failing = { ...context, database: failingAt(database, call) }
      await expect(createToolToken(failing, MODERATOR, PANEL)).rejects.toEqual(diskIsFull())
      const rows = await rowsOf(path)
      expect([rows['tool_tokens'], rows['audit_log'], rows['outbox_entries'], rows['guilds']]).toEqual([[], [], [], []])
    }
  })
})
