import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../../packages/sim-discord/src/index.ts'
import { openScan } from '../support/events.ts'
import type { MainProcess } from '../support/main-process.ts'
import { parseReplies, request, Unfinished, type RawReply } from '../support/raw.ts'
import { useMachine } from './program.ts'

const { steam, ids, run } = await useMachine()
const { scan: hundred } = steam.world.cast
const CONNECTIONS = 50
/** Calls to Steam may take longer than the program takes to stop, and there is room for lookups beside the calls of scans. */
const PATIENT = {
  RAPSHEET_OVERRIDES: JSON.stringify({ steamConcurrency: 1_000, retries: 0, tryMs: 60_000, deadlineMs: 60_000 }),
}
const AGENT = { 'user-agent': 'rapsheet-test/1.0' }

/**
 * Sends lookups on one connection, one after the other, until the server closes it; `first` is sent before them, and `onBegun`
 * is called at the first bytes of an answer.
 */
async function askUntilClosed(port: number, limiter: number, first?: string, onBegun = () => {}): Promise<RawReply[]> {
  const socket = connect(port, '127.0.0.1')
  let received = Buffer.alloc(0)
  let sent = 0
  let at = limiter
  const askNext = () => {
    sent++
    at = (at + CONNECTIONS) % ids.length
    const next = request('GET', `/api/lookup?steamId=${ids[at]}`, AGENT)
    socket.write(sent === 1 && first ? first : next)
  }
  const replies = () => {
    try {
      return parseReplies(received)
    } catch (error) {
      if (error instanceof Unfinished) return undefined
      throw error
    }
  }
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const all = replies()
    if (all?.length === sent && all.at(-1)?.headers['connection'] !== 'close') askNext()
  })
  socket.on('error', () => {})
  socket.once('connect', askNext)
  socket.once('data', onBegun)
  await new Promise((resolve) => socket.once('close', resolve))
  // Throws if an answer is incomplete.
  return parseReplies(received)
}

const requests = (program: MainProcess) => program.log().filter(({ msg }) => msg === 'request')

test('on SIGTERM under load every accepted request gets its complete answer, every stream its result, and Discord a message', async () => {
  const discord = await startDiscord()
  onTestFinished(() => discord.close())
  const program = run({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    CACHE_ACCOUNT_SECONDS: '0',
    STORE_URL: 'memory://',
    HTTP_MAX_SCANS_PER_ADDRESS: '0',
  })
  const url = await program.url()
  await expect.poll(() => discord.commands.puts(), { timeout: 20_000 }).toBe(1)
  steam.dial.set('*', { latencyMs: 100, jitterMs: 200 })
  const clients = Array.from({ length: CONNECTIONS }, (_, limiter) =>
    askUntilClosed(Number(new URL(url).port), limiter),
  )
  await expect.poll(() => requests(program).length, { timeout: 20_000 }).toBeGreaterThan(2 * CONNECTIONS)
  steam.dial.set('games', { latencyMs: 800 })
  const streams = await Promise.all(Array.from({ length: 5 }, () => openScan({ url }, { steamId: hundred })))
  for (const { next } of streams) expect(await next()).toMatchObject({ progress: { total: 100 } })
  // The scan's response starts with keep-alive, so that more requests follow on the connection.
  const body = JSON.stringify({ steamId: hundred })
  const scanning = request('POST', '/api/friends', { ...AGENT, 'content-type': 'application/json' }, body)
  let begun = 0
  const laterClients = Array.from({ length: 10 }, (_, limiter) =>
    askUntilClosed(Number(new URL(url).port), limiter, scanning, () => void begun++),
  )
  const inDiscord = discord.user().type(`/friends ${hundred}`)
  await inDiscord.until('of 100 checked', 10_000)
  await expect.poll(() => begun, { timeout: 10_000, interval: 5 }).toBe(laterClients.length)

  const killedAt = performance.now()
  program.kill('SIGTERM')
  const events = await Promise.all(streams.map(({ rest }) => rest()))
  const scanned = await Promise.all(laterClients)
  for (const [stream] of scanned) expect(stream?.body).toContain('"totalFriends":100')
  const replies = [...(await Promise.all(clients)), ...scanned.map(([, ...more]) => more)].flat()
  expect(await program.exit).toEqual({ code: 0, signal: null })

  // Busy clients do not extend the stop to the whole grace time: after SIGTERM each answer closes its connection.
  expect(performance.now() - killedAt).toBeLessThan(9_000)
  const stopping = program.log().findIndex(({ msg }) => msg === 'stopping')
  const late = program
    .log()
    .slice(stopping)
    .filter(({ route }) => route === '/api/lookup')
  expect(late.length).toBeLessThan(CONNECTIONS + laterClients.length + 10)

  const lookups = requests(program).filter(({ route }) => route === '/api/lookup')
  const idsOf = (all: unknown[]) => all.map(String).toSorted()
  expect(idsOf(replies.map(({ headers }) => headers['x-request-id']))).toEqual(
    idsOf(lookups.map((line) => line['requestId'])),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  for (const all of events) expect(all.at(-1)).toMatchObject({ totalFriends: 100 })
  expect(inDiscord.text()).toMatch(/Restarting|friends banned/)
  expect(program.output().stderr).toBe('')
  expect(discord.violations()).toEqual([])
}, 60_000)

test('on SIGTERM while Steam hangs the process ends within 12 s with code 0, and every client gets an answer', async () => {
  const program = run(PATIENT)
  const url = await program.url()
  steam.dial.set('games', { latencyMs: 60_000 })
  const streams = await Promise.all(Array.from({ length: 3 }, () => openScan({ url }, { steamId: hundred })))
  for (const { next } of streams) await next()
  await expect.poll(() => steam.inFlight('games'), { timeout: 10_000 }).toBe(100)
  steam.dial.set('*', { faults: { hang: 1 } })
  steam.calls.reset()
  const clients = Array.from({ length: CONNECTIONS }, (_, limiter) =>
    askUntilClosed(Number(new URL(url).port), limiter),
  )
  // The names of the hundred friends of the scans may be asked for before or after the calls were reset.
  const asked = () => steam.calls.ids('summaries')
  await expect.poll(() => [CONNECTIONS, CONNECTIONS + 100].includes(asked()), { timeout: 8_000 }).toBe(true)

  const killedAt = performance.now()
  program.kill('SIGTERM')
  const events = await Promise.all(streams.map(({ rest }) => rest()))
  for (const all of events)
    expect(all.at(-1)).toMatchObject({ code: 'stopping', error: 'The server is being restarted; try again in 5 s.' })
  // Running requests have 10 s to finish.
  expect(performance.now() - killedAt).toBeGreaterThan(9_500)
  const replies = await Promise.all(clients)
  const code = expect.stringMatching(/^(stopping|platform_unavailable)$/)
  for (const answers of replies) {
    // More than one if a lookup failed just before the end, or was about a friend that a scan has cached.
    expect(answers.length).toBeGreaterThan(0)
    for (const { status, body } of answers)
      if (status !== 200) expect({ status, body }).toMatchObject({ status: 503, body: { code } })
  }
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - killedAt).toBeLessThan(12_500)
}, 60_000)

test('a second SIGTERM ends the process at once with code 1', async () => {
  const program = run(PATIENT)
  const url = await program.url()
  steam.dial.set('games', { latencyMs: 60_000 })
  const { next } = await openScan({ url }, { steamId: hundred })
  await next()
  program.kill('SIGTERM')
  await expect.poll(() => program.log().map(({ msg }) => msg), { timeout: 5_000 }).toContain('stopping')
  const killedAt = performance.now()
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 1, signal: null })
  expect(performance.now() - killedAt).toBeLessThan(3_000)
}, 30_000)
