import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Upload } from './attachments.ts'
import type { Payload } from './compose.ts'

/** Reads a request body: JSON, or a form with `payload_json` and `files[n]`; undefined for anything else. */
export async function readPayload(request: IncomingMessage): Promise<Payload | undefined> {
  const bytes = await buffer(request)
  if (bytes.length === 0) return { json: undefined, uploads: new Map() }
  const type = request.headers['content-type'] ?? ''
  try {
    if (/^multipart\/form-data/i.test(type)) return await readForm(bytes, type)
    if (/^application\/json/i.test(type)) return { json: JSON.parse(bytes.toString()), uploads: new Map() }
  } catch {
    // The body does not match its Content-Type.
  }
  return undefined
}

async function readForm(bytes: Buffer, type: string): Promise<Payload> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const json = form.get('payload_json')
  const uploads = new Map<number, Upload>()
  for (const [field, value] of form) {
    const [, number] = /^files\[(\d+)\]$/.exec(field) ?? []
    if (number === undefined || typeof value === 'string') continue
    const data = Buffer.from(await value.arrayBuffer())
    uploads.set(Number(number), { name: value.name, data, contentType: value.type })
  }
  return { json: typeof json === 'string' ? JSON.parse(json) : undefined, uploads }
}
