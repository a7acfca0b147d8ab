import { Client, type DefaultRestOptions, type Interaction } from 'discord.js'
import { expect, onTestFinished } from 'vitest'
import { startDiscord, type SimDiscord, type SimDiscordOptions } from '../src/server.ts'
import type { SimReply } from '../src/reply.ts'

/** The JSON body of an answer: an error or a message; empty for other bodies. */
export interface AnswerBody {
  message?: string
  code?: number
  errors?: unknown
  [field: string]: unknown
}

/** One answer of the simulated Discord. */
export interface Answer {
  status: number
  headers: Headers
  body: AnswerBody
}

/** A simulated Discord, closed after the test. */
export async function discord(options: SimDiscordOptions = {}): Promise<SimDiscord> {
  const sim = await startDiscord(options)
  onTestFinished(() => sim.close())
  return sim
}

// The undici of discord.js cannot send Node's FormData once another undici has been loaded in this process.
const nodeFetch = fetch as unknown as typeof DefaultRestOptions.makeRequest

/** A real client with the options of the bot; collects the errors of its handler. */
export function createBot(
  sim: SimDiscord,
  onInteraction: (interaction: Interaction) => Promise<unknown> = async () => {},
) {
  const client = new Client({
    intents: [],
    allowedMentions: { parse: [] },
    rest: { api: sim.apiUrl, version: '10', globalRequestsPerSecond: Infinity, makeRequest: nodeFetch },
  })
  const errors: unknown[] = []
  client.on('interactionCreate', (interaction) => {
    onInteraction(interaction).catch((error: unknown) => errors.push(error))
  })
  client.on('error', (error) => errors.push(error))
  onTestFinished(() => client.destroy())
  return { client, errors }
}

/** A real client that is logged in. */
export async function logIn(sim: SimDiscord, onInteraction?: (interaction: Interaction) => Promise<unknown>) {
  const bot = createBot(sim, onInteraction)
  await bot.client.login(sim.token)
  return bot
}

/** A simulated Discord with the command /friends, whose handler is a real client; neither may break a rule until the test ends. */
export async function answering(
  onInteraction: (interaction: Interaction) => Promise<unknown>,
  { commands = [], ...options }: SimDiscordOptions & { commands?: object[] } = {},
) {
  const sim = await discord(options)
  sim.commands.set([FRIENDS, ...commands])
  const { client, errors } = await logIn(sim, onInteraction)
  onTestFinished(() => expect([errors, sim.violations()]).toEqual([[], []]))
  return { sim, client }
}

/** A command with one required text, one number and one file. */
export const FRIENDS = {
  name: 'friends',
  description: 'Friends of an account',
  options: [
    { type: 3, name: 'account', description: 'Whose', required: true },
    { type: 4, name: 'within', description: 'Days', min_value: 1, max_value: 365 },
    { type: 11, name: 'list', description: 'A file' },
  ],
}

/** Asks with a raw request; a plain body is sent as JSON. */
export async function ask(sim: SimDiscord, method: string, path: string, body?: unknown, init: RequestInit = {}) {
  const isForm = body instanceof FormData
  const response = await fetch(`${sim.apiUrl}/v10${path}`, {
    method,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...init,
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...init.headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as AnswerBody) : {},
  }
  return answer
}

/** The header of the bot under test. */
export function asBot(sim: SimDiscord): RequestInit {
  return { headers: { authorization: `Bot ${sim.token}` } }
}

/** The path of an interaction's first answer. */
export function callbackPath(reply: SimReply): string {
  const { id, token } = reply.sent()
  return `/interactions/${String(id)}/${String(token)}/callback`
}

/** The path of an interaction's messages. */
export function webhookPath(reply: SimReply, messageId?: string): string {
  const { application_id: applicationId, token } = reply.sent()
  const webhook = `/webhooks/${String(applicationId)}/${String(token)}`
  return messageId === undefined ? webhook : `${webhook}/messages/${messageId}`
}

/** Answers an interaction with a raw request. */
export function answer(sim: SimDiscord, reply: SimReply, type: number, data?: unknown): Promise<Answer> {
  return ask(sim, 'POST', callbackPath(reply), { type, ...(data === undefined ? {} : { data }) })
}

/** Edits the reply of an interaction with a raw request. */
export function edit(sim: SimDiscord, reply: SimReply, body: unknown): Promise<Answer> {
  return ask(sim, 'PATCH', webhookPath(reply, '@original'), body)
}

/** A command without an answer yet. */
export function typed(sim: SimDiscord): SimReply {
  sim.commands.set([FRIENDS])
  return sim.user().type('/friends raider')
}

/** A simulated Discord in which a user has typed a command. */
export async function asked(options: SimDiscordOptions = {}) {
  const sim = await discord(options)
  return { sim, reply: typed(sim) }
}

/** A simulated Discord with a typed command, and a clock that only the test advances. */
export async function askedAt(start: number, options: SimDiscordOptions = {}) {
  let now = start
  return { ...(await asked({ ...options, clock: () => now })), turn: (ms: number) => void (now += ms) }
}

/** A form with `payload_json` and files. */
export function form(payload: unknown, ...files: [name: string, text: string][]): FormData {
  const data = new FormData()
  for (const [index, [name, text]] of files.entries()) data.append(`files[${index}]`, new Blob([text]), name)
  data.append('payload_json', JSON.stringify(payload))
  return data
}

export const EPHEMERAL = 64
export const V2 = 1 << 15
