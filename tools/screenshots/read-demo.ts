import type { PageEvent, PageRequests, PageState } from '../../packages/sim-discord/src/index.ts'

/** Reads the ids of a person and of what commands name, and resolves with these and a function that sends requests. */
export async function readDemo(url: string, name: string) {
  const state = await readState(url)
  return {
    user: idOf(state.people, name),
    channel: idOf(state.channels, 'moderation'),
    channelId: (wanted: string) => idOf(state.channels, wanted),
    roleId: (wanted: string) => idOf(state.roles, wanted),
    async post<Name extends keyof PageRequests>(request: Name, body: PageRequests[Name]): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/${request}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${request}: ${await response.text()}`)
    },
  }
}

function idOf(list: readonly { id: string; name: string }[], wanted: string): string {
  const found = list.find((each) => each.name === wanted)
  if (found === undefined) throw new Error(`The demo has no ${wanted}.`)
  return found.id
}

/** The state that the stream of events begins with. */
async function readState(url: string): Promise<PageState> {
  const abort = new AbortController()
  const { body } = await fetch(`${url}/events`, { signal: abort.signal })
  let text = ''
  for await (const chunk of (body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream())) {
    text += chunk
    const [, data] = /^data: (.+)\n\n/.exec(text) ?? []
    if (data === undefined) continue
    abort.abort()
    // The server sends events of the protocol.
    const event = JSON.parse(data) as PageEvent
    if (event.type === 'state') return event.state
  }
  throw new Error('The demo sends no state.')
}
