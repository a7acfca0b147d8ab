import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { createConversation, type Conversation } from '../conversation/conversation.ts'
import { startLoopback } from '../loopback.ts'
import type { SimDiscord } from '../sim-discord.ts'
import { json, type PageAnswer } from './answer.ts'
import { readBody } from './body.ts'
import { findIntrusion } from './guard.ts'
import { answerMedia, type MediaSources } from './media.ts'
import { createPageFeed } from './page-feed.ts'
import { readPageFiles } from './page-files.ts'
import type { PageRequests } from './protocol.ts'
import { REQUEST_SCHEMAS } from './request-schemas.ts'
import { createHandlers } from './requests.ts'

/** A panel that a program adds to a page of its own, beside the channels. */
export interface PagePanel {
  /** What the panel shows, as JSON. */
  read: () => unknown
  /** Does what the panel asks for; throws an error with a message for the user. */
  act: (request: unknown) => void | Promise<void>
}

/** Options of the page; all are optional. */
export interface DiscordPageOptions {
  /** 0, the default, selects a free port. */
  port?: number
  /** The people whom the user of the page can be, and what they do; new ones by default. */
  conversation?: Conversation
  /** Where a picture of another server is loaded from; by default the page shows attachments only. */
  findPicture?: MediaSources['findPicture']
  /** The folder with the files of the page; those of this package by default. */
  folder?: string
  panel?: PagePanel
}

/** The running server of the page. */
export interface DiscordPage {
  /** Without a trailing slash. */
  url: string
  close: () => Promise<void>
}

const OWN_FOLDER = join(import.meta.dirname, 'view')
const NO_PANEL: PagePanel = {
  read: () => undefined,
  act() {
    throw new Error('This page has no panel.')
  },
}

/**
 * Starts the server of a page with the simulated Discord on a loopback port; `protocol.ts` describes its answers. Rejects when the
 * page is not built, or when the port is taken.
 */
export async function startDiscordPage(discord: SimDiscord, options: DiscordPageOptions = {}): Promise<DiscordPage> {
  const { conversation = createConversation(discord), panel = NO_PANEL, folder = OWN_FOLDER } = options
  const files = await readPageFiles(folder)
  const media = { discordUrl: discord.url, findPicture: options.findPicture ?? (() => undefined) }
  const { url, serve, close } = await startLoopback(options.port ?? 0)
  const port = Number(new URL(url).port)
  const feed = createPageFeed({ discord, conversation, readPanel: panel.read })
  const { guildChanged, panelChanged } = feed
  const answerRequest = createAnswering(
    createHandlers({ discord, conversation, act: panel.act, guildChanged, panelChanged }),
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
