import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { inject, onTestFinished } from 'vitest'
import type { PageEvent, PageMessage, PageRequests, PageState } from '../../src/page/protocol.ts'
import type { WireComponent, WireMessage } from '../../src/page/wire-format.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const MODERATION = '300000000000000001'
const ALERTS = '300000000000000002'
export const MODERATOR = '100000000000000001'
export const GERMAN = '100000000000000002'
export const GUEST = '100000000000000003'
const BOT = { id: '200000000000000001', username: 'Bot', global_name: null, bot: true }
const MODERATE_MEMBERS = '1099511627776'

/** A request of the page. */
type Request = { [Name in keyof PageRequests]: [name: Name, body: PageRequests[Name]] }[keyof PageRequests]

/** Serves a built page with a state and events of the test; requests are recorded, and accepted unless `answers` says otherwise. */
export async function startFakeDiscordPage(changes: Partial<PageState> = {}, folder = inject('discordPageFolder')) {
  const state = { ...EMPTY, ...changes }
  const streams = new Set<ServerResponse>()
  const requests: Request[] = []
  const answers: { refusal: string | undefined; choices: { name: string; value: string }[] } = {
    refusal: undefined,
    choices: [],
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    if (path === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      streams.add(response)
      write(response, { type: 'state', state })
      return
    }
    if (request.method === 'POST') {
      // The page sends the bodies of the protocol.
      requests.push([path.slice(1), await json(request)] as Request)
      response.writeHead(answers.refusal === undefined ? 200 : 400, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          answers.refusal === undefined ? { interaction: '1', choices: answers.choices } : { error: answers.refusal },
        ),
      )
      return
    }
    if (path === '/media') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' })
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="184" height="184"><rect width="184" height="184" fill="#678"/></svg>',
      )
      return
    }
    const file = join(folder, path === '/' ? 'index.html' : `assets/${basename(path)}`)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain', 'content-security-policy': POLICY })
    response.end(readFileSync(file))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    send(event: PageEvent): void {
      for (const stream of streams) write(stream, event)
    },
  }
}

function write(stream: ServerResponse, event: PageEvent): void {
  stream.write(`data: ${JSON.stringify(event)}\n\n`)
}

const person = (id: string, name: string, locale: string, permissions: string) => ({
  id,
  name,
  locale,
  permissions,
  isModerator: permissions !== '0',
  isManager: false,
})

/** A server with three people, three commands with a slash, two in menus, and no messages. */
export const EMPTY: PageState = {
  guild: { id: '400000000000000001', name: 'Rust EU Main', locale: 'en-US' },
  bot: BOT,
  channels: [
    { id: MODERATION, name: 'moderation', type: 0, isWritable: true },
    { id: ALERTS, name: 'alerts', type: 0, isWritable: true },
  ],
  roles: [{ id: '500000000000000001', name: 'Mods' }],
  people: [
    person(MODERATOR, 'moderator', 'en-US', MODERATE_MEMBERS),
    person(GERMAN, 'anna', 'de', MODERATE_MEMBERS),
    person(GUEST, 'guest', 'en-US', '0'),
  ],
  commands: [
    {
      id: '1',
      type: 1,
      name: 'lookup',
      name_localizations: { de: 'nachschlagen' },
      description: 'Bans and profile',
      description_localizations: { de: 'Sperren und Profil' },
      default_member_permissions: MODERATE_MEMBERS,
      options: [{ type: 3, name: 'account', description: 'An account', required: true, max_length: 100 }],
    },
    {
      id: '2',
      type: 1,
      name: 'friends',
      description: 'Bans of friends',
      default_member_permissions: MODERATE_MEMBERS,
      options: [
        { type: 3, name: 'account', description: 'An account', required: true },
        { type: 4, name: 'within', description: 'Days', min_value: 0, max_value: 9999 },
        {
          type: 3,
          name: 'kind',
          description: 'Kind of ban',
          choices: [
            { name: 'VAC bans', value: 'vac' },
            { name: 'Game bans', value: 'game' },
          ],
        },
      ],
    },
    {
      id: '3',
      type: 1,
      name: 'watch',
      description: 'The watch list',
      default_member_permissions: MODERATE_MEMBERS,
      options: [
        {
          type: 1,
          name: 'import',
          description: 'Many accounts',
          options: [
            { type: 3, name: 'accounts', description: 'Accounts' },
            { type: 11, name: 'file', description: 'A file' },
          ],
        },
        {
          type: 1,
          name: 'channel',
          description: 'Where alerts go',
          options: [
            { type: 7, name: 'channel', description: 'A channel', required: true, channel_types: [0] },
            { type: 8, name: 'role', description: 'A role' },
          ],
        },
      ],
    },
    {
      id: '4',
      type: 3,
      name: 'Check Steam accounts',
      name_localizations: { de: 'Steam-Accounts prüfen' },
      description: '',
      default_member_permissions: MODERATE_MEMBERS,
    },
    {
      id: '5',
      type: 2,
      name: 'Check this person',
      description: '',
      default_member_permissions: MODERATE_MEMBERS,
    },
  ],
  messages: [],
}

let messages = 0

/** A message of the bot with these components. */
export function messageOf(
  components: readonly WireComponent[],
  changes: Partial<WireMessage> = {},
  rest: Partial<Omit<PageMessage, 'wire'>> = {},
): PageMessage {
  messages += 1
  const wire: WireMessage = {
    id: `6000000000000${String(messages).padStart(5, '0')}`,
    channel_id: MODERATION,
    author: BOT,
    content: '',
    components,
    attachments: [],
    flags: 32_768,
    mention_roles: [],
    timestamp: '2026-11-20T10:00:00.000Z',
    edited_timestamp: null,
    ...changes,
  }
  return { wire, visibleTo: null, notifies: [], command: null, ...rest }
}

/** The same as an ephemeral answer to a command of the moderator. */
export const answerOf = (components: readonly WireComponent[], changes: Partial<WireMessage> = {}): PageMessage =>
  messageOf(
    components,
    { flags: 32_768 | 64, ...changes },
    {
      visibleTo: MODERATOR,
      command: {
        user: { id: MODERATOR, username: 'moderator', global_name: 'moderator', bot: false },
        name: '/lookup',
      },
    },
  )

/** A text display. */
export const textOf = (content: string, id = 1) => ({ type: 10, id, content }) as const
