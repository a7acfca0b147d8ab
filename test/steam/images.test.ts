import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPng } from '../../packages/sim-steam/src/png.ts'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { createImages, type Image, type ImagesOptions, type Validators } from '../../src/steam/images.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { failureOf } from '../support/failure.ts'
import { startOddPlatform } from '../support/odd-platform.ts'
import { warningsDuring } from '../support/process-events.ts'
import { ownSteam, useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const AVATARS = 'avatars.steamstatic.com'
const world = createWorld({ accounts: 5 })
const avatar = `/${world.account(world.cast.raider)?.profile?.avatarHash}_full.jpg`
const steam = await useSteam(world)

/** The ends of ranges of addresses that are not public, and addresses in them. */
const NOT_PUBLIC = `
  127.0.0.1 127.255.255.254 0.0.0.0 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 169.254.169.254 172.16.0.1
  172.31.255.255 192.168.0.1 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
  240.0.0.1 255.255.255.255
  :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1 ::127.0.0.1
  64:ff9b::7f00:1 64:ff9b:1::7f00:1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 fd12:3456:789a::1
  fe80::1 fe80::1%lo fec0::1 ff02::1
`
  .trim()
  .split(/\s+/)

/** Images from the simulated CDN unless the options say otherwise; closed at the end of the test. */
function open(options: ImagesOptions = { cdnUrl: steam.cdnUrl }) {
  const images = createImages(options)
  onTestFinished(() => images.close())
  return {
    ...images,
    get: (path: string, validators: Validators = {}, callContext = anyCall()) =>
      images.fetch(AVATARS, path, validators, callContext),
  }
}

async function bytesOf({ body }: Image): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The message of the error with which an image fails. */
async function whyNot(work: Promise<unknown>): Promise<string> {
  const { code, message, upstreamStatus } = await failureOf(work)
  expect([code, upstreamStatus]).toEqual(['image_failed', undefined])
  return message
}

describe('a valid image', () => {
  test('streams byte for byte, with its type and validators', async () => {
    const image = await open().get(avatar)
    expect(image).toEqual({
      type: 'image/png',
      etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
      lastModified: 'Tue, 06 May 2025 10:00:00 GMT',
      body: expect.anything(),
    })
    const direct = await fetch(`${steam.cdnUrl}/${AVATARS}${avatar}`)
    expect((await bytesOf(image)).equals(Buffer.from(await direct.arrayBuffer()))).toBe(true)
  })

  test('is fetched from the given host', async () => {
    const images = open()
    const item = '/economy/image/6TMcQ7eX6E0EZl2b-_1/256fx256f'
    for (const cdn of ['fastly', 'akamai', 'cloudflare']) {
      const host = `community.${cdn}.steamstatic.com`
      expect((await bytesOf(await images.fetch(host, item, {}, anyCall()))).readUInt32BE(16)).toBe(256)
    }
    expect(await whyNot(images.fetch('example.com', '/a.jpg', {}, anyCall()))).toBe(
      'The image could not be fetched: the image host answered with status 404.',
    )
  })

  test('is requested with its path and query unchanged, by type, uncompressed and without a key', async () => {
    const png = createPng('x', 16)
    const platform = await startOddPlatform({ headers: { 'content-type': 'image/png' }, body: png })
    for (const cdnUrl of [platform.cdnUrl, `${platform.cdnUrl}/`, `${platform.cdnUrl}/cdn/`]) {
      await bytesOf(await open({ cdnUrl }).get('/a%20b.jpg?v=1&w=%2F'))
    }
    expect(platform.requests.map(({ url }) => url)).toEqual([
      '/avatars.steamstatic.com/a%20b.jpg?v=1&w=%2F',
      '/avatars.steamstatic.com/a%20b.jpg?v=1&w=%2F',
      '/cdn/avatars.steamstatic.com/a%20b.jpg?v=1&w=%2F',
    ])
    const { host: _, connection: __, ...headers } = platform.requests[0]?.headers ?? {}
    expect(headers).toEqual({
      accept: 'image/png, image/jpeg, image/gif, image/webp, image/avif',
      'accept-encoding': 'identity',
    })
  })

  test('can have exactly the largest size', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024)
    createPng('x', 16).copy(body)
    const platform = await startOddPlatform({ headers: { 'content-type': 'image/png' }, body })
    expect((await bytesOf(await open({ cdnUrl: platform.cdnUrl }).get('/a.png'))).equals(body)).toBe(true)
  })
})

describe('an image that the client already has', () => {
  test('is not sent again, by ETag or by date', async () => {
    const images = open()
    const first = await images.get(avatar)
    await bytesOf(first)
    const unchanged = { type: undefined, etag: first.etag, lastModified: first.lastModified, body: undefined }
    expect(await images.get(avatar, { ifNoneMatch: first.etag })).toEqual(unchanged)
    expect(await images.get(avatar, { ifModifiedSince: first.lastModified })).toEqual(unchanged)
  })

  test('is sent again when it has changed', async () => {
    const images = open()
    for (const validators of [{ ifNoneMatch: '"old"' }, { ifModifiedSince: 'Mon, 05 May 2025 10:00:00 GMT' }]) {
      const image = await images.get(avatar, validators)
      expect([image.type, (await bytesOf(image)).length > 100]).toEqual(['image/png', true])
    }
  })

  test('is rejected when a 304 answers an unconditional request', async () => {
    const platform = await startOddPlatform({ status: 304 })
    expect(await whyNot(open({ cdnUrl: platform.cdnUrl }).get('/a.png'))).toContain('status 304')
  })
})

describe('an invalid image is rejected', () => {
  test.each([
    ['/test/redirect', 'the image host answered with status 302'],
    ['/test/404', 'the image host answered with status 404'],
    ['/test/svg', 'the image host sent image/svg+xml'],
    ['/test/html', 'the image host sent text/html'],
    ['/test/wrong-type', 'the image host sent data that is not image/png'],
    ['/test/mismatch', 'the image host sent data that is not image/jpeg'],
    ['/test/large', 'it is larger than 5 MiB'],
  ])('%s: %s', async (path, why) => {
    expect(await whyNot(open().get(path))).toBe(`The image could not be fetched: ${why}.`)
    // The unread body is closed as well.
    await until(() => steam.inFlight() === 0)
    expect(steam.calls.count('image')).toBe(1)
  })

  test('/test/large-chunked: the stream fails when it is too large without a content length', async () => {
    const image = await open().get('/test/large-chunked')
    const body = image.body ?? []
    let size = 0
    const reading = (async () => {
      for await (const chunk of body) size += chunk.length
    })()
    await expect(reading).rejects.toThrow(/larger than 5 MiB|exceeded max size/i)
    expect(size).toBeLessThanOrEqual(5 * 1024 * 1024)
    expect(size).toBeGreaterThan(1024 * 1024)
    await until(() => steam.inFlight() === 0)
  })

  test.each([
    ['no data', Buffer.alloc(0), {}],
    ['less than a signature', Buffer.from([0x89, 0x50]), {}],
    ['an SVG with the type of a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', {}],
    ['a compressed image', createPng('x', 16), { 'content-encoding': 'gzip' }],
    ['an empty content type', createPng('x', 16), { 'content-type': '' }],
    ['a content type that begins with an accepted one', createPng('x', 16), { 'content-type': 'image/pngx' }],
  ])('%s', async (_, body, headers) => {
    const platform = await startOddPlatform({ headers: { 'content-type': 'image/png', ...headers }, body })
    await whyNot(open({ cdnUrl: platform.cdnUrl }).get('/a.png'))
  })

  test('a connection that is reset or refused', async () => {
    steam.dial.set('image', { next: ['reset'] })
    expect(await whyNot(open().get(avatar))).toBe('The image could not be fetched: the image host did not answer.')
    const gone = await startSteam({ world })
    await gone.close()
    await whyNot(open({ cdnUrl: gone.cdnUrl }).get(avatar))
  })

  test('a connection that breaks off: the stream fails', async () => {
    steam.dial.set('image', { next: ['cut'] })
    // Half of it arrives, which is more than the signature.
    const image = await open().get(avatar)
    await expect(bytesOf(image)).rejects.toMatchObject({
      code: 'image_failed',
      message: 'The image could not be fetched: the connection broke off.',
    })
  })
})

describe('the time limit', () => {
  test('aborts a slowly streamed image after five seconds', async () => {
    const clock = createFakeClock()
    const image = await open({ cdnUrl: steam.cdnUrl, clock }).get('/test/slow')
    const reading = bytesOf(image).catch((error: unknown) => error)
    await clock.advance(4_999)
    expect(steam.inFlight('image')).toBe(1)
    await clock.advance(1)
    expect(await reading).toMatchObject({ code: 'image_failed', cause: new Error('no whole image within 5000 ms') })
    await until(() => steam.inFlight() === 0)
  })

  test('aborts a request to a host that does not answer after five seconds', async () => {
    const clock = createFakeClock()
    steam.dial.set('image', { next: ['hang'] })
    const why = whyNot(open({ cdnUrl: steam.cdnUrl, clock }).get(avatar))
    await until(() => steam.inFlight('image') === 1)
    await clock.advance(5_000)
    expect(await why).toBe('The image could not be fetched: the image host did not answer.')
    await until(() => steam.inFlight() === 0)
  })
})

describe('an abort by the caller', () => {
  test('before the answer ends the request and rejects with the reason', async () => {
    steam.dial.set('image', { next: ['hang'] })
    const { callContext, leave } = cancellableCall()
    const reason = new Error('hung up')
    const end = open()
      .get(avatar, {}, callContext)
      .catch((error: unknown) => error)
    await until(() => steam.inFlight('image') === 1)
    leave(reason)
    expect(await end).toBe(reason)
    await until(() => steam.inFlight('image') === 0)
  })

  test('while the image streams ends the stream with the reason', async () => {
    const { callContext, leave } = cancellableCall()
    const reason = new Error('hung up')
    const image = await open().get('/test/slow', {}, callContext)
    const reading = bytesOf(image).catch((error: unknown) => error)
    leave(reason)
    expect(await reading).toBe(reason)
    await until(() => steam.inFlight('image') === 0)
  })
})

describe('a body', () => {
  test('that is only half read is closed', async () => {
    const image = await open().get('/test/slow')
    for await (const chunk of image.body ?? []) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await until(() => steam.inFlight('image') === 0)
  })

  test('that is never read is closed at the time limit, without an unhandled error', async () => {
    const clock = createFakeClock()
    const complaints = await warningsDuring(async () => {
      const image = await open({ cdnUrl: steam.cdnUrl, clock }).get('/test/slow')
      expect([image.type, steam.inFlight('image')]).toEqual(['image/png', 1])
      await clock.advance(5_000)
      await until(() => steam.inFlight('image') === 0)
    })
    expect(complaints).toEqual([])
  })

  test('is received no faster than it is read', async () => {
    steam.dial.set('image', { next: ['huge'] })
    const image = await open().get(avatar)
    const body = image.body?.[Symbol.asyncIterator]()
    await body?.next()
    // If it were received as fast as it is sent, it would have exceeded 5 MiB by now and failed.
    for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(steam.inFlight('image')).toBe(1)
    expect(await body?.next()).toMatchObject({ done: false })
    await body?.return?.(undefined)
    await until(() => steam.inFlight('image') === 0)
  })
})

test('close ends all requests and connections', async () => {
  const own = await ownSteam({ world })
  const images = open({ cdnUrl: own.cdnUrl })
  const streaming = await images.get('/test/slow')
  own.dial.set('image', { next: ['hang'] })
  const hanging = whyNot(images.get(avatar))
  await until(() => own.inFlight('image') === 2)
  const start = performance.now()
  await images.close()
  expect(await hanging).toBe('The image could not be fetched: the image host did not answer.')
  await expect(bytesOf(streaming)).rejects.toMatchObject({ code: 'image_failed' })
  await until(() => own.sockets() === 0)
  // Well before either would have run out of its five seconds.
  expect(performance.now() - start).toBeLessThan(4_000)
})

describe('the addresses of connections', () => {
  const v4 = (address: string) => ({ address, family: 4 })
  const v6 = (address: string) => ({ address, family: 6 })

  /** Images of the real hosts, whose names resolve to the given addresses. */
  function resolvingTo(...addresses: { address: string; family: number }[]) {
    const asked: string[] = []
    const images = open({
      resolve(host, done) {
        asked.push(host)
        done(null, addresses)
      },
    })
    return { ...images, asked }
  }

  test.each(NOT_PUBLIC)('do not include %s', async (address) => {
    const { get, asked } = resolvingTo(address.includes(':') ? v6(address) : v4(address))
    const error = await failureOf(get(avatar))
    expect([error.code, error.message]).toEqual([
      'image_failed',
      'The image could not be fetched: the image host did not answer.',
    ])
    expect(error.cause).toMatchObject({ message: `${AVATARS} resolves to ${address}, which is not public` })
    expect(asked).toEqual([AVATARS])
  })

  test('no connection is made to a refused address, even if a server listens there', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { fetch } = resolvingTo(v4('127.0.0.1'))
    await failureOf(fetch(`${AVATARS}:${port}`, '/a.jpg', {}, anyCall()))
    // The server can be reached when it is the configured CDN.
    await failureOf(open({ cdnUrl: `http://127.0.0.1:${port}` }).get('/a.jpg'))
    await until(() => connections > 0)
    expect(connections).toBe(1)
  })

  test('a host with one refused address among good ones is rejected', async () => {
    for (const addresses of [
      [v4('1.1.1.1'), v4('10.0.0.1')],
      [v4('10.0.0.1'), v4('1.1.1.1')],
      [v6('2606:4700::1'), v4('1.1.1.1'), v6('::1')],
    ]) {
      const { cause } = await failureOf(resolvingTo(...addresses).get(avatar))
      expect(cause).toMatchObject({
        message: expect.stringMatching(/resolves to (10\.0\.0\.1|::1), which is not public/),
      })
    }
  })

  test('a host name that does not resolve is rejected', async () => {
    const problem = new Error('getaddrinfo ENOTFOUND avatars.steamstatic.com')
    const { get } = open({ resolve: (_host, done) => done(problem) })
    const error = await failureOf(get(avatar))
    expect([error.code, error.cause]).toEqual(['image_failed', problem])
  })

  test.each(['', 'localhost', '2130706433', '127.1', '0x7f.0.0.1', '::ffff:127.0.0.1%lo', '1.1.1.1:80', '[::1]'])(
    'do not include %j, which is no public address however it is parsed',
    async (address) => {
      const { code, cause } = await failureOf(resolvingTo(v4(address)).get(avatar))
      expect(code).toBe('image_failed')
      expect(cause).toMatchObject({ message: `${AVATARS} resolves to ${address}, which is not public` })
    },
  )

  test('a host name that resolves to another address after the check is checked again, before any connection', async () => {
    const platform = await startOddPlatform({
      headers: { 'content-type': 'image/png', connection: 'close' },
      body: createPng('x', 16),
    })
    const { port } = new URL(platform.cdnUrl)
    const answers = [[v4('127.0.0.1')], [v4('169.254.169.254')], [v4('127.0.0.1'), v4('10.0.0.1')], [v4('127.0.0.1')]]
    let asked = 0
    const images = open({
      cdnUrl: `http://cdn.test:${port}`,
      resolve: (_host, done) => setImmediate(() => done(null, answers[asked++])),
    })
    await bytesOf(await images.get(avatar))
    expect((await failureOf(images.get(avatar))).cause).toMatchObject({ message: expect.stringContaining('169.254') })
    expect((await failureOf(images.get(avatar))).cause).toMatchObject({ message: expect.stringContaining('10.0.0.1') })
    await bytesOf(await images.get(avatar))
    expect([asked, platform.requests.length]).toEqual([4, 2])
  })

  test('the address is checked for each connection', async () => {
    const { get, asked } = resolvingTo(v4('127.0.0.1'))
    await failureOf(get(avatar))
    await failureOf(get(avatar))
    expect(asked).toEqual([AVATARS, AVATARS])
  })

  test('with a simulated CDN only loopback is allowed', async () => {
    const { port } = new URL(steam.url)
    const cdnUrl = `http://cdn.test:${port}/cdn`
    const toLoopback = open({ cdnUrl, resolve: (_host, done) => done(null, [v4('127.0.0.1')]) })
    expect((await bytesOf(await toLoopback.get('/test/sample.png'))).length).toBeGreaterThan(50)
    for (const address of ['10.0.0.1', '1.1.1.1', '169.254.169.254']) {
      const elsewhere = open({ cdnUrl, resolve: (_host, done) => done(null, [v4(address)]) })
      const { cause } = await failureOf(elsewhere.get('/test/sample.png'))
      expect(cause).toMatchObject({ message: expect.stringContaining(`resolves to ${address}`) })
    }
  })
})
