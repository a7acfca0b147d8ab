import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A platform that holds all requests until the test answers them: hours are hidden for every account. */
export async function startHeldPlatform() {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => void held.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answerAll = () => {
    for (const response of held.splice(0))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"response":{}}')
  }
  return { apiUrl, communityUrl: apiUrl, key: 'A-HELD-KEY', held, answerAll }
}
