import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDownloader, decodeText } from '../../src/discord/files.ts'
import type { CommandError } from '../../src/discord/command-error.ts'

const LIMIT = 256 * 1024

/** A server that stands in for Discord's, and what was asked of it. */
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

/** What is read of a file; the reader sees of an attachment no more than this. */
async function read(
  url: string,
  { apiUrl = `${new URL(url).origin}/api`, size = 10, signal = new AbortController().signal } = {},
) {
  return createDownloader(apiUrl)({ name: 'ids.txt', size, url }, signal).then(decodeText)
}

async function refusalOf(work: Promise<string>): Promise<CommandError> {
  return work.then(
    (text) => expect.unreachable(`it was read: ${text.slice(0, 100)}`),
    (error: unknown) => error as CommandError,
  )
}

describe('a text is read', () => {
  const text = 'raider\r\n76561198000010431 — Jürgen 小明 🐻\n'

  test.each([
    ['in UTF-8', Buffer.from(text)],
    ['in UTF-8 with a mark before it', Buffer.from(`\uFEFF${text}`)],
    ['in UTF-16, as Windows writes it', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('%s', async (_, bytes) => {
    const { url } = await hostOf(bytes)
    expect(await read(`${url}/ids.txt?ex=1&`)).toBe(text)
  })

  test('that is empty', async () => {
    const { url } = await hostOf('')
    expect(await read(url)).toBe('')
  })

  test('of a mebibyte, and all of it', async () => {
    const { url } = await hostOf('7'.repeat(LIMIT))
    expect(await read(url, { size: LIMIT })).toHaveLength(LIMIT)
  })
})

describe('what is no text is refused as such', () => {
  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
    ['a text with a NUL in it', Buffer.from('76561198000010431\0')],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x62])],
    ['UTF-16 without its mark', Buffer.from('raider', 'utf16le')],
    ['half a character of UTF-16', Buffer.from('\uFEFFa', 'utf16le').subarray(0, 3)],
    ['half a pair of UTF-16', Buffer.from('\uFEFF\uD83D', 'utf16le')],
  ])('%s', async (_, bytes) => {
    const { url } = await hostOf(bytes)
    expect(await refusalOf(read(url))).toMatchObject({ code: 'file_not_text', subject: 'ids.txt' })
  })
})

describe('what is too large', () => {
  test('is not even asked for where Discord says so', async () => {
    const { url, asked } = await hostOf('raider')
    expect(await refusalOf(read(url, { size: LIMIT + 1 }))).toMatchObject({
      code: 'file_too_large',
      subject: 'ids.txt',
      detail: '256 KiB',
    })
    expect(asked).toEqual([])
  })

  test('is not read to its end where Discord says otherwise', async () => {
    let hasLeft = false
    const { url } = await host((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, '7')));
      }
      response.on('drain', write).on('close', () => (hasLeft = true))
      write()
    })
    expect(await refusalOf(read(url, { size: 10 }))).toMatchObject({ code: 'file_too_large', detail: '256 KiB' })
    await expect.poll(() => hasLeft).toBe(true)
  })

  test('by a byte, is too large', async () => {
    const { url } = await hostOf('7'.repeat(LIMIT + 1))
    expect(await refusalOf(read(url))).toMatchObject({ code: 'file_too_large' })
  })
})

describe('what cannot be had is told as that', () => {
  test.each<[string, RequestListener]>([
    ['a file that is gone', (_, response) => void response.writeHead(404).end('gone')],
    ['a link that has run out', (_, response) => void response.writeHead(403).end('expired')],
    ['a server in trouble', (_, response) => void response.writeHead(503).end()],
    ['a connection that is torn', (request) => void request.socket.resetAndDestroy()],
    [
      'a file that breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('raider')
        setImmediate(() => request.socket.destroy())
      },
    ],
  ])('%s', async (_, answer) => {
    const { url } = await host(answer)
    expect(await refusalOf(read(url))).toMatchObject({ code: 'file_unavailable', subject: 'ids.txt' })
  })

  test('a file that leads elsewhere, which is not asked', async () => {
    const elsewhere = await hostOf('raider')
    const { url } = await host((_, response) => void response.writeHead(302, { location: elsewhere.url }).end())
    expect(await refusalOf(read(url))).toMatchObject({ code: 'file_unavailable' })
    expect(elsewhere.asked).toEqual([])
  })

  test('a file that does not come in time', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    const { url } = await host(() => patience.abort(new DOMException('too late', 'TimeoutError')))
    expect(await refusalOf(read(url))).toMatchObject({ code: 'file_unavailable' })
    expect(timeout.mock.calls).toEqual([[expect.any(Number)]])
    expect(timeout.mock.calls[0]?.[0]).toBeLessThanOrEqual(10_000)
  })
})

test('whoever leaves while a file is read is not told anything of it', async () => {
  const controller = new AbortController()
  const { url } = await host(() => controller.abort(new Error('left')))
  await expect(read(url, { signal: controller.signal })).rejects.toThrow('left')
})

describe('nothing is asked of', () => {
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
    expect(await refusalOf(read(url, { apiUrl: 'https://discord.com/api' }))).toMatchObject({
      code: 'file_unavailable',
    })
    expect(fetched).not.toHaveBeenCalled()
  })

  test('a server on this machine, unless it is the one that stands in for Discord', async () => {
    const { url, asked } = await hostOf('raider')
    const standIn = await hostOf('raider')
    for (const apiUrl of ['https://discord.com/api', `${standIn.url}/api`]) {
      expect(await refusalOf(read(url, { apiUrl }))).toMatchObject({ code: 'file_unavailable' })
    }
    expect(asked).toEqual([])
  })
})

test.each(['https://cdn.discordapp.com/ephemeral-attachments/1/2/ids.txt?ex=1&', 'https://media.discordapp.net/a'])(
  '%s is one of Discord’s own',
  async (url) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('raider'))
    expect(await read(url, { apiUrl: 'https://discord.com/api' })).toBe('raider')
    expect(fetched).toHaveBeenCalledWith(url, expect.objectContaining({ redirect: 'error' }))
  },
)
