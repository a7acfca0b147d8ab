import { unreadable, type Read } from './request.ts'

type EventStream = Response & { body: NonNullable<Response['body']> }

const isEventStream = (response: Response): response is EventStream =>
  response.body !== null && (response.headers.get('content-type') ?? '').startsWith('text/event-stream')

/** Accepts an answer that is an event stream. */
export const eventStream: Read<EventStream> = async (response) => {
  if (isEventStream(response)) return response
  // Cancelled, because the connection would stay in use.
  await response.body?.cancel()
  throw unreadable(response)
}

/** The fields of a Server-Sent Event. */
export interface Message {
  id?: string | undefined
  event?: string | undefined
  data?: string | undefined
}

const END_OF_EVENT = /\r?\n\r?\n/
// JSON may contain U+2028 and U+2029, which `.` matches with the flag only.
const FIELD = /^(id|event|data): ?(.*)$/s

/**
 * Server-Sent Events in their order. Ends when the body ends; an event that was cut off is left out. Comments are skipped; `onPart` is called
 * for each part of the body that arrives, also for those.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPart: () => void = () => {},
): AsyncGenerator<Message, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onPart()
      const events = (buffered + value).split(END_OF_EVENT)
      buffered = events.pop() ?? ''
      for (const event of events) {
        const message = toMessage(event)
        if (message) yield message
      }
    }
  } finally {
    // Ends the request if the caller stops reading.
    await reader.cancel().catch(() => {})
  }
}

function toMessage(event: string): Message | undefined {
  const fields = event.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    return name === '' ? [] : [{ name, value }]
  })
  if (fields.length === 0) return undefined
  const valuesOf = (wanted: string) => fields.flatMap(({ name, value }) => (name === wanted ? [value] : []))
  const data = valuesOf('data')
  return {
    id: valuesOf('id').at(-1),
    event: valuesOf('event').at(-1),
    data: data.length > 0 ? data.join('\n') : undefined,
  }
}

/** The data of Server-Sent Events, parsed as JSON. Events without data are skipped. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of readMessages(body)) if (data !== undefined) yield JSON.parse(data)
}
