import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { createClient } from '../../packages/client/src/index.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { serviceForTest } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'

declare global {
  interface Window {
    rapsheet: { createClient: typeof createClient }
  }
}

const API_TOKEN = 'a-token-of-the-api-for-websites'
const openPage = await useBrowser()
let script = ''

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../packages/client/src/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'rapsheet',
  })
  script = outputFiles[0]?.text ?? ''
})

/** A website of another origin, with the client on its page. */
async function websiteForTest(): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    if (request.url === '/client.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<link rel="icon" href="data:,"><script src="/client.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the client on a website that the service accepts looks up, scans, and reads when to try again', async () => {
  const website = await websiteForTest()
  const service = await serviceForTest({
    CORS_ORIGINS: website.url,
    API_TOKENS: API_TOKEN,
    RATE_LIMIT_PER_MINUTE: '21',
  })
  const { page } = await openPage(website, '/')
  const seen = await page.evaluate(
    async ({ baseUrl, apiToken, raider, clean }) => {
      const client = window.rapsheet.createClient({ baseUrl, apiToken, timeoutMs: 10_000 })
      const { bans } = await client.lookUp(raider)
      let total = 0
      for await (const event of client.scanFriends(clean, { found: true }))
        if ('friends' in event) total = event.totalFriends
      const refused = await client.lookUp(clean).catch((error: unknown) => error)
      return { isBanned: bans.VACBanned, total, refused: JSON.stringify(refused) }
    },
    { baseUrl: service.url, apiToken: API_TOKEN, raider: CAST.raider, clean: CAST.clean },
  )
  const { code, status, details } = JSON.parse(seen.refused) as {
    code: string
    status: number
    details: { retryAfter: number }
  }
  expect({ ...seen, refused: { code, status } }).toEqual({
    isBanned: true,
    total: expect.any(Number),
    refused: { code: 'rate_limited', status: 429 },
  })
  expect(seen.total).toBeGreaterThan(0)
  expect(details.retryAfter).toBeGreaterThan(10)
})
