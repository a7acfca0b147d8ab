import type { IncomingMessage } from 'node:http'
import { json, type PageAnswer } from './answer.ts'

/** A file of Discord's largest size in base64, and the other options. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Reads a JSON body; a rejection is the answer to send. */
export async function readBody(request: IncomingMessage): Promise<{ value: unknown } | { refused: PageAnswer }> {
  // Pages of other origins cannot send this type without asking first.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return { refused: json(415, { error: 'The body must be application/json.' }) }
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read as well, because a client reads the answer only after it has sent its body.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BODY_BYTES) {
    return { refused: json(413, { error: `The request is too large: files have at most 10 MiB.` }) }
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString()) }
  } catch {
    return { refused: json(400, { error: 'The body is not JSON.' }) }
  }
}
