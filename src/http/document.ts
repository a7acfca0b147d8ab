import { createHash } from 'node:crypto'
import { chooseCoding, type Coding, CODINGS, compress, tagOfCoding } from './compression.ts'

/** For what is compressed once. The maximum, 11, takes seconds for a script of 1.7 MB and saves only 8 % more. */
const BROTLI_QUALITY = 9

interface Representation {
  coding: Coding
  etag: string
  body: Buffer
}

/** A body that is the same for every request; all responses share its buffers. */
export interface Document {
  headers: Record<string, string>
  /** In the order of `CODINGS`. */
  representations: Representation[]
}

/** Compresses a body once; leaves out encodings that are not smaller than the body itself. */
async function createDocument(
  body: Buffer,
  headers: Record<string, string>,
  brotliQuality = BROTLI_QUALITY,
): Promise<Document> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const all = await Promise.all(
    CODINGS.map(async (coding) => ({
      coding,
      etag: tagOfCoding(etag, coding),
      body: coding === 'identity' ? body : await compress(body, coding, brotliQuality),
    })),
  )
  return {
    headers,
    representations: all.filter((each) => each.coding === 'identity' || each.body.length < body.length),
  }
}

/** The representation that a client prefers by its `Accept-Encoding`. */
export function chooseRepresentation(
  { representations }: Document,
  acceptEncoding: string | undefined,
): Representation {
  const available = representations.map(({ coding }) => coding)
  const chosen = chooseCoding(acceptEncoding, available)
  const found = representations.find(({ coding }) => coding === chosen)
  if (!found) throw new Error('a document lacks its plain body')
  return found
}

/** Whether an `If-None-Match` header matches this entity tag. */
export const isMatch = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false

/** Creates a handler that builds its document for the first request and then reuses it. */
export function servedOnce(
  headers: Record<string, string>,
  read: () => string | Buffer | Promise<Buffer>,
  brotliQuality?: number,
): () => Promise<{ kind: 'document'; document: Document }> {
  let made: Promise<Document> | undefined
  const make = async () => createDocument(Buffer.from(await read()), headers, brotliQuality)
  return async () => {
    made ??= make().catch((error: unknown) => {
      // The next request tries again, because the file may be readable then.
      made = undefined
      throw error
    })
    return { kind: 'document', document: await made }
  }
}
