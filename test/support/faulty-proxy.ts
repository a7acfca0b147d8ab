import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What the proxy does in place of forwarding a request; `forward` forwards it after all, to a writer of its own. */
export type ProxyFault = (response: ServerResponse, forward: (onAnswer: OnAnswer) => void) => void
type OnAnswer = (answer: IncomingMessage) => void

export interface FaultyProxy {
  url: string
  /** Faults of the next requests, in their order; further requests are forwarded. */
  faults: ProxyFault[]
  /** The requests so far, as `GET /api/lookup?…`. */
  requests: string[]
  headers: IncomingMessage['headers'][]
}

/** Starts a proxy in front of a service, for one test. */
export async function faultyProxyForTest(target: { url: string }): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', faults: [], requests: [], headers: [] }
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    proxy.requests.push(`${method} ${url}`)
    proxy.headers.push(headers)
    const forward = (onAnswer: OnAnswer) => {
      const upstream = send(new URL(url, target.url), { method, headers }, onAnswer)
      upstream.on('error', () => response.destroy())
      response.on('close', () => upstream.destroy())
      request.pipe(upstream)
    }
    const fault = proxy.faults.shift()
    if (fault) fault(response, forward)
    else forward((answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** Answers with a page of a proxy. */
export const htmlAnswer =
  (status: number, headers: Record<string, string> = {}): ProxyFault =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Not from the service</h1>')

/** Answers with an error of the service. */
export const errorAnswer =
  (status: number, code: string, headers: Record<string, string> = {}): ProxyFault =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: 'A sentence.', code, requestId: '1' }))

/** Closes the connection without an answer. */
export const hangUp: ProxyFault = (response) => response.destroy()

/** Never answers. */
export const hang: ProxyFault = () => {}

/** Forwards the request, and closes the connection after the first bytes of the answer. */
export const cutAnswer: ProxyFault = (response, forward) =>
  forward((answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.once('data', (part: Buffer) => response.write(part.subarray(0, -1), () => response.destroy()))
  })
