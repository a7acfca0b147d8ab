import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPng } from '../../packages/sim-steam/src/png.ts'
import { ask, expectError } from '../support/ask.ts'
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
    ['x-gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb, { params: { 1: 1 } })],
    ['deflate', deflateSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ['zstd', PNG],
    ['compress', PNG],
    ['anything', PNG],
    ['', PNG],
  ])('with %j is refused and not decompressed', async (encoding, body) => {
    const service = await serviceBefore(whole(body, 'Content-Type: image/png', `Content-Encoding: ${encoding}`))
    const before = process.memoryUsage.rss()
    const reply = await say(service)
    expect(await expectError(service, reply, 502, 'image_failed')).toContain('compressed')
    expect(process.memoryUsage.rss() - before).toBeLessThan(BOMB_BYTES / 2)
    expect(service.asked.join('')).toMatch(/accept-encoding: identity\r\n/i)
  })

  test('with a transfer coding is refused or passed on unchanged', async () => {
    const packed = gzipSync(bomb)
    const service = await serviceBefore((socket) => {
      const chunks = Buffer.concat([
        Buffer.from(`${packed.length.toString(16)}\r\n`),
        packed,
        Buffer.from('\r\n0\r\n\r\n'),
      ])
      socket.end(Buffer.concat([head('Content-Type: image/png', 'Transfer-Encoding: gzip, chunked'), chunks]))
    })
    await expectError(service, await say(service), 502, 'image_failed')
  })
})

describe('a content type', () => {
  test.each([
    ['none', []],
    ['an empty one', ['Content-Type: ']],
    ['SVG', ['Content-Type: image/svg+xml']],
    ['SVG with a PNG type as parameter', ['Content-Type: image/svg+xml; x=image/png']],
    ['a page', ['Content-Type: text/html']],
    ['an image, then a page', ['Content-Type: image/png', 'Content-Type: text/html']],
    ['a page, then an image', ['Content-Type: text/html', 'Content-Type: image/png']],
    ['a list', ['Content-Type: image/png, text/html']],
    ['any image', ['Content-Type: image/*']],
    ['an icon', ['Content-Type: image/x-icon']],
    ['the name of an object property', ['Content-Type: constructor']],
    ['__proto__', ['Content-Type: __proto__']],
    ['XML', ['Content-Type: application/xml']],
  ])('of %s is refused, even for a valid image', async (_, lines) => {
    const service = await serviceBefore(whole(PNG, ...lines))
    await expectError(service, await say(service), 502, 'image_failed')
  })

  test.each(['image/png; charset=utf-8', 'IMAGE/PNG', 'image/png;foo="<script>"', ' image/png ;'])(
    'of %j is passed on as image/png without parameters',
    async (type) => {
      const service = await serviceBefore(whole(PNG, `Content-Type: ${type}`))
      const reply = await say(service)
      expect([reply.status, reply.headers['content-type'], reply.bytes.equals(PNG)]).toEqual([200, 'image/png', true])
    },
  )

  const script = '*/=1;alert(document.domain)//<script>alert(1)</script><svg onload=alert(1)>'
  test.each([
    ['image/gif', Buffer.from(`GIF89a/*${script}`)],
    ['image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`/*${script}`)])],
    ['image/png', Buffer.concat([PNG, Buffer.from(script)])],
    ['image/webp', Buffer.from(`RIFF/**/WEBP${script}`)],
    ['image/avif', Buffer.from(`\0\0\0\x1cftypavif${script}`)],
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

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG after a byte order mark', '\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7 the rest of it'],
    ['a ZIP file', 'PK\u0003\u0004 the rest of it'],
    ['nothing', ''],
    ['only the first bytes of a PNG', '\x89PNG'],
  ])('of any image is refused for %s', async (_, body) => {
    for (const type of ['png', 'jpeg', 'gif', 'webp', 'avif']) {
      const service = await serviceBefore(whole(Buffer.from(body, 'latin1'), `Content-Type: image/${type}`))
      await expectError(service, await say(service), 502, 'image_failed')
    }
  })
})

describe('a validator from the image host', () => {
  const withValidator = (line: string) => serviceBefore(whole(PNG, 'Content-Type: image/png', line))

  test.each([
    ['of 8 kB', `ETag: "${'x'.repeat(8_000)}"`],
    ['of nothing', 'ETag:'],
    ['with bytes above ASCII', 'ETag: "\u00e9\u0085"'],
    ['with a tab', 'ETag: "a\tb"'],
    ['of 8 kB, a date', `Last-Modified: ${'x'.repeat(8_000)}`],
    ['with bytes above ASCII, a date', 'Last-Modified: \u00ff'],
  ])('%s is left out, but the image is sent', async (_, line) => {
    const service = await withValidator(line)
    const reply = await say(service)
    expect([reply.status, reply.bytes.equals(PNG)]).toEqual([200, true])
    expect(reply.names).not.toContain('etag')
    expect(reply.names).not.toContain('last-modified')
  })

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

  test('escaped line breaks in the path stay escaped upstream', async () => {
    const service = await serviceBefore(whole(PNG, 'Content-Type: image/png'))
    for (const path of [
      '/a%0d%0aX-Evil:%201',
      '/a\r\nX-Evil: 1',
      '/a%2525',
      '/?a=%0d%0aX-Evil:1',
      '//evil.example/a',
      '/a b',
    ])
      expect(await say(service, {}, path)).toMatchObject({ status: 200 })
    expect(service.asked).toHaveLength(6)
    for (const text of service.asked) {
      expect(text).toMatch(/^GET \/avatars\.steamstatic\.com\/[!-~]* HTTP\/1\.1\r\n/)
      expect(text).not.toMatch(/^x-evil/im)
      expect(text).toMatch(/^host: 127\.0\.0\.1:\d+\r$/m)
    }
  })

  test('a validator from the client is passed on unchanged or refused, and never becomes another header', async () => {
    const service = await serviceBefore(whole(PNG, 'Content-Type: image/png'))
    for (const tag of ['"a"', 'W/"a", "b"', '*', '"\u00ff"', 'x'.repeat(8_000)]) {
      const { status } = await say(service, { 'if-none-match': tag, 'if-modified-since': tag })
      expect([200, 400, 502]).toContain(status)
    }
    for (const text of service.asked)
      expect(
        text
          .match(/^[a-z-]+(?=:)/gim)
          ?.map((name) => name.toLowerCase())
          .toSorted(),
      ).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'if-modified-since', 'if-none-match'])
    expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('the body of an image', () => {
  test('that is longer than its length ends at its length, and the rest reaches no other response', async () => {
    const other = createPng('other', 32)
    let answers = 0
    const service = await serviceBefore((socket) => {
      answers++
      const extra = Buffer.concat([head('Content-Type: image/png', `Content-Length: ${other.length}`), other])
      const body = answers === 1 ? Buffer.concat([PNG, extra]) : PNG
      socket.write(Buffer.concat([head('Content-Type: image/png', `Content-Length: ${PNG.length}`), body]))
    })
    for (let time = 0; time < 3; time++) {
      const reply = await say(service)
      expect([reply.status, reply.bytes.equals(PNG)]).toEqual([200, true])
    }
    expect(answers).toBe(3)
  })

  test.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['a negative length', ['Content-Length: -1']],
    ['a length that is not a decimal number', ['Content-Length: 0x10']],
    ['a length beyond 64 bits', ['Content-Length: 99999999999999999999']],
  ])('with %s is refused', async (_, lines) => {
    const service = await serviceBefore((socket) =>
      socket.end(Buffer.concat([head('Content-Type: image/png', ...lines), PNG])),
    )
    await expectError(service, await say(service), 502, 'image_failed')
  })

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

test.each([
  ['rubbish', 'rubbish\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
  ['an old version', 'HTTP/0.9 200 OK\r\nContent-Type: image/png\r\n\r\n'],
  ['endless headers', `HTTP/1.1 200 OK\r\n${`X: ${'x'.repeat(1_000)}\r\n`.repeat(100)}`],
  [
    'an unrequested switch of protocols',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  ],
  [
    'fifty early hints before an empty response',
    `${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(50)}HTTP/1.1 204 No Content\r\n\r\n`,
  ],
  [
    'an unrequested partial response',
    `HTTP/1.1 206 Partial\r\nContent-Type: image/png\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\nxx`,
  ],
])('an image host that answers with %s is a 502, and the service keeps running', async (_, text) => {
  const service = await serviceBefore((socket) => socket.end(text))
  await expectError(service, await say(service), 502, 'image_failed')
  expect(await ask(service, '/healthz')).toMatchObject({ status: 200 })
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
})
