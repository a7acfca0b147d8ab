import { describe, expect, test } from 'vitest'
import { ApiError, createClient } from '../../packages/client/src/index.ts'
import { ALICE, BOB, manySteamIds } from '../support/community.ts'
import { collect } from '../support/collect.ts'
import { toolGrant, toolToken } from '../support/fake-tools.ts'
import { cutAnswer, faultyProxyForTest } from '../support/faulty-proxy.ts'
import { rejectionOf } from '../support/rejection-of.ts'
import { toolHttpForTest } from '../support/tool-http.ts'
import { MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId } = MODERATOR

/** A client with a token that may do everything, and further tokens. */
async function openTools() {
  const tool = await toolHttpForTest(
    {},
    {
      all: toolGrant({ guildId, tokenId: 1, name: 'my panel' }),
      reader: toolGrant({ guildId, tokenId: 2, name: 'reader', scopes: ['bans:read'] }),
      other: toolGrant({ guildId: OTHER_SERVER.guildId, tokenId: 3, name: 'other panel' }),
    },
  )
  const clientOf = (token: string) => createClient({ baseUrl: tool.http.url, toolToken: toolToken(token) })
  return { ...tool, clientOf, client: clientOf('all') }
}
const codeOf = async (work: Promise<unknown>) => (await rejectionOf(ApiError, work)).code

describe('the ban list, with the client', () => {
  test('is changed under guards', async () => {
    const { client } = await openTools()
    const { entry, etag } = await client.bans.put(ALICE, { reason: 'aimbot', until: null }, { ifNoneMatch: '*' })
    expect(entry).toMatchObject({ steamId: ALICE, reason: 'aimbot', note: '', until: null, addedBy: 'token:my panel' })
    expect(await client.bans.get(ALICE)).toEqual({ entry, etag })
    expect(await codeOf(client.bans.put(ALICE, {}, { ifNoneMatch: '*' }))).toBe('precondition_failed')
    const changed = await client.bans.put(ALICE, { reason: 'esp' }, { ifMatch: etag })
    expect(await codeOf(client.bans.put(ALICE, {}, { ifMatch: etag }))).toBe('precondition_failed')
    expect(await codeOf(client.bans.delete(ALICE, { ifMatch: etag }))).toBe('precondition_failed')
    await client.bans.delete(ALICE, { ifMatch: changed.etag })
    expect(await codeOf(client.bans.get(ALICE))).toBe('not_banned')
    expect(await codeOf(client.bans.delete(ALICE))).toBe('not_banned')
  })

  test('is imported, read in pages and exported', async () => {
    const { client, clientOf } = await openTools()
    const ids = manySteamIds(450)
    const text = ids.map((steamId) => `banid ${steamId} "" "aimbot"`).join('\n')
    expect(await client.bans.import(text, { dryRun: true })).toMatchObject({ dryRun: true, fresh: 450, number: null })
    expect(await collect(client.bans.list())).toEqual([])
    expect(await client.bans.import(text)).toMatchObject({ dryRun: false, fresh: 450, number: 1 })
    const listed = await collect(client.bans.list({ limit: 200 }))
    expect(listed.map(({ steamId }) => steamId).toSorted()).toEqual(ids.toSorted())
    expect((await collect(client.bans.pages({ limit: 200 }))).map(({ bans }) => bans.length)).toEqual([200, 200, 50])
    expect((await client.bans.readAll()).entries).toEqual(listed)
    expect((await client.bans.export('cfg')).match(/^banid \d{17}/gm)).toHaveLength(450)
    expect(await collect(clientOf('other').bans.list())).toEqual([])
  })

  test('is refused without the scope, with an error that names it', async () => {
    const { clientOf } = await openTools()
    const error = await rejectionOf(ApiError, clientOf('reader').bans.put(ALICE, {}))
    expect(error).toMatchObject({ code: 'scope_missing', status: 403, message: expect.stringContaining('bans:write') })
    expect(await collect(clientOf('reader').bans.list())).toEqual([])
    expect(await codeOf(collect(clientOf('nobody').bans.list()))).toBe('unauthorized')
  })
})

test('the watch list is changed and read, and history, joins, refusals and the token are', async () => {
  const { client } = await openTools()
  const { entry, etag } = await client.watches.put(BOB, { reason: 'raided us' })
  expect(entry).toMatchObject({ steamId: BOB, reason: 'raided us', until: null, addedBy: 'token:my panel' })
  expect(await collect(client.watches.list())).toEqual([entry])
  expect(await client.getHistory(BOB)).toMatchObject({ steamId: BOB, isWatchedHere: true })
  await client.watches.delete(BOB, { ifMatch: etag })
  expect(await codeOf(client.watches.get(BOB))).toBe('not_watched')
  expect(await collect(client.joins.list())).toEqual([])
  expect(await collect(client.refusals.list())).toEqual([])
  expect(await client.getToken()).toMatchObject({ name: 'my panel', guildId, expiresAt: expect.any(Number) })
})

describe('the events of a community, with the client', () => {
  test('from the cursor of a list on are the changes since, each once, also over streams that break', async () => {
    const { http, client } = await openTools()
    await client.bans.put(ALICE, { reason: 'aimbot' })
    const proxy = await faultyProxyForTest(http)
    const behindProxy = createClient({ baseUrl: proxy.url, toolToken: toolToken('all'), firstDelayMs: 1 })
    const { entries, eventsCursor } = await behindProxy.bans.readAll()
    expect(entries.map(({ steamId }) => steamId)).toEqual([ALICE])
    const ids = manySteamIds(40)
    // The client is thrown out again and again, while it is told of changes.
    proxy.faults.push(...Array.from({ length: 8 }, () => cutAnswer))
    const writing = (async () => {
      for (const steamId of ids) await client.bans.put(steamId, { reason: 'esp' })
    })()
    const told: string[] = []
    for await (const { type, object } of behindProxy.events.follow({ after: eventsCursor })) {
      expect(type).toBe('ban.added')
      if ('steamId' in object) told.push(object.steamId)
      if (told.length === ids.length) break
    }
    await writing
    expect(told).toEqual(ids)
    expect(proxy.requests.length).toBeGreaterThan(8)
  })

  test('end when the token is revoked', async () => {
    const { client, tools } = await openTools()
    await client.bans.put(ALICE, { reason: 'aimbot' })
    const follow = async () => {
      for await (const { type } of client.events.follow()) {
        expect(type).toBe('ban.added')
        tools.revoke('all')
      }
    }
    expect(await rejectionOf(ApiError, follow())).toMatchObject({ code: 'unauthorized', status: 401 })
  })
})
