import { connect } from 'node:net'
import { z } from 'zod'
import { attackSchema, type Attack } from './support/attack.ts'

// Attacks one server until it is stopped; reopens connections that the server closes.
const REOPEN_MS = 500
const DRIP_MS = 1_000

const orderSchema = z.object({ port: z.number(), attack: attackSchema })

process.on('message', (message) => {
  const order = orderSchema.safeParse(message)
  if (!order.success) return
  drip(order.data.port, order.data.attack)
  process.send?.('started')
})
// The probe has unreferenced this channel; here it must keep the process alive.
process.channel?.ref()
process.send?.('ready')

/** Opens connections, and reopens each one when it is closed. */
function drip(port: number, { connections, address }: Attack): void {
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    socket.resume().write('GET /api/lookup?steamId=raider HTTP/1.1\r\nHost: localhost\r\n')
    const timer = setInterval(() => socket.write('x'), DRIP_MS)
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(timer)
      setTimeout(open, REOPEN_MS)
    })
  }
  for (let index = 0; index < connections; index++) open()
}
