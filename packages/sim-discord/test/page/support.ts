import { createParser } from 'eventsource-parser'
import { expect, inject, onTestFinished } from 'vitest'
import { startDiscordPage, type DiscordPageOptions, type SimDiscord } from '../../src/index.ts'
import type { PageEvent, PageMessage, PageRequests } from '../../src/page/protocol.ts'

/** The page of a simulated Discord, as a browser uses it. */
export type TestPage = Awaited<ReturnType<typeof openTestPage>>

/** Starts the server of the page and opens its events; both are closed after the test. */
export async function openTestPage(discord: SimDiscord, options: DiscordPageOptions = {}) {
  const page = await startDiscordPage(discord, { folder: inject('discordPageFolder'), ...options })
  onTestFinished(() => page.close())
  const events = await openEvents(page.url)
  const [first] = events
  if (first?.type !== 'state') throw new Error('the first event is not the state')
  const { state } = first

  /** The newest version of each message. */
  const messages = (): PageMessage[] => {
    const newest = new Map(state.messages.map((message) => [message.wire.id, message]))
    for (const event of events) {
      if (event.type === 'message') newest.set(event.message.wire.id, event.message)
      if (event.type === 'delete') newest.delete(event.messageId)
    }
    return [...newest.values()]
  }
  const person = (name: string): string => idOf(state.people, name)
  const until = async <T>(read: () => T | undefined): Promise<T> => {
    await expect.poll(read, { timeout: 12_000, interval: 5 }).toBeDefined()
    const value = read()
    if (value === undefined) throw new Error('the value is gone again')
    return value
  }
  return {
    url: page.url,
    state,
    events: events as readonly PageEvent[],
    messages,
    person,
    channel: (name: string): string => idOf(state.channels, name),
    /** Sends a request; resolves with the status and the answer. */
    async post<Name extends keyof PageRequests>(name: Name, body: PageRequests[Name]) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${page.url}/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    until,
    /** Resolves with the newest message whose JSON contains a text. */
    untilMessage: (text: string) => until(() => messages().findLast(({ wire }) => JSON.stringify(wire).includes(text))),
    /** Resolves with the first event of a type that passes. */
    untilEvent: <Type extends PageEvent['type']>(
      type: Type,
      passes: (event: Extract<PageEvent, { type: Type }>) => boolean = () => true,
    ) =>
      until(() =>
        events.find(
          (event): event is Extract<PageEvent, { type: Type }> => event.type === type && passes(event as never),
        ),
      ),
  }
}

function idOf(named: readonly { id: string; name: string }[], name: string): string {
  const found = named.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found.id
}

/** Opens the events of a page, and collects them; resolves with the list once the state has arrived. */
export async function openEvents(url: string): Promise<PageEvent[]> {
  const abort = new AbortController()
  const response = await fetch(`${url}/events`, { signal: abort.signal })
  const events: PageEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as PageEvent) })
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  })().catch(() => {})
  onTestFinished(async () => {
    abort.abort()
    await reading
  })
  await expect.poll(() => events.length, { timeout: 5_000, interval: 5 }).toBeGreaterThan(0)
  return events
}

/** The ids of the buttons of a message, by their labels. */
export function buttonsOf(message: PageMessage): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const { type, label, custom_id: customId } = value as Record<string, unknown>
    if (type === 2 && typeof customId === 'string') found[String(label)] = customId
    Object.values(value).forEach(visit)
  }
  visit(message.wire.components)
  return found
}
