import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createDial, type Fault } from '../src/dial.ts'
import { ownSteam, useWorld } from './simulated-steam.ts'
import { ask, paths } from './support.ts'

const { steam, cast } = await useWorld(50)
const vanity = paths.vanity('raider')
const found = { response: { steamid: cast.raider, success: 1 } }

/** The headers of an answer, and its bytes until it ends or the reader stops. */
async function readUpTo(path: string, limit: number): Promise<{ headers: Headers; bytes: number }> {
  const { headers, body } = await fetch(`${steam.url}/${path}`, { headers: { 'x-webapi-key': steam.key } })
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > limit) break
  }
  return { headers, bytes }
}

async function codeOf(failing: Promise<unknown>): Promise<unknown> {
  const error: unknown = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) return undefined
  const cause = error.cause ?? error
  return cause instanceof Error && 'code' in cause ? cause.code : cause
}

test.each([
  ['429', 429, /Too Many Requests/],
  ['500', 500, /<html>/],
  ['502', 502, /<html>/],
  ['503', 503, /<html>/],
  ['html-200', 200, /<html>/],
  ['bad-key', 403, /Please verify your <pre>key=<\/pre> parameter\./],
  ['bad-key-401', 401, /Please verify your <pre>key=<\/pre> parameter\./],
] as const)('%s is an HTML page with status %i', async (fault, status, pattern) => {
  steam.dial.set('vanity', { next: [fault] })
  const reply = await ask(steam, vanity)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=UTF-8'])
  expect(reply.text).toMatch(pattern)
  expect(reply.headers.get('retry-after')).toBeNull()
  expect((await ask(steam, vanity)).json()).toEqual(found)
})

test('429-retry-after has a Retry-After header', async () => {
  steam.dial.set('vanity', { next: ['429-retry-after'] })
  const reply = await ask(steam, vanity)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1'])
})

test('faults of the inventory have the bodies of the community host', async () => {
  steam.dial.set('inventory', { next: ['429', '500', 'success-0', 'null-200', 'html-200'] })
  const replies = []
  for (let call = 0; call < 5; call++) replies.push(await ask(steam, paths.inventory(cast.hoarder)))
  expect(replies.map(({ status, text: body }) => [status, body])).toEqual([
    [429, 'null'],
    [500, '{"error":"EYldRefreshAppIfNecessary failed with EResult 55"}'],
    [200, '{"success":0}'],
    [200, 'null'],
    [200, expect.stringContaining('<html>')],
  ])
})

test.each([
  ['null-200', 'null'],
  ['empty-200', '{}'],
  ['success-0', '{"response":{"success":0}}'],
] as const)('%s is JSON that says nothing', async (fault, body) => {
  steam.dial.set('vanity', { next: [fault] })
  const reply = await ask(steam, vanity)
  expect([reply.status, reply.text]).toEqual([200, body])
  expect(reply.headers.get('content-type')).toContain('application/json')
})

test('hang never answers; the call ends when the client disconnects', async () => {
  steam.dial.set('vanity', { next: ['hang'] })
  const leave = new AbortController()
  const hanging = fetch(`${steam.url}/${vanity}`, { signal: leave.signal })
  await expect.poll(() => steam.inFlight('vanity')).toBe(1)
  leave.abort()
  await expect(hanging).rejects.toThrow(/abort/)
  await expect.poll(() => steam.inFlight('vanity')).toBe(0)
})

test('close ends hanging calls and all connections', async () => {
  const own = await ownSteam({ world: steam.world })
  own.dial.set('*', { next: ['hang'] })
  const hanging = codeOf(fetch(`${own.url}/${vanity}`))
  await expect.poll(() => own.inFlight()).toBe(1)
  expect(own.sockets()).toBe(1)
  await own.close()
  expect(await hanging).toBe('UND_ERR_SOCKET')
  await expect.poll(() => [own.inFlight(), own.sockets()]).toEqual([0, 0])
})

test('reset resets the connection instead of closing it', async () => {
  steam.dial.set('vanity', { next: ['reset'] })
  // A bare socket tells the two apart; for an HTTP client both are ECONNRESET.
  const socket = connect(Number(new URL(steam.url).port), '127.0.0.1')
  const outcome = new Promise((resolve) => {
    socket.once('error', resolve).once('end', () => resolve('ended'))
  })
  socket.write(`GET /${vanity} HTTP/1.1\r\nhost: sim\r\n\r\n`)
  socket.resume()
  expect(await outcome).toMatchObject({ code: 'ECONNRESET' })
})

test('cut announces more bytes than it sends', async () => {
  steam.dial.set('vanity', { next: ['cut'] })
  const { status, headers, body } = await fetch(`${steam.url}/${vanity}`, { headers: { 'x-webapi-key': steam.key } })
  expect([status, headers.get('content-length')]).toEqual([200, String(JSON.stringify(found).length)])
  const chunks: Uint8Array[] = []
  const failing = (async () => {
    for await (const chunk of body ?? []) chunks.push(chunk)
  })()
  expect(await codeOf(failing)).toBe('UND_ERR_SOCKET')
  expect(Buffer.concat(chunks).length).toBeLessThan(JSON.stringify(found).length)
})

test('slow-body sends its headers at once, then one byte at a time, and ends', async () => {
  steam.dial.set('stats', { next: ['slow-body'] })
  const response = await fetch(`${steam.url}/${paths.stats(cast.gone)}`, { headers: { 'x-webapi-key': steam.key } })
  expect([response.status, response.headers.get('content-length')]).toEqual([400, '2'])
  const chunks: number[] = []
  for await (const chunk of response.body ?? []) chunks.push(chunk.length)
  expect(chunks).toEqual([1, 1])
})

test('huge sends data as long as the client reads', async () => {
  steam.dial.set('bans', { next: ['huge'] })
  expect((await readUpTo(paths.bans(cast.clean), 32 * 1024 * 1024)).bytes).toBeGreaterThan(32 * 1024 * 1024)
  await expect.poll(() => steam.inFlight('bans')).toBe(0)
})

test('a gzip bomb is small when compressed and large when decompressed', async () => {
  steam.dial.set('bans', { next: ['gzip-bomb'] })
  const { headers, bytes } = await readUpTo(paths.bans(cast.clean), 64 * 1024 * 1024)
  expect(headers.get('content-encoding')).toBe('gzip')
  expect(Number(headers.get('content-length'))).toBeLessThan(200_000)
  expect(bytes).toBeGreaterThan(64 * 1024 * 1024)
})

test.each(['summaries', 'bans'] as const)('%s: duplicate records, and records in another order', async (method) => {
  const asked = [cast.clean, cast.raider, cast.veteran]
  const usual = idsOf((await ask(steam, paths[method](...asked))).json())
  steam.dial.set(method, { next: ['duplicated-ids', 'reordered'] })
  expect(idsOf((await ask(steam, paths[method](...asked))).json())).toEqual([...usual, ...usual])
  expect(idsOf((await ask(steam, paths[method](...asked))).json())).toEqual(usual.toReversed())
})

test('a fault of one method does not affect others', async () => {
  steam.dial.set('bans', { faults: { '503': 1 } })
  expect((await ask(steam, paths.bans(cast.clean))).status).toBe(503)
  expect((await ask(steam, paths.summaries(cast.clean))).status).toBe(200)
  steam.dial.set('*', { faults: { '502': 1 } })
  expect((await ask(steam, paths.bans(cast.clean))).status).toBe(503)
  expect((await ask(steam, paths.summaries(cast.clean))).status).toBe(502)
  steam.dial.reset()
  expect((await ask(steam, paths.bans(cast.clean))).status).toBe(200)
})

test('faults have their probabilities, and the seed determines the sequence', () => {
  const draws = (seed: number): (Fault | null)[] => {
    const dial = createDial(seed)
    dial.set('bans', { faults: { '429': 0.1, '503': 0.05 } })
    return Array.from({ length: 10_000 }, () => dial.draw('bans').fault)
  }
  const faults = draws(3)
  const share = (wanted: Fault | null): number => faults.filter((fault) => fault === wanted).length / faults.length
  expect(share('429')).toBeCloseTo(0.1, 1)
  expect(share('503')).toBeCloseTo(0.05, 1)
  expect(share(null)).toBeCloseTo(0.85, 1)
  expect(draws(3)).toEqual(faults)
  expect(draws(4)).not.toEqual(faults)
})

const five = [cast.raider, cast.bothBans, cast.communityBanned, cast.clean, cast.veteran]
type BanAnswer = { players: (Record<string, unknown> | null)[] }

/** The ban records of five accounts, as a fault leaves them. */
async function spoiledBans(fault: Fault): Promise<BanAnswer['players'][]> {
  const answers: BanAnswer['players'][] = []
  for (let count = 0; count < 20; count++) {
    steam.dial.set('bans', { next: [fault] })
    answers.push(((await ask(steam, paths.bans(...five))).json() as BanAnswer).players)
  }
  return answers
}

test('missing-records leaves out one to five of five records, never the same ones', async () => {
  const answers = await spoiledBans('missing-records')
  const counts = answers.map((players) => players.length)
  expect([Math.max(...counts) < 5, Math.min(...counts) >= 0]).toEqual([true, true])
  expect(new Set(answers.map((players) => JSON.stringify(players))).size).toBeGreaterThan(5)
  expect(((await ask(steam, paths.bans(...five))).json() as BanAnswer).players).toHaveLength(5)
})

test('null-records answers null in place of records', async () => {
  for (const players of await spoiledBans('null-records')) {
    expect(players).toHaveLength(5)
    expect(players).toContain(null)
  }
})

test.each([
  ['partial-records', undefined],
  ['null-fields', null],
] as const)('%s makes one field of some records %s, never the id', async (fault, left) => {
  const fields = new Set<string>()
  const whole = ((await ask(steam, paths.bans(cast.raider))).json() as BanAnswer).players[0] ?? {}
  for (const players of await spoiledBans(fault)) {
    const spoiled = players.flatMap((player) => Object.keys(whole).filter((name) => player?.[name] === left))
    expect(spoiled.length).toBeGreaterThanOrEqual(1)
    for (const field of spoiled) fields.add(field)
  }
  expect([...fields].toSorted()).toEqual(
    Object.keys(whole)
      .filter((name) => name !== 'SteamId')
      .toSorted(),
  )
})

test('a call above the limit is answered 429 instead of any other fault', async () => {
  steam.dial.set('*', { limit: 2, next: ['hang', 'hang', '503'] })
  const leave = new AbortController()
  const hanging = [1, 2].map(() => codeOf(fetch(`${steam.url}/${vanity}`, { signal: leave.signal })))
  await expect.poll(() => steam.inFlight()).toBe(2)
  expect((await ask(steam, vanity)).status).toBe(429)
  leave.abort()
  await Promise.all(hanging)
  await expect.poll(() => steam.inFlight()).toBe(0)
  expect((await ask(steam, vanity)).status).toBe(503)
})

test('forced faults come in order: those of the method, those of all methods, then random ones', () => {
  const dial = createDial()
  dial.set('*', { next: ['500'], faults: { hang: 1 } })
  dial.set('bans', { next: ['429', '502'] })
  expect(Array.from({ length: 4 }, () => dial.draw('bans').fault)).toEqual(['429', '502', '500', 'hang'])
})

function idsOf(body: unknown): string[] {
  return [...JSON.stringify(body).matchAll(/"steamid":"(\d+)"/gi)].map(([, id = '']) => id)
}
