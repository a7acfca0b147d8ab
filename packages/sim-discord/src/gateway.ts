import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { createProtocol, deliver, send } from './gateway-protocol.ts'
import { ENDING_CODES, OP, type GatewayOptions } from './gateway-wire.ts'
import { createSessions } from './sessions.ts'

/** The gateway of one Discord, with failures on demand. */
export type Gateway = ReturnType<typeof createGateway>

/** Creates a gateway; `upgrade` passes connections to it. */
export function createGateway(options: GatewayOptions) {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 })
  const sessions = createSessions()
  const { greet, intents, silence } = createProtocol(options, sessions)
  let isRefusing = false

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      if (isRefusing) {
        socket.destroy()
        return
      }
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      server.handleUpgrade(request, socket, head, (webSocket) => greet(webSocket, searchParams))
    },
    /** Sends an event to the sessions of a guild's shard, or keeps it for a disconnected session. */
    dispatch(event: string, data: object, guildId: string | null): void {
      for (const session of sessions.ofGuild(guildId)) deliver(sessions, session, event, data)
    },
    isConnected: () => sessions.live().length > 0,
    /** The number of sessions ever started. */
    sessions: sessions.begun,
    /** The number of sessions ever resumed. */
    resumes: sessions.resumed,
    intents,
    silence,
    /** Resolves once a client has identified or resumed. */
    untilReady: sessions.untilLive,
    /** Resets all connections; the sessions stay. */
    drop(): void {
      for (const socket of server.clients) {
        // An event may be sent before the socket emits its close.
        sessions.leave(socket, false)
        socket.terminate()
      }
    },
    requestReconnect(): void {
      for (const socket of server.clients) send(socket, OP.reconnect, null)
    },
    invalidate(resumable: boolean): void {
      for (const socket of server.clients) {
        sessions.leave(socket, !resumable)
        send(socket, OP.invalidSession, resumable)
      }
    },
    close(code: number): void {
      for (const socket of server.clients) {
        sessions.leave(socket, ENDING_CODES.has(code))
        socket.close(code)
      }
    },
    refuseConnections: (on: boolean): void => void (isRefusing = on),
    end(): void {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
