import { expect, test } from 'vitest'
import { toolTokenRoute } from '../../../src/tokens/http/token-route.ts'
import { ask } from '../../support/ask.ts'
import { fakeTools, GUILD, toolBearer, toolGrant } from '../../support/fake-tools.ts'
import { httpForTest, limitsOf } from '../../support/http.ts'

const OTHER_GUILD = '500000000000000002'

const open = (perMinute: number) =>
  httpForTest({
    routes: [toolTokenRoute],
    tools: fakeTools({
      panel: toolGrant({ scopes: ['bans:read', 'joins'] }),
      second: toolGrant({ name: 'second', tokenId: 2, scopes: [] }),
      other: toolGrant({ guildId: OTHER_GUILD, name: 'other', tokenId: 3 }),
      expired: toolGrant({ tokenId: 4, expiresAt: 1_700_000_000 }),
    }),
    limits: limitsOf(perMinute),
  })

const askWith = (http: { url: string }, name: string) => ask(http, '/api/token', { headers: toolBearer(name) })

test('tells a tool its name, scopes, end, server and quota, which all tools of the server share', async () => {
  const http = await open(5)
  expect(await askWith(http, 'panel')).toMatchObject({
    status: 200,
    body: {
      name: 'my panel',
      scopes: ['bans:read', 'joins'],
      expiresAt: 4_000_000_000,
      guildId: GUILD,
      quota: { limit: 5, remaining: 4, resetSeconds: 60 },
    },
    headers: { ratelimit: '"requests";r=4;t=60' },
  })
  expect((await askWith(http, 'second')).body).toMatchObject({ name: 'second', scopes: [], quota: { remaining: 3 } })
  expect((await askWith(http, 'other')).body).toMatchObject({ guildId: OTHER_GUILD, quota: { remaining: 4 } })
})

test('without a limit the quota is null', async () => {
  expect((await askWith(await open(0), 'panel')).body).toMatchObject({ quota: null })
})
