import { expect, test } from 'vitest'
import { PNG_SIGNATURE } from '../src/png.ts'
import { useWorld } from './simulated-steam.ts'
import { paths } from './support.ts'

const { steam, world, cast } = await useWorld(5)
const avatar = paths.avatar(world.account(cast.raider)?.profile?.avatarHash ?? '')
const item = 'economy/image/6TMcQ7eX6E0EZl2b-_1'

async function fetchImage(path: string, headers: Record<string, string> = {}): Promise<Response & { bytes: Buffer }> {
  const response = await fetch(`${steam.url}/${path}`, { headers, redirect: 'manual' })
  return Object.assign(response, { bytes: Buffer.from(await response.arrayBuffer()) })
}

test.each([
  [avatar, 32],
  [avatar.replace('.jpg', '_medium.jpg'), 64],
  [avatar.replace('.jpg', '_full.jpg'), 184],
  [`cdn/community.fastly.steamstatic.com/${item}`, 96],
  [`cdn/community.akamai.steamstatic.com/${item}/256fx256f`, 256],
  [`cdn/community.cloudflare.steamstatic.com/${item}/62fx62f`, 62],
])('%s is a PNG of %i pixels with validators', async (path, size) => {
  const { status, headers, bytes } = await fetchImage(path)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
    'last-modified': 'Tue, 06 May 2025 10:00:00 GMT',
  })
  expect(bytes.subarray(0, 8)).toEqual(PNG_SIGNATURE)
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size])
})

test('an unchanged image is answered 304 without a body', async () => {
  const etag = (await fetchImage(avatar)).headers.get('etag') ?? ''
  const date = 'Tue, 06 May 2025 10:00:00 GMT'
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await fetchImage(avatar, headers)).status
  expect(await statusWith({ 'if-none-match': etag })).toBe(304)
  expect(await statusWith({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
  expect(await statusWith({ 'if-modified-since': date })).toBe(304)
  expect(await statusWith({ 'if-none-match': '"other"' })).toBe(200)
  expect(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200)
  expect(await statusWith({ 'if-modified-since': 'Mon, 05 May 2025 10:00:00 GMT' })).toBe(200)
  const unchanged = await fetchImage(avatar, { 'if-none-match': etag })
  expect([unchanged.headers.get('etag'), unchanged.bytes.length]).toEqual([etag, 0])
})

test.each([
  'cdn/example.com/a.jpg',
  'cdn/avatars.steamstatic.com/nothex.jpg',
  'cdn/avatars.steamstatic.com/test/404',
  `cdn/avatars.steamstatic.com/${item}`,
  'cdn/community.fastly.steamstatic.com/economy/image/a/256fx128f',
])('%s is a 404 page', async (path) => {
  const { status, headers } = await fetchImage(path)
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
})

test.each([
  ['sample.png', 'image/png', '89504e470d0a1a0a'],
  ['sample.jpg', 'image/jpeg', 'ffd8ff'],
  ['sample.gif', 'image/gif', Buffer.from('GIF89a').toString('hex')],
  ['sample.webp', 'image/webp', `${Buffer.from('RIFF').toString('hex')}22000000${Buffer.from('WEBP').toString('hex')}`],
  ['sample.avif', 'image/avif', `00000020${Buffer.from('ftypavif').toString('hex')}`],
  ['svg', 'image/svg+xml', Buffer.from('<svg').toString('hex')],
  ['html', 'text/html; charset=UTF-8', Buffer.from('<html').toString('hex')],
  ['wrong-type', 'image/png', Buffer.from('<html').toString('hex')],
  ['mismatch', 'image/jpeg', '89504e470d0a1a0a'],
])('test/%s is sent as %s and begins with %s', async (name, type, first) => {
  const { status, headers, bytes } = await fetchImage(`cdn/avatars.steamstatic.com/test/${name}`)
  expect([status, headers.get('content-type')]).toEqual([200, type])
  expect(bytes.toString('hex').slice(0, first.length)).toBe(first)
})

test('an image that is too large is sent with and without its length', async () => {
  const whole = await fetchImage('cdn/avatars.steamstatic.com/test/large')
  expect(whole.headers.get('content-length')).toBe('6291456')
  const chunked = await fetchImage('cdn/avatars.steamstatic.com/test/large-chunked')
  expect(chunked.headers.get('content-length')).toBeNull()
  expect(chunked.bytes.equals(whole.bytes)).toBe(true)
  expect(whole.bytes.subarray(0, 8)).toEqual(PNG_SIGNATURE)
})

test('a slow image sends its headers at once and its bytes one by one', async () => {
  const leave = new AbortController()
  const { body, headers } = await fetch(`${steam.cdnUrl}/avatars.steamstatic.com/test/slow`, { signal: leave.signal })
  expect(Number(headers.get('content-length'))).toBeGreaterThan(100)
  expect((await body?.getReader().read())?.value?.length).toBeLessThan(10)
  leave.abort()
})
