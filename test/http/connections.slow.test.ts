import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { expectError } from '../support/ask.ts'
import { hasReplies, onlyReply, openSocket, request, talk, talkOnce } from '../support/raw.ts'
import { serviceForTest, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { TEST_CA, TEST_TLS } from '../support/test-certificate.ts'

const sim = await useSteam()

const HALF = 'GET /healthz HTTP/1.1\r\nHost: x\r\n'
// All of 127/8 is this machine, so that clients can come from several addresses.
const [HERE, ELSEWHERE] = ['127.0.0.1', '127.0.0.2']

const dial = ({ port }: Service, localAddress?: string) => openSocket(port, localAddress)

/** Opens connections that send half a request each. */
async function openSlow(service: Service, count: number, localAddress?: string): Promise<Socket[]> {
  const sockets = await openIdle(service, count, localAddress)
  for (const socket of sockets) socket.write(HALF)
  return sockets
}

async function openIdle(service: Service, count: number, localAddress?: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => dial(service, localAddress))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

const isAlive = (service: Service, localAddress?: string) =>
  talkOnce(service.port, request('GET', '/healthz'), { open: () => dial(service, localAddress) }).then(
    ({ status }) => status,
  )

const metric = async (service: Service, line: string) =>
  String((await talkOnce(service.port, request('GET', '/metrics'), { open: () => dial(service, ELSEWHERE) })).body)
    .split('\n')
    .find((text) => text.startsWith(line))

test('an address at its own limit gets no more connections, and displaces none of another address', async () => {
  const service = await serviceForTest({ HTTP_MAX_CONNECTIONS_PER_ADDRESS: '3' }, sim)
  const [first] = await openSlow(service, 3)
  await expect.poll(() => metric(service, 'rapsheet_http_connections ')).toBe('rapsheet_http_connections 4')

  // The refusal arrives although the client has sent nothing.
  const reply = await onlyReply(service.port, '')
  expect(await expectError(service, reply, 503, 'too_many_connections')).toBe(
    'Too many connections are open from your address; close some, and try again in 5 s.',
  )
  expect(reply.headers).toMatchObject({ 'retry-after': '5', connection: 'close' })
  expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ client: HERE })

  expect(await isAlive(service, ELSEWHERE)).toBe(200)
  expect(await metric(service, 'rapsheet_refusals_total{reason="connections"}')).toMatch(/ 1$/)

  first?.destroy()
  await expect.poll(() => isAlive(service)).toBe(200)
})

test('refused and closed connections do not count', async () => {
  const service = await serviceForTest({ HTTP_MAX_CONNECTIONS_PER_ADDRESS: '2' }, sim)
  for (let time = 0; time < 5; time++) {
    const slow = await openSlow(service, 2)
    await expect.poll(() => isAlive(service)).toBe(503)
    for (const socket of slow) socket.destroy()
    await expect.poll(() => isAlive(service)).toBe(200)
  }
})

test('with TLS, a connection over the limit is closed without a response', async () => {
  const service = await serviceForTest({ ...TEST_TLS, HTTP_MAX_CONNECTIONS_PER_ADDRESS: '2' }, sim)
  const open = (localAddress: string) =>
    connectTls({ socket: dial(service, localAddress), ca: TEST_CA, servername: 'localhost' }).on('error', () => {})
  const held = [open(HERE), open(HERE)]
  await Promise.all(held.map((socket) => once(socket, 'secureConnect')))

  expect(await talk(service.port, [request('GET', '/healthz')], { open: () => open(HERE) })).toHaveLength(0)
  const elsewhere = () => talkOnce(service.port, request('GET', '/metrics'), { open: () => open(ELSEWHERE) })
  const { status, body } = await elsewhere()
  expect(status).toBe(200)
  expect(body).toContain('rapsheet_refusals_total{reason="connections"} 1\n')

  held[0]?.destroy()
  await expect
    .poll(
      async () =>
        (await talk(service.port, [request('GET', '/healthz')], { open: () => open(HERE), done: hasReplies(1) }))
          .length,
    )
    .toBeGreaterThan(0)
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
})

test('the limit does not apply to a trusted proxy, but to all other addresses', async () => {
  const service = await serviceForTest({ TRUST_PROXY: ELSEWHERE, HTTP_MAX_CONNECTIONS_PER_ADDRESS: '2' }, sim)
  await openSlow(service, 10, ELSEWHERE)
  expect(await isAlive(service, ELSEWHERE)).toBe(200)
  await openSlow(service, 2)
  await expect.poll(() => isAlive(service)).toBe(503)
})

test('many clients that connect while the event loop is busy do not have to reconnect', async () => {
  const { port } = await serviceForTest({ HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0' }, sim)
  // All clients connect before the shared event loop runs for the first time.
  const sockets = Array.from({ length: 1_000 }, () => openSocket(port))
  const answers = sockets.map(async (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const startedAt = performance.now()
    await once(socket, 'connect')
    return performance.now() - startedAt
  })
  // Linux retries a connection that did not fit into the backlog after a second.
  expect(Math.max(...(await Promise.all(answers)))).toBeLessThan(1_000)
})
