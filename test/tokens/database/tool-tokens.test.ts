import { expect, test } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { GUILD, inDatabase, OTHER_GUILD } from '../../support/community.ts'
import { connectionTo, databaseAt, urlForTest } from '../../support/database.ts'
import { storedTokenOf } from '../../support/tool-tests.ts'

test('a token is stored by its hash, with its last use', () =>
  inDatabase(async ({ guilds, toolTokens }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'de', 1)
    const id = await toolTokens.add(storedTokenOf('a'))
    await toolTokens.add(storedTokenOf('b', { guildId: OTHER_GUILD }))
    const stored = { id, ...storedTokenOf('a'), lastUsedAt: null }
    expect(await toolTokens.list(GUILD)).toEqual([stored])
    await toolTokens.noteUse(id, 300)
    expect(await toolTokens.list(GUILD)).toEqual([{ ...stored, lastUsedAt: 300 }])
    expect((await toolTokens.list(OTHER_GUILD))[0]?.lastUsedAt).toBeNull()
    await toolTokens.noteUse(999, 300)
  }))

test('the tokens of all servers are read with their locales', () =>
  inDatabase(async ({ guilds, toolTokens }) => {
    await guilds.touch(GUILD, 'de', 1)
    await guilds.touch(OTHER_GUILD, 'en-US', 1)
    const ids = [
      await toolTokens.add(storedTokenOf('a')),
      await toolTokens.add(storedTokenOf('b', { guildId: OTHER_GUILD })),
    ]
    expect((await toolTokens.all()).toSorted((one, other) => one.id - other.id)).toEqual([
      { ...storedTokenOf('a'), id: ids[0], lastUsedAt: null, locale: 'de' },
      { ...storedTokenOf('b'), guildId: OTHER_GUILD, id: ids[1], lastUsedAt: null, locale: 'en-US' },
    ])
  }))

test.each([
  ['the same token', { name: 'other' }],
  ['a name of the server', { hash: 'b'.repeat(64) }],
])('%s is never stored twice', async (_, parts) => {
  const database = await databaseAt(await urlForTest())
  const add = (token = storedTokenOf('a')) => database.transaction(({ toolTokens }) => toolTokens.add(token))
  await database.transaction(({ guilds }) => guilds.touch(GUILD, 'de', 1))
  await add()
  await expect(add(storedTokenOf('a', parts))).rejects.toThrow(DatabaseError)
})

test('a token is removed from its own server only, and with its server', () =>
  inDatabase(async ({ guilds, toolTokens }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'de', 1)
    const id = await toolTokens.add(storedTokenOf('a'))
    await toolTokens.add(storedTokenOf('b', { name: 'second' }))
    await toolTokens.add(storedTokenOf('c', { guildId: OTHER_GUILD }))
    await toolTokens.remove(OTHER_GUILD, id)
    expect(await toolTokens.list(GUILD)).toHaveLength(2)
    await toolTokens.remove(GUILD, id)
    expect((await toolTokens.list(GUILD)).map(({ name }) => name)).toEqual(['second'])
    await guilds.remove(GUILD)
    expect((await toolTokens.all()).length).toBe(1)
  }))

test('expired tokens are deleted when they are old', () =>
  inDatabase(async ({ guilds, toolTokens }) => {
    await guilds.touch(GUILD, 'de', 1)
    await toolTokens.add(storedTokenOf('a', { expiresAt: 500 }))
    await toolTokens.add(storedTokenOf('b', { name: 'second', expiresAt: 501 }))
    await toolTokens.deleteExpired(499)
    expect(await toolTokens.list(GUILD)).toHaveLength(2)
    await toolTokens.deleteExpired(500)
    expect((await toolTokens.list(GUILD)).map(({ name }) => name)).toEqual(['second'])
  }))

test.each(['["bans:read","of a later version"]', 'no JSON', '{}'])(
  'scopes stored as %s open what is known',
  async (scopes) => {
    const url = await urlForTest()
    const database = await databaseAt(url)
    const db = await connectionTo(url)
    const id = await database.transaction(async ({ guilds, toolTokens }) => {
      await guilds.touch(GUILD, 'de', 1)
      return toolTokens.add(storedTokenOf('a'))
    })
    await db('tool_tokens').where('id', id).update({ scopes })
    const [token] = await database.read(({ toolTokens }) => toolTokens.list(GUILD))
    expect(token?.scopes).toEqual(scopes.startsWith('[') ? ['bans:read'] : [])
  },
)
