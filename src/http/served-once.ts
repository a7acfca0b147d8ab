import { createDocument, type Document } from './document.ts'
import type { RouteResult } from './route.ts'

/** Creates a handler that builds its document for the first request and then reuses it. */
export function servedOnce(
  headers: Record<string, string>,
  read: () => string | Buffer | Promise<Buffer>,
  brotliQuality?: number,
): () => Promise<RouteResult> {
  let made: Promise<Document> | undefined
  const make = async () => createDocument(Buffer.from(await read()), headers, brotliQuality)
  return async () => {
    made ??= make().catch((error: unknown) => {
      // The file may become readable.
      made = undefined
      throw error
    })
    return { kind: 'document', document: await made }
  }
}
