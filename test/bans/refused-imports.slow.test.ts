import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { USER_AGENT } from '../support/ask.ts'
import { beginImport } from '../support/begin-import.ts'
import { toolBearer, toolGrant } from '../support/fake-tools.ts'
import { type ToolHttp, toolHttpForTest } from '../support/tool-http.ts'
import { MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

/**
 * A client in a thread of its own, which writes while the service refuses, as another process would. Each call imports `size` bytes, and resolves to the
 * status and the error code of the response, or to the error of the connection.
 */
function threadClient({ http }: ToolHttp, token: string, size: number): () => Promise<unknown> {
  const headers = { 'user-agent': USER_AGENT, 'content-type': 'text/plain', ...toolBearer(token) }
  const worker = new Worker(
    `const { parentPort, workerData: { url, headers, size } } = require('node:worker_threads')
    const body = 'x'.repeat(size)
    process.stdin.on('data', () =>
      fetch(url, { method: 'POST', headers, body })
        .then(async (response) => [response.status, (await response.json()).code])
        .catch(({ cause }) => ['failed', cause?.code])
        .then((outcome) => parentPort.postMessage(outcome)))`,
    { eval: true, stdin: true, workerData: { url: `${http.url}/api/bans/import`, headers, size } },
  )
  onTestFinished(async () => void (await worker.terminate()))
  return async () => {
    worker.stdin?.write('send')
    const [outcome] = (await once(worker, 'message')) as unknown[]
    return outcome
  }
}

test.each([
  [401, 'unauthorized', 5_000_000, 'unknown'],
  [403, 'scope_missing', 10_000_000, 'reader'],
  [409, 'import_running', 5_000_000, 'other'],
  [413, 'body_too_large', 10_000_000, 'all'],
])(
  'an import is refused with %i %s, which fetch reads, while its %i bytes are being sent',
  async (status, code, size, token) => {
    const grants = {
      all: toolGrant({ guildId: MODERATOR.guildId, tokenId: 1 }),
      other: toolGrant({ guildId: OTHER_SERVER.guildId, tokenId: 2 }),
      reader: toolGrant({ guildId: MODERATOR.guildId, tokenId: 3, scopes: ['bans:read'] }),
    }
    const tool = await toolHttpForTest({}, grants)
    const send = threadClient(tool, token, size)
    for (let times = 0; times < 20; times++) {
      const running = status === 409 ? await beginImport(tool, token) : undefined
      expect(await send()).toEqual([status, code])
      running?.destroy()
    }
    // None of the connections is left over.
    await expect.poll(tool.http.connections, { timeout: 5_000 }).toBe(0)
  },
)
