import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDownloader, readText } from '../../src/discord/files.ts'
import type { CommandError } from '../../src/discord/command-error.ts'

const LIMIT = 256 * 1024

/** A server in place of Discord's, and the requests it got. */
async function host(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const hostOf = (bytes: string | Uint8Array) => host((_, response) => void response.end(bytes))

/** Downloads and decodes a file. */
async function read(
  url: string,
  { apiUrl = `${new URL(url).origin}/api`, size = 10, signal = new AbortController().signal } = {},
) {
  return createDownloader(apiUrl)({ name: 'ids.txt', size, url }, signal).then(readText)
}

async function errorOf(work: Promise<string>): Promise<CommandError> {
  return work.then(
    (text) => expect.unreachable(`it was read: ${text.slice(0, 100)}`),
    (error: unknown) => error as CommandError,
  )
}

describe('a text file is decoded', () => {
  const text = 'raider\r\n76561198000010431 — Jürgen 小明 🐻\n'

  test.each([
    ['in UTF-8', Buffer.from(text)],
    ['in UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${text}`)],
    ['in UTF-16', Buffer.from(text, 'utf16le')],
    ['in UTF-16 with a byte-order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('%s', async (_, bytes) => {
    const { url } = await hostOf(bytes)
    expect(await read(`${url}/ids.txt?ex=1&`)).toBe(text)
  })

  test('when it is empty', async () => {
    const { url } = await hostOf('')
    expect(await read(url)).toBe('')
  })

  test('completely, at the size limit', async () => {
    const { url } = await hostOf('7'.repeat(LIMIT))
    expect(await read(url, { size: LIMIT })).toHaveLength(LIMIT)
  })
})

describe('a file that is not text is rejected', () => {
  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
    ['a text with a NUL in it', Buffer.from('76561198000010431\0')],
    ['half a UTF-16 code unit', Buffer.from('\uFEFFa', 'utf16le').subarray(0, 3)],
    ['half a UTF-16 surrogate pair', Buffer.from('\uFEFF\uD83D', 'utf16le')],
  ])('%s', async (_, bytes) => {
    const { url } = await hostOf(bytes)
    expect(await errorOf(read(url))).toMatchObject({ code: 'file_not_text', subject: 'ids.txt' })
  })
})

describe('a file that is too large', () => {
  test('is not downloaded when Discord declares its size', async () => {
    const { url, asked } = await hostOf('raider')
    expect(await errorOf(read(url, { size: LIMIT + 1 }))).toMatchObject({
      code: 'file_too_large',
      subject: 'ids.txt',
      detail: '256 KiB',
    })
    expect(asked).toEqual([])
  })

  test('is not read to its end when Discord declares a smaller size', async () => {
    let hasLeft = false
    const { url } = await host((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, '7')));
      }
      response.on('drain', write).on('close', () => (hasLeft = true))
      write()
    })
    expect(await errorOf(read(url, { size: 10 }))).toMatchObject({ code: 'file_too_large', detail: '256 KiB' })
    await expect.poll(() => hasLeft).toBe(true)
  })

  test('is rejected from the first byte over the limit', async () => {
    const { url } = await hostOf('7'.repeat(LIMIT + 1))
    expect(await errorOf(read(url))).toMatchObject({ code: 'file_too_large' })
  })
})

describe('a file is unavailable', () => {
  test.each<[string, RequestListener]>([
    ['when the server answers 404', (_, response) => void response.writeHead(404).end('gone')],
    ['when the server answers 403', (_, response) => void response.writeHead(403).end('expired')],
    ['when the server answers 503', (_, response) => void response.writeHead(503).end()],
    ['when the connection is reset', (request) => void request.socket.resetAndDestroy()],
    [
      'when the file breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('raider')
        setImmediate(() => request.socket.destroy())
      },
    ],
  ])('%s', async (_, answer) => {
    const { url } = await host(answer)
    expect(await errorOf(read(url))).toMatchObject({ code: 'file_unavailable', subject: 'ids.txt' })
  })

  test('when it redirects, and the redirect is not followed', async () => {
    const elsewhere = await hostOf('raider')
    const { url } = await host((_, response) => void response.writeHead(302, { location: elsewhere.url }).end())
    expect(await errorOf(read(url))).toMatchObject({ code: 'file_unavailable' })
    expect(elsewhere.asked).toEqual([])
  })

  test('when the download times out', async () => {
    const timer = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
    const { url } = await host(() => timer.abort(new DOMException('too late', 'TimeoutError')))
    expect(await errorOf(read(url))).toMatchObject({ code: 'file_unavailable' })
    expect(timeout.mock.calls).toEqual([[expect.any(Number)]])
    expect(timeout.mock.calls[0]?.[0]).toBeLessThanOrEqual(10_000)
  })
})

test('an aborted download rejects with the abort reason', async () => {
  const controller = new AbortController()
  const { url } = await host(() => controller.abort(new Error('left')))
  await expect(read(url, { signal: controller.signal })).rejects.toThrow('left')
})

describe('no request is sent to', () => {
  test.each([
    'https://evil.example/ids.txt',
    'https://cdn.discordapp.com.evil.example/ids.txt',
    'https://cdn.discordapp.com@evil.example/ids.txt',
    'https://evil.example/cdn.discordapp.com',
    'http://cdn.discordapp.com/ids.txt',
    'ftp://cdn.discordapp.com/ids.txt',
    'file:///etc/hostname',
    'data:text/plain,raider',
    'not a url',
    '',
  ])('%j', async (url) => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await errorOf(read(url, { apiUrl: 'https://discord.com/api' }))).toMatchObject({
      code: 'file_unavailable',
    })
    expect(fetched).not.toHaveBeenCalled()
  })

  test('a loopback server other than the simulated Discord', async () => {
    const { url, asked } = await hostOf('raider')
    const standIn = await hostOf('raider')
    for (const apiUrl of ['https://discord.com/api', `${standIn.url}/api`]) {
      expect(await errorOf(read(url, { apiUrl }))).toMatchObject({ code: 'file_unavailable' })
    }
    expect(asked).toEqual([])
  })
})

test.each(['https://cdn.discordapp.com/ephemeral-attachments/1/2/ids.txt?ex=1&', 'https://media.discordapp.net/a'])(
  '%s is a host of Discord',
  async (url) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('raider'))
    expect(await read(url, { apiUrl: 'https://discord.com/api' })).toBe('raider')
    expect(fetched).toHaveBeenCalledWith(url, expect.objectContaining({ redirect: 'error' }))
  },
)
