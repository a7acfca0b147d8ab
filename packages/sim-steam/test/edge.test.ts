import { expect, test } from 'vitest'
import { createWorld } from '../src/world.ts'
import { useSteam } from './simulated-steam.ts'
import { ask, paths } from './support.ts'

const steam = await useSteam(createWorld({ accounts: 5 }))
const { cast } = steam.world

/** One path of each host. */
const hosts = {
  api: paths.bans(cast.clean),
  community: paths.inventory(cast.clean),
  cdn: paths.avatar('a'.repeat(40)),
}

const statuses = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(hosts).map(async ([host, path]) => [host, (await ask(steam, path)).status] as const),
    ),
  )

test.each(['api', 'community', 'cdn'] as const)('a block of %s does not affect the other hosts', async (host) => {
  steam.edge.block(host)
  expect(await statuses()).toEqual({ api: 200, community: 200, cdn: 200, [host]: 403 })
  steam.edge.unblock(host)
  expect(await statuses()).toEqual({ api: 200, community: 200, cdn: 200 })
})

test("a blocked address gets the edge network's page for all requests, and its calls are counted", async () => {
  steam.edge.block('api')
  const reply = await ask(steam, paths.friends(cast.friendsPrivate), { 'x-webapi-key': 'wrong' })
  expect(reply.status).toBe(403)
  expect(Object.fromEntries(reply.headers)).toMatchObject({ server: 'AkamaiGHost', 'content-type': 'text/html' })
  expect(reply.text).toContain('<H1>Access Denied</H1>')
  expect(reply.text).toContain('Reference&#32;&#35;18&#46;')
  expect(steam.calls.count('friends')).toBe(1)
})

test('edge-403 is the same page for a single call', async () => {
  steam.dial.set('stats', { next: ['edge-403'] })
  const reply = await ask(steam, paths.stats(cast.veteran))
  expect([reply.status, reply.headers.get('server')]).toEqual([403, 'AkamaiGHost'])
  expect((await ask(steam, paths.stats(cast.veteran))).status).toBe(200)
})

test('a block can be set from another process', async () => {
  const order = (body: unknown) => fetch(`${steam.url}/_sim/edge`, { method: 'POST', body: JSON.stringify(body) })
  expect((await order({ host: 'community', blocked: true })).status).toBe(200)
  expect(await statuses()).toMatchObject({ api: 200, community: 403 })
  expect((await order({ host: 'community', blocked: false })).status).toBe(200)
  expect(await statuses()).toMatchObject({ community: 200 })
  expect((await order({ host: 'store', blocked: true })).status).toBe(400)
  expect((await order({ host: 'api' })).status).toBe(400)
})
