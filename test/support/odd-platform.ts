import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { connect } from './connect.ts'
import { failureOf } from './failure.ts'

/** One answer; a body other than text or bytes is sent as JSON. */
interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** A platform for answers that the simulated Steam never sends: the replies in order, the last one repeatedly. */
export async function startOddPlatform(...replies: Reply[]) {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = []
  const left = [...replies]
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    const { status = 200, headers = {}, body = null } = (left.length > 1 ? left.shift() : left[0]) ?? {}
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    response.end(isRaw ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { apiUrl: url, communityUrl: url, cdnUrl: url, key: 'AN-ODD-KEY', requests }
}

/** A transport to a platform that answers 200 with these bodies. */
export async function answering(...bodies: unknown[]) {
  const platform = await startOddPlatform(...bodies.map((body) => ({ body })))
  return { ...connect(platform), requests: platform.requests }
}

/** Expects that a method rejects an answer as one of a wrong shape, without a status of Steam. */
export async function expectWrongShape(body: unknown, ask: (call: SteamCall) => Promise<unknown>): Promise<void> {
  const { call, records } = await answering(body)
  const error = await failureOf(ask(call))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', undefined])
  expect(records.map(({ outcome }) => outcome)).toEqual(['wrong_shape'])
}
