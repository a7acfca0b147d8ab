import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, expectError } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { startService, type Service } from '../support/service.ts'

const HOST = 'avatars.steamstatic.com'
/** Placeholder for the port of a server on this machine. */
const PORT = '{port}'

let service: Service
let listener: Server
let connections = 0

beforeAll(async () => {
  // No simulated image host: an accepted URL would lead to a real connection.
  service = await startService({ STEAM_API_KEY: '', imageCdnUrl: undefined })
  listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen({ host: '::', port: 0 }, resolve))
})
afterAll(async () => {
  await service.close()
  await new Promise((resolve) => listener.close(resolve))
})

const filled = (url: string) => url.replaceAll(PORT, String((listener.address() as AddressInfo).port))

/** Sends the value unchanged in the target, with each character as one byte. */
const askFor = (query: string) =>
  talkOnce(service.port, Buffer.from(request('GET', `/api/image?${query}`), 'latin1'), { withinMs: 10_000 })

const MALFORMED = [400, 'image_url_malformed'] as const
const REFUSED = [403, 'image_host_refused'] as const

async function expectRefused(url: string, [status, code]: readonly [status: number, code: string]): Promise<void> {
  const reply = await askFor(`url=${encodeURIComponent(filled(url))}`)
  await expectError(service, reply, status, code)
  expect(reply.headers).not.toHaveProperty('location')
}

describe('an address of this machine is refused in any notation', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0',
    '0.0.0.0',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.01',
    '00000177.0.0.1',
    '0x7f000001',
    '0x7f.0x0.0x0.0x1',
    '0x7F.1',
    '127.0.0.1.',
    '127。0。0。1',
    '①②⑦.0.0.①',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost.localdomain',
    'ip6-localhost',
    '127.0.0.1.nip.io',
    '169.254.169.254',
    '2852039166',
    '[fd00:ec2::254]',
    '[::ffff:a9fe:a9fe]',
    'metadata.google.internal',
    '10.0.0.1',
    '100.64.0.1',
    '192.168.0.1',
    '127.0.1.0x',
  ])('%s', async (host) => {
    await expectRefused(`https://${host}:${PORT}/a.png`, REFUSED)
    await expectRefused(`https://${host}/a.png`, REFUSED)
  })

  test.each(['[fe80::1%25eth0]', '[::1%25lo]', '[::1', '::1', '256.0.0.1', '127.0.0.0.1', '0x7f.0.0.0.1'])(
    '%s, which is none at all',
    async (host) => {
      await expectRefused(`https://${host}:${PORT}/a.png`, MALFORMED)
    },
  )
})

describe('an approved host in another place than the host is refused', () => {
  test.each([
    ['before an @', `https://${HOST}@127.0.0.1:${PORT}/`],
    ['before an @, as user and password', `https://${HOST}:443@127.0.0.1:${PORT}/`],
    ['before an @, with an escaped slash', `https://${HOST}%2f@127.0.0.1:${PORT}/`],
    ['before an @, with an escaped number sign', `https://${HOST}%23@127.0.0.1:${PORT}/`],
    ['before two @', `https://a@${HOST}@127.0.0.1:${PORT}/`],
    ['after a number sign', `https://127.0.0.1:${PORT}#@${HOST}/`],
    ['after a question mark', `https://127.0.0.1:${PORT}?@${HOST}/`],
    ['after a backslash', `https://127.0.0.1:${PORT}\\@${HOST}/`],
    ['after a slash', `https://127.0.0.1:${PORT}/@${HOST}/`],
    ['as a part of another', `https://${HOST}.evil.example/`],
    ['as the end of another', `https://evil${HOST}/`],
    ['below itself', `https://x.${HOST}/`],
    ['with a final dot', `https://${HOST}./`],
    ['with a final dot and a port', `https://${HOST}.:443/`],
    ['in look-alikes', 'https://аvatars.steamstatic.com/'],
    ['with a long s', 'https://avatars.ſteamstatic.com.evil.example/'],
    ['in another tree', 'https://avatars.steamstatic.org/'],
    ['with a null byte', null],
  ])('%s', async (_, url) => {
    if (url === null) await expectRefused(`https://${HOST}\u0000.evil.example/`, MALFORMED)
    else await expectRefused(url, REFUSED)
  })
})

describe('an approved host in an ambiguous notation is refused', () => {
  test.each([
    `https://user@${HOST}/a.png`,
    `https://127.0.0.1:${PORT}@${HOST}/a.png`,
    `https://@${HOST}/a.png`,
    `https://:@${HOST}/a.png`,
    `https://${HOST}:8443/a.png`,
    `https://${HOST}:0443/a.png`,
    `https://${HOST}:/a.png`,
    `https://${HOST}:${PORT}/a.png`,
    `https://ａvatars.steamstatic.com/a.png`,
    `https://avatars．steamstatic．com/a.png`,
    `https://avatars｡steamstatic.com/a.png`,
    `https://avatars.\u00adsteamstatic.com/a.png`,
    `https://avatars.\u200bsteamstatic.com/a.png`,
    `https://avatars.ﬆeamstatic.com/a.png`,
    `https://avatars.ⓢteamstatic.com/a.png`,
    `https://ava\ttars.steamstatic.com/a.png`,
    `https://avatars\n.steamstatic.com/a.png`,
    `ht\ntps://${HOST}/a.png`,
    `https:/\t/${HOST}/a.png`,
    `\u0000https://${HOST}/a.png`,
    ` https://${HOST}/a.png`,
    `https:///${HOST}/a.png`,
    `https:/${HOST}/a.png`,
    `https:\\\\${HOST}\\a.png`,
    `https://${HOST}\\@127.0.0.1:${PORT}/`,
    `https://${HOST}%09/a.png`,
    `https://%61vatars.steamstatic.com/a.png`,
  ])('%j', async (url) => {
    const reply = await askFor(`url=${encodeURIComponent(filled(url))}`)
    expect([400, 403]).toContain(reply.status)
    expect(reply.body).toMatchObject({ code: expect.stringMatching(/^image_(url_malformed|host_refused)$/) })
  })
})

test.each([
  `http://${HOST}/a.png`,
  `HTTP://127.0.0.1:${PORT}/`,
  `ftp://127.0.0.1:${PORT}/`,
  `gopher://127.0.0.1:${PORT}/_GET%20/`,
  `dict://127.0.0.1:${PORT}/info`,
  `ldap://127.0.0.1:${PORT}/`,
  `ws://127.0.0.1:${PORT}/`,
  `wss://${HOST}/`,
  'file:///etc/passwd',
  `file://${HOST}/etc/passwd`,
  'data:image/png;base64,iVBORw0KGgo=',
  `blob:https://${HOST}/x`,
  `view-source:https://${HOST}/`,
  `jar:https://${HOST}!/a`,
  'javascript:alert(1)',
  `//127.0.0.1:${PORT}/a.png`,
  `\\\\127.0.0.1\\a.png`,
  `/127.0.0.1:${PORT}/a.png`,
  `127.0.0.1:${PORT}`,
  'about:blank',
  'a',
])('%s is refused, because it is not an https URL', async (url) => {
  await expectRefused(url, MALFORMED)
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
