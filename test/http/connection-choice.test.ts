import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createConnections, type Connection, type Connections } from '../../src/http/connections.ts'
import { HttpError } from '../../src/http/errors.ts'

/** Connections with an adjustable clock, and functions to open and use them. */
async function connectionsForTest(max: number) {
  const clock = { ms: 0 }
  const options = {
    maxConnections: () => max,
    maxConnectionsPerAddress: 0,
    connectionKeyOf: (peer: string) => peer,
    maxUnsentBytes: Infinity,
    isExempt: () => false,
    onRefusal: () => {},
  }
  const connections = createConnections(options, { now: () => clock.ms })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const open = async () => {
    const accepted = once(server, 'connection')
    sockets.push(connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {}))
    const [socket] = (await accepted) as [Socket]
    sockets.push(socket)
    const admitted = connections.admit(socket)
    return { socket, admitted, connection: admitted as Connection }
  }
  return { clock, connections, open }
}

const noCut = () => {}

/** Moves one request to a certain phase. */
function advanceRequest(connections: Connections, connection: Connection, upTo: 'received' | 'answered' | 'close') {
  const begun = connections.beginRequest(connection)
  connections.requestReceived(begun)
  if (upTo !== 'received') connections.responseWritten(begun, 1, noCut)
  if (upTo === 'close') connections.endRequest(begun)
  return begun
}

test('to make room, closes an idle connection before one that has been receiving for less than a second', async () => {
  const { clock, connections, open } = await connectionsForTest(2)
  const idle = await open()
  advanceRequest(connections, idle.connection, 'close')
  const receiving = await open()
  clock.ms = 999
  await open()
  expect([idle.socket.destroyed, receiving.socket.destroyed]).toEqual([true, false])
})

test('to make room, closes a connection that has been receiving for a second before an idle one', async () => {
  const { clock, connections, open } = await connectionsForTest(2)
  const idle = await open()
  advanceRequest(connections, idle.connection, 'close')
  const receiving = await open()
  clock.ms = 1_000
  await open()
  expect([idle.socket.destroyed, receiving.socket.destroyed]).toEqual([false, true])
})

test('to make room, closes the connection that has been idle for longest', async () => {
  const { clock, connections, open } = await connectionsForTest(2)
  const [first, second] = [await open(), await open()]
  advanceRequest(connections, first.connection, 'close')
  advanceRequest(connections, second.connection, 'close')
  clock.ms = 1
  advanceRequest(connections, first.connection, 'close')
  await open()
  expect([first.socket.destroyed, second.socket.destroyed]).toEqual([false, true])
})

test('to make room, closes a connection whose response is unread for a second, but never one that is being answered', async () => {
  const { clock, connections, open } = await connectionsForTest(2)
  const answering = await open()
  advanceRequest(connections, answering.connection, 'received')
  const unread = await open()
  advanceRequest(connections, unread.connection, 'answered')
  clock.ms = 999
  expect((await open()).admitted).toBeInstanceOf(HttpError)
  clock.ms = 1_000
  const third = await open()
  expect(third.admitted).not.toBeInstanceOf(HttpError)
  expect([answering.socket.destroyed, unread.socket.destroyed]).toEqual([false, true])
  advanceRequest(connections, third.connection, 'received')
  clock.ms = 100_000
  expect((await open()).admitted).toBeInstanceOf(HttpError)
  expect(connections.count()).toBe(2)
})

test('to make room, closes no connection while one of its several requests is being answered', async () => {
  const { clock, connections, open } = await connectionsForTest(1)
  const { connection } = await open()
  const running = advanceRequest(connections, connection, 'received')
  advanceRequest(connections, connection, 'close')
  connections.beginRequest(connection)
  clock.ms = 5_000
  expect((await open()).admitted).toBeInstanceOf(HttpError)
  connections.endRequest(running)
  clock.ms = 10_000
  expect((await open()).admitted).not.toBeInstanceOf(HttpError)
})

test('does not count a request as being answered when its body ends after the response', async () => {
  const { connections, open } = await connectionsForTest(1)
  const { connection, socket } = await open()
  const early = connections.beginRequest(connection)
  connections.responseWritten(early, 1, noCut)
  connections.requestReceived(early)
  connections.endRequest(early)
  connections.requestReceived(early)
  await open()
  expect(socket.destroyed).toBe(true)
})
