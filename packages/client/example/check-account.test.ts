import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../src/index.ts'
import { checkAccount } from './check-account.ts'

/** What the example says where the service answers with this. */
async function said(status: number, answer: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return checkAccount(createClient({ baseUrl: `http://127.0.0.1:${port}` }), 'raider')
}

const steamId = '76561202000010431'
const bans = { VACBanned: true, NumberOfVACBans: 1, NumberOfGameBans: 0, DaysSinceLastBan: 412 }

test.each([
  [200, { steamId, bans }, `${steamId}: banned, 412 days ago`],
  [200, { steamId, bans: { ...bans, VACBanned: false } }, `${steamId}: no bans on record`],
  [200, { steamId, bans: null }, `${steamId}: bans unknown`],
  [
    404,
    { error: 'Steam has no such account.', code: 'account_not_found' },
    'nothing is known: Steam has no such account.',
  ],
])('the example shows an answer with status %i: %j', async (status, answer, shown) => {
  expect(await said(status, answer)).toBe(shown)
})
