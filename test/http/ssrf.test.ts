import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, expectError } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const HOST = 'avatars.steamstatic.com'
/** Placeholder for the port of a server on this machine. */
const PORT = '{port}'

// No simulated image host: an accepted URL would lead to a real connection.
const service = await useService({ STEAM_API_KEY: '', imageCdnUrl: undefined })
let connections = 0
const listener = createServer((socket) => {
  connections++
  socket.destroy()
}).listen({ host: '::', port: 0 })
await once(listener, 'listening')
afterAll(() => void listener.close())

const filled = (url: string) => url.replaceAll(PORT, String((listener.address() as AddressInfo).port))

/** Sends the value unchanged in the target, with each character as one byte. */
const askFor = (query: string) =>
  talkOnce(service.port, Buffer.from(request('GET', `/api/image?${query}`), 'latin1'), { withinMs: 10_000 })

const MALFORMED = [400, 'image_url_malformed'] as const
const REFUSED = [403, 'image_host_refused'] as const

test.each([
  ['an address of this machine', `https://127.0.0.1:${PORT}/a.png`, REFUSED],
  ['an address of this machine as a number', `https://2130706433:${PORT}/a.png`, REFUSED],
  ['an address of this machine in IPv6', `https://[::ffff:127.0.0.1]:${PORT}/a.png`, REFUSED],
  ['a name of this machine', `https://localhost:${PORT}/a.png`, REFUSED],
  ['an approved host before an @', `https://${HOST}@127.0.0.1:${PORT}/`, REFUSED],
  ['an approved host after a number sign', `https://127.0.0.1:${PORT}#@${HOST}/`, REFUSED],
  ['an approved host before a null byte', `https://${HOST}\u0000.evil.example/`, MALFORMED],
  ['an approved host before a backslash', `https://${HOST}\\@127.0.0.1:${PORT}/`, MALFORMED],
  ['another protocol', `http://127.0.0.1:${PORT}/`, MALFORMED],
] as const)('%s is refused: %j', async (_, url, [status, code]) => {
  const reply = await askFor(`url=${encodeURIComponent(filled(url))}`)
  await expectError(service, reply, status, code)
  expect(reply.headers).not.toHaveProperty('location')
})

describe('the URL parameter', () => {
  test('is decoded only once, so that double escaping does not bypass the check', async () => {
    const twice = encodeURIComponent(encodeURIComponent(filled(`https://127.0.0.1:${PORT}/`)))
    await expectError(service, await askFor(`url=${twice}`), ...MALFORMED)
    await expectError(service, await askFor('url=https%253A%252F%252Favatars.steamstatic.com%252Fa.png'), ...MALFORMED)
  })

  test.each([
    'url=https://avatars.steamstatic.com/a.png&url=https://127.0.0.1/',
    'url=https://127.0.0.1/&url=https://avatars.steamstatic.com/a.png',
    'url=https://127.0.0.1/&%75rl=https://avatars.steamstatic.com/a.png',
    'url=&url=https://127.0.0.1/',
  ])('is refused when it is repeated, even if one is valid: %s', async (query) => {
    await expectError(service, await askFor(query), 400, 'repeated_parameter')
  })

  test.each(['URL', 'url[]', 'url[0]', 'url.x', '__proto__', '__proto__[url]'])('is not read from %s', async (name) => {
    await expectError(service, await askFor(`${name}=https://avatars.steamstatic.com/a.png`), 400, 'missing_parameter')
  })

  test('is refused when it is not UTF-8', async () => {
    for (const host of ['%ff', '%c0%ae', '%ed%a0%80', 'avatars.steamstatic.com%ff']) {
      const { status } = await askFor(`url=https://${host}/a.png`)
      expect([400, 403]).toContain(status)
    }
  })

  test('is refused over 2,048 characters, before it is parsed', async () => {
    const long = `https://127.0.0.1/${'a'.repeat(2_100)}`
    await expectError(service, await askFor(`url=${long}`), 400, 'invalid_parameter')
  })
})

test('none of these requests reached the server on this machine, although it was reachable', async () => {
  expect(connections).toBe(0)
  await fetch(filled(`http://127.0.0.1:${PORT}`)).catch(() => {})
  expect(connections).toBe(1)
  expect(await ask(service, '/healthz')).toMatchObject({ status: 200 })
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
})
