const END_OF_EVENT = /\r?\n\r?\n/
// JSON may contain U+2028 and U+2029, which `.` matches with the flag only.
const DATA = /^data: ?(.*)$/s

/**
 * The data of Server-Sent Events, parsed as JSON, in their order. Ends when the body ends; an event that was cut off is left out.
 * Comments and events without data are skipped.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<unknown, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (buffered + value).split(END_OF_EVENT)
      buffered = events.pop() ?? ''
      for (const event of events) {
        const data = event.split(/\r?\n/).flatMap((line) => DATA.exec(line)?.[1] ?? [])
        if (data.length > 0) yield JSON.parse(data.join('\n'))
      }
    }
  } finally {
    // Ends the request if the caller stops reading.
    await reader.cancel().catch(() => {})
  }
}
