import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { startLoopback } from '../loopback.ts'
import { json, type PageAnswer } from './answer.ts'
import { readBody } from './body.ts'
import { findIntrusion } from './guard.ts'
import { answerMedia, type MediaOrigins } from './media.ts'
import { createPageFeed, type FeedOptions } from './page-feed.ts'
import type { PageRequests } from './protocol.ts'
import { REQUEST_SCHEMAS } from './request-schemas.ts'
import { createHandlers } from './requests.ts'

/** What the page shows and acts on. */
export interface DiscordPageOptions extends FeedOptions {
  /** The answers with the files of the page, by their paths. */
  files: ReadonlyMap<string, PageAnswer>
  media: MediaOrigins
  /** 0, the default, selects a free port. */
  port?: number
}

/** The running server of the page. */
export interface DiscordPage {
  /** Without a trailing slash. */
  url: string
  close: () => Promise<void>
}

/** Starts the server of the page of the simulated Discord on a loopback port; `protocol.ts` describes its answers. */
export async function startDiscordPage(options: DiscordPageOptions): Promise<DiscordPage> {
  const { files, media } = options
  const { url, serve, close } = await startLoopback(options.port ?? 0)
  const port = Number(new URL(url).port)
  const feed = createPageFeed(options)
  const answerRequest = createAnswering(
    createHandlers({ ...options, addNote: feed.addNote, guildChanged: feed.guildChanged }),
  )

  serve(async (request, response) => {
    const intrusion = findIntrusion(request.headers, port)
    if (intrusion !== undefined) return deliver(response, json(403, { error: intrusion }))
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (request.method === 'POST') return deliver(response, await answerRequest(pathname.slice(1), request))
    if (request.method !== 'GET') return deliver(response, json(405, { error: 'Only GET and POST are answered.' }))
    if (pathname === '/events') return feed.open(response)
    if (pathname === '/media') return deliver(response, await answerMedia(searchParams, media))
    deliver(response, files.get(pathname) ?? json(404, { error: `There is no ${pathname}.` }))
  })
  return {
    url,
    async close() {
      feed.close()
      await close()
    },
  }
}

/** Creates the function that answers the POST requests. */
function createAnswering(handlers: ReturnType<typeof createHandlers>) {
  const run = async (name: keyof PageRequests, body: unknown): Promise<object> => {
    // TypeScript does not relate the schema of a name to the handler of the same name.
    const handle = handlers[name] as (body: unknown) => object | Promise<object>
    return handle(REQUEST_SCHEMAS[name].parse(body))
  }
  return async (name: string, request: IncomingMessage): Promise<PageAnswer> => {
    if (!isRequest(name)) return json(404, { error: `There is no request ${name}.` })
    const read = await readBody(request)
    if ('refused' in read) return read.refused
    try {
      return json(200, await run(name, read.value))
    } catch (error) {
      if (error instanceof z.ZodError) return json(400, { error: `Malformed request: ${z.prettifyError(error)}` })
      return json(400, { error: error instanceof Error ? error.message : String(error) })
    }
  }
}

const isRequest = (name: string): name is keyof PageRequests => Object.hasOwn(REQUEST_SCHEMAS, name)

function deliver(response: ServerResponse, { status, headers, body }: PageAnswer): void {
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(body)
}
