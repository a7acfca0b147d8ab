import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPng } from '../../packages/sim-steam/src/png.ts'
import { expectError } from '../support/ask.ts'
import { request, talk, talkOnce, parseReplies } from '../support/raw.ts'
import { serviceForTest, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const PNG = createPng('x', 16)
const BOMB_BYTES = 64 * 1024 * 1024

const sim = await useSteam()

/** A service in front of an image host that runs a function for each connection after its first request. */
async function serviceBefore(answer: (socket: Socket, asked: string) => void): Promise<Service & { asked: string[] }> {
  const asked: string[] = []
  const host = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      asked.push(chunk.toString('latin1'))
      answer(socket, chunk.toString('latin1'))
    })
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void host.close())
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  return { ...(await serviceForTest({ STEAM_API_KEY: '', imageCdnUrl: url }, sim)), asked }
}

const head = (...lines: string[]) => Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')

/** A complete response with a length, the only one on its connection. */
const whole =
  (body: Buffer, ...lines: string[]) =>
  (socket: Socket) =>
    socket.end(Buffer.concat([head(...lines, `Content-Length: ${body.length}`, 'Connection: close'), body]))

const target = (path = '/a.png') => `/api/image?url=${encodeURIComponent(`https://avatars.steamstatic.com${path}`)}`
const say = (service: Service, headers: Record<string, string> = {}, path?: string) =>
  talkOnce(service.port, Buffer.from(request('GET', target(path), headers), 'latin1'), { withinMs: 12_000 })

describe('an image that is compressed although it was requested without compression', () => {
  const bomb = Buffer.concat([PNG, Buffer.alloc(BOMB_BYTES)])

  test.each([
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb, { params: { 1: 1 } })],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ['', PNG],
  ])('with %j is refused and not decompressed', async (encoding, body) => {
    const service = await serviceBefore(whole(body, 'Content-Type: image/png', `Content-Encoding: ${encoding}`))
    const before = process.memoryUsage.rss()
    const reply = await say(service)
    expect(await expectError(service, reply, 502, 'image_failed')).toContain('compressed')
    expect(process.memoryUsage.rss() - before).toBeLessThan(BOMB_BYTES / 2)
    expect(service.asked.join('')).toMatch(/accept-encoding: identity\r\n/i)
  })
})

describe('a content type', () => {
  test.each([
    ['none', []],
    ['SVG', ['Content-Type: image/svg+xml']],
    ['SVG with a PNG type as parameter', ['Content-Type: image/svg+xml; x=image/png']],
    ['an image, then a page', ['Content-Type: image/png', 'Content-Type: text/html']],
  ])('of %s is refused, even for a valid image', async (_, lines) => {
    const service = await serviceBefore(whole(PNG, ...lines))
    await expectError(service, await say(service), 502, 'image_failed')
  })

  const script = '*/=1;alert(document.domain)//<script>alert(1)</script><svg onload=alert(1)>'
  test.each([
    ['image/gif', Buffer.from(`GIF89a/*${script}`)],
    ['image/png', Buffer.concat([PNG, Buffer.from(script)])],
  ])('of %s for a file that is also a script is sent with headers that make it harmless', async (type, body) => {
    const service = await serviceBefore(whole(body, `Content-Type: ${type}`))
    expect(await say(service)).toMatchObject({
      status: 200,
      headers: {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
  })
})

describe('a validator from the image host', () => {
  const withValidator = (line: string) => serviceBefore(whole(PNG, 'Content-Type: image/png', line))

  test.each([
    ['a bare CR', 'ETag: "a\rSet-Cookie: evil=1"'],
    ['a bare LF', 'ETag: "a\nSet-Cookie: evil=1"'],
    ['a null byte', 'ETag: "a\u0000b"'],
    ['a control character', 'ETag: "a\u0001b"'],
    ['a line end', 'ETag: "a\r\nSet-Cookie: evil=1\r\nX-Y: "'],
    ['a folded line', 'ETag: "a\r\n Set-Cookie: evil=1"'],
  ])('with %s does not inject a header', async (_, line) => {
    const service = await withValidator(line)
    const reply = await say(service)
    expect([200, 502]).toContain(reply.status)
    expect(reply.names).not.toContain('set-cookie')
    expect(reply.headers['etag'] ?? '').not.toMatch(/[^ -~]/)
  })
})

describe('the body of an image', () => {
  test.each([
    ['in chunks', ['Transfer-Encoding: chunked'], (data: Buffer) => [`${data.length.toString(16)}\r\n`, data, '\r\n']],
    ['until the connection ends', ['Connection: close'], (data: Buffer) => [data]],
  ])('without an end, %s, is visibly cut off at 5 MiB', async (_, lines, frame) => {
    const service = await serviceBefore((socket) => {
      socket.write(head('Content-Type: image/png', ...lines))
      for (const part of frame(PNG)) socket.write(part)
      const pour = () => {
        let hasRoom = true
        while (hasRoom && !socket.destroyed)
          hasRoom =
            frame(Buffer.alloc(65_536))
              .map((part) => socket.write(part))
              .at(-1) ?? false
        if (!socket.destroyed) socket.once('drain', pour)
      }
      pour()
    })
    const received = await talk(service.port, [request('GET', target())], { withinMs: 12_000 })
    expect(received.length).toBeLessThan(5.1 * 1024 * 1024)
    expect(() => parseReplies(received)).toThrow('no end of a chunk size')
  })
})
