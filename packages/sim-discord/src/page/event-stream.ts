import type { ServerResponse } from 'node:http'
import type { PageEvent } from './protocol.ts'

/** Shorter than the time after which proxies and browsers give up an idle connection. */
const HEARTBEAT_MS = 15_000
/** A page that reads so slowly is disconnected; it connects again and gets the newest state. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024

/** Creates an empty list of streams. */
export function createEventStreams() {
  const open = new Set<ServerResponse>()
  const heartbeat = setInterval(() => {
    for (const response of open) response.write(':\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /** Answers with a stream that begins with this event. */
    add(response: ServerResponse, first: PageEvent): void {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
      response.write(toText(first))
      open.add(response)
      response.on('close', () => open.delete(response))
    },
    send(event: PageEvent): void {
      const text = open.size === 0 ? '' : toText(event)
      for (const response of open) {
        if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
        else response.write(text)
      }
    },
    close: () => clearInterval(heartbeat),
  }
}

const toText = (event: PageEvent) => `data: ${JSON.stringify(event)}\n\n`
