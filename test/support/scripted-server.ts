import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a server does with a request. */
export type ScriptedAnswer = (response: ServerResponse) => void

/** A request that a server has received. */
export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** Complete before the answer is sent. */
  body: string
}

/** Starts a server that gives these answers, one for each request, and drops further connections; closed after the test. */
export async function scriptedServerForTest(answers: ScriptedAnswer[]) {
  const received: ReceivedRequest[] = []
  /** The numbers of the requests whose connections or answers have ended, in order. */
  const closed: number[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      const number = received.push({ method, url, headers, body }) - 1
      response.on('close', () => closed.push(number))
      const answer = answers[number]
      if (answer) answer(response)
      else response.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, closed }
}

/** Answers with JSON. */
export const jsonAnswer =
  (value: unknown, headers: Record<string, string> = {}, status = 200): ScriptedAnswer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** Answers with an error of the service. */
export const failedAnswer = (status: number, code: string, headers: Record<string, string> = {}): ScriptedAnswer =>
  jsonAnswer({ error: 'A sentence.', code, requestId: '1' }, headers, status)

/** Closes the connection without an answer. */
export const noAnswer: ScriptedAnswer = (response) => void response.destroy()
