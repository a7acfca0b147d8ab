import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { importBans } from '../../src/bans/import-bans.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { banOf, listed } from '../support/bans-test.ts'
import { ALICE, manySteamIds } from '../support/community.ts'
import { toolBearer } from '../support/fake-tools.ts'
import { headersOf, openH2 } from '../support/h2.ts'
import { openSocket, request } from '../support/raw.ts'
import { TEST_PEM } from '../support/test-certificate.ts'
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

test('over HTTP/2 a stream outlives the time limit of other answers', async () => {
  const tool = await toolHttpForTest({}, undefined, { tls: TEST_PEM, streamMs: 300 })
  const session = openH2(tool.http)
  onTestFinished(() => session.destroy())
  const stream = session.request({ ':path': '/api/events', 'user-agent': 'test (loopback)', ...FEED })
  expect(await headersOf(stream)).toMatchObject({ ':status': 200 })
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const isClosed = once(stream, 'close').then(() => true)
  const isOver = await Promise.race([isClosed, new Promise<false>((resolve) => setTimeout(() => resolve(false), 900))])
  expect(isOver).toBe(false)
  const policies = { ofGuild: () => undefined, reload: async () => {} }
  await banAccounts({ ...tool.context, policies, watchedFacts: async () => [] }, banOf([ALICE]))
  await expect.poll(() => text).toContain(ALICE)
})
