import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { bodyOf, type Reply } from './ask.ts'

/** One response as received. */
export interface RawReply extends Reply {
  headers: Record<string, string | undefined>
  /** All header names, including repetitions. */
  names: string[]
  bytes: Buffer
}

/** A request for HTTP/1.1, with a Host unless one is given. */
export function request(method: string, target: string, headers: Record<string, string> = {}, body = ''): string {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (!given.has('host')) lines.unshift('Host: localhost')
  if (body !== '' && !given.has('content-length') && !given.has('transfer-encoding'))
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** A connection whose errors are ignored, from this address; closed after the test. */
export function openSocket(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Everything that a server sends until it or `done` ends the connection; rejects after `withinMs`. */
export function talk(
  port: number,
  sent: readonly (string | Buffer)[],
  { done = () => false, withinMs = 4_000, open = () => connect(port, '127.0.0.1') }: TalkOptions = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = open()
    const chunks: Buffer[] = []
    const received = () => Buffer.concat(chunks)
    const timer = setTimeout(() => {
      reject(
        new Error(
          `still open after ${withinMs} ms, with ${JSON.stringify(received().toString('latin1').slice(0, 500))}`,
        ),
      )
      socket.destroy()
    }, withinMs)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (done(received())) socket.destroy()
    })
    // The received bytes count, however the connection ends.
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(received())
    })
    for (const part of sent) socket.write(part)
  })
}

export interface TalkOptions {
  /** Whether the text received so far is enough. */
  done?: (received: Buffer) => boolean
  withinMs?: number
  open?: () => Socket
}

/** Whether this number of complete responses has arrived. */
export const hasReplies =
  (count: number, methods: readonly string[] = []) =>
  (received: Buffer): boolean => {
    try {
      return parseReplies(received, methods).length >= count
    } catch (error) {
      if (error instanceof Unfinished) return false
      throw error
    }
  }

/** Sends one request and reads its only response. */
export async function talkOnce(port: number, text: string | Buffer, options: TalkOptions = {}): Promise<RawReply> {
  const method = text.toString('latin1').split(' ', 1)
  const received = await talk(port, [text], { done: hasReplies(1, method), ...options })
  const [reply] = parseReplies(received, method)
  if (!reply) throw new Error(`no answer to ${JSON.stringify(text.toString('latin1').slice(0, 200))}`)
  return reply
}

/** Sends a text and reads the only response, with which the server closes the connection. */
export async function onlyReply(port: number, text: string | Buffer, options: TalkOptions = {}): Promise<RawReply> {
  return onlyOf(await talk(port, text === '' ? [] : [text], options))
}

/** The response that these bytes are; throws for more than one. */
export function onlyOf(received: Buffer): RawReply {
  const [reply, ...others] = parseReplies(received)
  if (!reply || others.length > 0) throw new Error(`not one response: ${JSON.stringify(received.toString('latin1'))}`)
  return reply
}

/** Thrown by `parseReplies` for an incomplete but so far well-formed response. */
export class Unfinished extends Error {}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) ([\t\u0020-\u007e]*)$/
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ?([\t\u0020-\u007e\u0080-\u00ff]*)$/

/** Parses responses strictly by RFC 9112; throws for anything malformed. `methods` are those of the requests, for HEAD. */
export function parseReplies(bytes: Buffer, methods: readonly string[] = []): RawReply[] {
  const replies: RawReply[] = []
  let at = 0
  while (at < bytes.length) {
    const headEnd = bytes.indexOf('\r\n\r\n', at, 'latin1')
    if (headEnd === -1) throw new Unfinished('no end of the headers')
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
    const [, code] = STATUS_LINE.exec(statusLine) ?? malformed(`status line ${JSON.stringify(statusLine)}`)
    const status = Number(code)
    const headers: RawReply['headers'] = {}
    const names: string[] = []
    for (const line of lines) {
      const [, name = '', value] = HEADER_LINE.exec(line) ?? malformed(`header ${JSON.stringify(line)}`)
      headers[name.toLowerCase()] = value
      names.push(name.toLowerCase())
    }
    at = headEnd + 4
    // 100 Continue is not the final response.
    if (status === 100) continue
    const hasNoBody = methods[replies.length] === 'HEAD' || status === 204 || status === 304
    const [body, end] = hasNoBody ? [Buffer.alloc(0), at] : readBody(bytes, at, headers)
    at = end
    replies.push({
      status,
      headers,
      names,
      bytes: body,
      // The test decompresses a body itself.
      body: headers['content-encoding'] === undefined ? bodyOf(headers['content-type'], body.toString()) : '',
    })
  }
  return replies
}

function readBody(bytes: Buffer, at: number, headers: RawReply['headers']): [body: Buffer, end: number] {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding === 'chunked') return readChunks(bytes, at)
  if (length === undefined || !/^\d+$/.test(length)) return malformed('an answer without a length')
  const end = at + Number(length)
  if (end > bytes.length) throw new Unfinished('the body is shorter than its length')
  return [bytes.subarray(at, end), end]
}

function readChunks(bytes: Buffer, start: number): [body: Buffer, end: number] {
  const chunks: Buffer[] = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
    if (lineEnd === -1) throw new Unfinished('no end of a chunk size')
    const line = bytes.toString('latin1', at, lineEnd)
    if (!/^[0-9a-f]+$/i.test(line)) return malformed(`chunk size ${JSON.stringify(line)}`)
    const from = lineEnd + 2
    const to = from + Number.parseInt(line, 16)
    if (to + 2 > bytes.length) throw new Unfinished('a chunk is shorter than its size')
    if (bytes.toString('latin1', to, to + 2) !== '\r\n') return malformed('a chunk without an end')
    if (to === from) return [Buffer.concat(chunks), to + 2]
    chunks.push(bytes.subarray(from, to))
    at = to + 2
  }
}

function malformed(what: string): never {
  throw new Error(`malformed: ${what}`)
}
