import { connect as connectH2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { attackSchema, type Attack } from './support/attack.ts'

// Attacks one server until it is stopped; reopens connections that the server closes.
const REOPEN_MS = 500
const DRIP_MS = 1_000

const orderSchema = z.object({ port: z.number(), attack: attackSchema })
type Order<Kind extends string> = Extract<Attack, { kind: Kind }>

process.on('message', (message) => {
  const order = orderSchema.safeParse(message)
  if (!order.success) return
  const { port, attack } = order.data
  if (attack.kind === 'pipeline') pipeline(port, attack)
  else if (attack.kind === 'streams') openStreams(port, attack)
  else drip(port, attack)
  process.send?.('started')
})
// The probe has unreferenced this channel; here it must keep the process alive.
process.channel?.ref()
process.send?.('ready')

/** Opens connections, and reopens each one when it is closed. */
function keepOpen(count: number, open: (index: number) => Socket): void {
  const again = (index: number) => {
    const socket = open(index)
    socket.on('error', () => {})
    socket.once('close', () => setTimeout(again, REOPEN_MS, index))
  }
  for (let index = 0; index < count; index++) again(index)
}

function pipeline(port: number, { connections, path, requests }: Order<'pipeline'>): void {
  const text = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests)
  keepOpen(connections, () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(text)
    return socket
  })
}

function drip(port: number, { connections, addresses }: Order<'slow'>): void {
  keepOpen(connections, (index) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[index % addresses.length] })
    socket.resume().write('GET /api/lookup?steamId=raider HTTP/1.1\r\nHost: localhost\r\n')
    const timer = setInterval(() => socket.write('x'), DRIP_MS)
    socket.once('close', () => clearInterval(timer))
    return socket
  })
}

function openStreams(port: number, { sessions, path, streams }: Order<'streams'>): void {
  const open = () => {
    const session = connectH2(`https://localhost:${port}`, {
      rejectUnauthorized: false,
      settings: { initialWindowSize: 0 },
    })
    const ask = () => {
      if (session.closed || session.destroyed) return
      const stream = session.request({ ':path': path })
      stream.on('error', () => {})
      stream.once('close', () => setTimeout(ask, REOPEN_MS))
    }
    session.on('error', () => {})
    session.once('close', () => setTimeout(open, REOPEN_MS))
    for (let index = 0; index < streams; index++) ask()
  }
  for (let index = 0; index < sessions; index++) open()
}
