import { expect, test } from 'vitest'
import { importBans } from '../../src/bans/import-bans.ts'
import { listed } from '../support/bans-test.ts'
import { ALICE, manySteamIds } from '../support/community.ts'
import { toolBearer } from '../support/fake-tools.ts'
import { openSocket, request } from '../support/raw.ts'
import { toolHttpForTest } from '../support/tool-http.ts'
import { MODERATOR } from '../support/watch-tests.ts'

const FEED = { ...toolBearer('all'), accept: 'text/event-stream' }

test('a stream that its tool does not read is closed, and holds up neither others nor the list', async () => {
  const tool = await toolHttpForTest({}, undefined, { unreadMs: 500 })
  const { context, http } = tool
  const deaf = openSocket(http.port)
  deaf.write(request('GET', '/api/events', FEED))
  await expect.poll(() => context.followers.count()).toBe(1)
  deaf.pause()
  // More than the buffers of both ends.
  const note = 'x'.repeat(450)
  await importBans(context, MODERATOR, listed(manySteamIds(30_000), { note }))
  await expect.poll(() => context.followers.count(), { timeout: 20_000 }).toBe(0)
  expect((await tool.send('PUT', `/api/bans/${ALICE}`, { body: { reason: 'bot' } })).status).toBe(201)
  expect((await tool.send('GET', '/api/events?limit=1')).status).toBe(200)
}, 60_000)
