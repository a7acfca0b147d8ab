import { lookup as dnsLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { Agent, errors } from 'undici'
import type { CallContext } from '../lib/call-context.ts'
import { RapsheetError } from '../model/error.ts'
import { hasSignatureOf, IMAGE_TYPES, SIGNATURE_BYTES } from './image-types.ts'

const MAX_BYTES = 5 * 1024 * 1024
const TOTAL_MS = 5_000
const CONNECT_MS = 2_000
const CONNECTIONS = 16
const TOO_LARGE = 'it is larger than 5 MiB'

/** What a client already has of an image. */
export interface Validators {
  ifNoneMatch?: string | undefined
  ifModifiedSince?: string | undefined
}

/** An image as it streams in; its body rejects when it grows too large, stalls or breaks off. Without a body: unchanged. */
export interface Image {
  type: string | undefined
  etag: string | undefined
  lastModified: string | undefined
  body: AsyncIterable<Uint8Array> | undefined
}

export interface Images {
  /** Fetches a path from an approved host; throws `image_failed` for anything but a sound image. */
  fetch(host: string, path: string, validators: Validators, callContext: CallContext): Promise<Image>
  close(): Promise<void>
}

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (host: string, done: (error: Error | null, addresses?: LookupAddress[]) => void) => void

export interface ImagesOptions {
  /** A simulated CDN on loopback that stands in for every host, as `<cdnUrl>/<host>/<path>`. */
  cdnUrl?: string | undefined
  resolve?: Resolve
}

/** The image CDN. Addresses are checked as the connection is made, so that no name leads into a private network. */
export function createImages({ cdnUrl, resolve = resolveAll }: ImagesOptions): Images {
  const mayConnectTo = (address: string) =>
    ipaddr.isValid(address) && ipaddr.process(address).range() === (cdnUrl === undefined ? 'unicast' : 'loopback')
  const agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    maxResponseSize: MAX_BYTES,
    connect: {
      timeout: CONNECT_MS,
      // undici asks with `all: true` and takes the list; for an IP literal it would not ask at all, which is why hosts
      // are names from a list.
      lookup(host, _options, done) {
        resolve(host, (error, addresses) => {
          // On failure Node gives no list at all.
          if (error || !addresses?.length) return done(error ?? new Error(`${host} has no address`), [])
          const refused = addresses.find(({ address }) => !mayConnectTo(address))
          if (refused) return done(new Error(`${host} resolves to ${refused.address}, which is not public`), [])
          done(null, addresses)
        })
      },
    },
  })

  return {
    async fetch(host, path, { ifNoneMatch, ifModifiedSince }, callContext) {
      const target = cdnUrl === undefined ? { origin: `https://${host}`, path } : behind(cdnUrl, host, path)
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(new Error(`no whole image within ${TOTAL_MS} ms`)), TOTAL_MS)
      const onLeave = () => abort.abort(callContext.signal.reason)
      callContext.signal.addEventListener('abort', onLeave, { once: true })
      const done = () => {
        clearTimeout(timer)
        callContext.signal.removeEventListener('abort', onLeave)
        abort.abort()
      }
      try {
        callContext.signal.throwIfAborted()
        const answer = await agent.request({
          ...target,
          method: 'GET',
          headers: {
            accept: IMAGE_TYPES.join(', '),
            'accept-encoding': 'identity',
            ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
            ...(ifModifiedSince === undefined ? {} : { 'if-modified-since': ifModifiedSince }),
          },
          signal: abort.signal,
        })
        // Sent twice, one of them might not be what others go by.
        const header = (name: string) => {
          const value = answer.headers[name]
          return Array.isArray(value) ? value.join(', ') : value
        }
        const validators = { etag: sound(header('etag')), lastModified: sound(header('last-modified')) }
        const isConditional = ifNoneMatch !== undefined || ifModifiedSince !== undefined
        if (answer.statusCode === 304 && isConditional) {
          done()
          return { ...validators, type: undefined, body: undefined }
        }
        const type = header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
        if (answer.statusCode !== 200) throw failed(`the image host answered with status ${answer.statusCode}`)
        if (!IMAGE_TYPES.includes(type)) throw failed(`the image host sent ${type || 'something without a type'}`)
        if (header('content-encoding') !== undefined) throw failed('the image host sent it packed')
        if (Number(header('content-length') ?? 0) > MAX_BYTES) throw failed(TOO_LARGE)
        const chunks = answer.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
        const start = await readStart(chunks)
        if (!hasSignatureOf(type, start)) throw failed(`what the image host sent is not ${type}`)
        return { ...validators, type, body: cappedBody(start, chunks, callContext, done) }
      } catch (error) {
        done()
        if (callContext.signal.aborted) throw callContext.signal.reason
        throw error instanceof RapsheetError ? error : failed('the image host did not answer', error)
      }
    },
    close: () => agent.destroy(),
  }
}

function behind(cdnUrl: string, host: string, path: string): { origin: string; path: string } {
  const { origin, pathname } = new URL(cdnUrl)
  return { origin, path: `${pathname.replace(/\/$/, '')}/${host}${path}` }
}

/** A validator as it may be passed on and come back: short, and in characters a header can have. */
function sound(validator: string | undefined): string | undefined {
  return validator !== undefined && /^[ -~]{1,256}$/.test(validator) ? validator : undefined
}

const resolveAll: Resolve = (host, done) => dnsLookup(host, { all: true }, done)

/** Enough of the beginning to tell the kind of image. */
async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < SIGNATURE_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  return start
}

async function* cappedBody(
  start: Buffer,
  rest: AsyncIterator<Buffer>,
  callContext: CallContext,
  done: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let size = 0
    for (let chunk = start; ;) {
      size += chunk.length
      if (size > MAX_BYTES) throw failed(TOO_LARGE)
      yield chunk
      const next = await rest.next().catch((error: unknown) => {
        if (callContext.signal.aborted) throw callContext.signal.reason
        throw failed(error instanceof errors.ResponseExceededMaxSizeError ? TOO_LARGE : 'it broke off', error)
      })
      if (next.done) return
      chunk = next.value
    }
  } finally {
    done()
  }
}

function failed(why: string, cause?: unknown): RapsheetError {
  return new RapsheetError('image_failed', `The image could not be had: ${why}.`, { cause })
}
