import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher } from 'undici'
import { onAbort } from '../lib/abort.ts'
import type { CallContext } from '../lib/call-context.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import { RapsheetError } from '../model/error.ts'

/** The signature of each accepted media type, checked on the first bytes as Latin-1. No SVG, as it can run scripts. */
const SIGNATURES: Record<string, (start: string) => boolean> = {
  'image/png': (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start) => start.startsWith('\xff\xd8\xff'),
  'image/gif': (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  'image/webp': (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  'image/avif': (start) => start.startsWith('ftypavif', 4) || start.startsWith('ftypavis', 4),
}

/** The media types that the image proxy accepts. */
export const IMAGE_TYPES = Object.keys(SIGNATURES)

/** Bytes needed to check a signature. */
const SIGNATURE_BYTES = 12

/** Whether the first bytes match the media type. */
export function hasSignatureOf(type: string, start: Buffer): boolean {
  return SIGNATURES[type]?.(start.toString('latin1', 0, SIGNATURE_BYTES)) ?? false
}

const MAX_BYTES = 5 * 1024 * 1024
const TOTAL_MS = 5_000
const CONNECT_MS = 2_000
const CONNECTIONS = 16
const TOO_LARGE = 'it is larger than 5 MiB'

/** Conditional request headers for the copy that a client already has. */
export interface Validators {
  ifNoneMatch?: string | undefined
  ifModifiedSince?: string | undefined
}

/**
 * A streamed image. Its body rejects when the image is too large, stalls or breaks off; the body is undefined when the client's copy is
 * current.
 */
export interface Image {
  type: string | undefined
  etag: string | undefined
  lastModified: string | undefined
  body: AsyncIterable<Uint8Array> | undefined
}

export interface ImagesOptions {
  /** A simulated CDN on loopback that stands in for every host, as `<cdnUrl>/<host>/<path>`. */
  cdnUrl?: string | undefined
  /** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
  resolve?: (host: string, done: (error: Error | null, addresses?: LookupAddress[]) => void) => void
  clock?: Clock
}

/** Creates a client for Steam's image CDN. It checks addresses on connecting, so that no host name can lead into a private network. */
export function createImages(options: ImagesOptions) {
  const { cdnUrl, resolve = (host, done) => dnsLookup(host, { all: true }, done), clock = systemClock } = options
  const mayConnectTo = (address: string) =>
    ipaddr.isValid(address) && ipaddr.process(address).range() === (cdnUrl === undefined ? 'unicast' : 'loopback')
  const agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    connect: {
      timeout: CONNECT_MS,
      // undici calls this with `all: true`. It does not call this for an IP literal, so callers of `fetch` pass only names from a fixed
      // list.
      lookup(host, _options, done) {
        resolve(host, (error, addresses) => {
          if (error || !addresses?.length) return done(error ?? new Error(`${host} has no address`), [])
          const refused = addresses.find(({ address }) => !mayConnectTo(address))
          if (refused) return done(new Error(`${host} resolves to ${refused.address}, which is not public`), [])
          done(null, addresses)
        })
      },
    },
  })

  return {
    /** Fetches a path from an approved host; throws `image_failed` for anything but a valid image. */
    async fetch(host: string, path: string, validators: Validators, callContext: CallContext): Promise<Image> {
      const target = cdnUrl === undefined ? { origin: `https://${host}`, path } : toCdnTarget(cdnUrl, host, path)
      const headers = {
        accept: IMAGE_TYPES.join(', '),
        'accept-encoding': 'identity',
        'if-none-match': validators.ifNoneMatch,
        'if-modified-since': validators.ifModifiedSince,
      }
      const { signal, end } = startTimeLimit(callContext, clock)
      try {
        signal.throwIfAborted()
        const image = await readImage(await agent.request({ ...target, method: 'GET', headers, signal }), validators)
        if (image.body === undefined) end()
        return { ...image, body: image.body && cappedBody(image.body, callContext, end) }
      } catch (error) {
        end()
        if (callContext.signal.aborted) throw callContext.signal.reason
        throw error instanceof RapsheetError ? error : failed('the image host did not answer', error)
      }
    },
    close: () => agent.destroy(),
  }
}

export type Images = ReturnType<typeof createImages>

/**
 * Starts the time limit for the whole image. The signal aborts at the limit or with the caller's signal; `end` stops the timer and aborts
 * the signal, which closes the connection.
 */
function startTimeLimit(callContext: CallContext, clock: Clock): { signal: AbortSignal; end: () => void } {
  const abort = new AbortController()
  const stopTimer = clock.setTimer(TOTAL_MS, () => abort.abort(new Error(`no whole image within ${TOTAL_MS} ms`)))
  const removeListener = onAbort(callContext.signal, (reason) => abort.abort(reason))
  return {
    signal: abort.signal,
    end() {
      stopTimer()
      removeListener()
      abort.abort()
    },
  }
}

/**
 * Checks the status, the headers and the first bytes of an answer, which must be the signature of its image type. Returns no body for a
 * 304, which says that the client's copy is current.
 */
async function readImage(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { ifNoneMatch, ifModifiedSince }: Validators,
): Promise<Omit<Image, 'body'> & { body: StartedBody | undefined }> {
  const header = (name: string) => {
    const value = headers[name]
    // When a header occurs several times, HTTP clients differ in which value they use. All values are joined here, so that every one of
    // them is checked.
    return Array.isArray(value) ? value.join(', ') : value
  }
  const validators = { etag: toSafeValidator(header('etag')), lastModified: toSafeValidator(header('last-modified')) }
  const isConditional = ifNoneMatch !== undefined || ifModifiedSince !== undefined
  if (statusCode === 304 && isConditional) return { ...validators, type: undefined, body: undefined }
  if (statusCode !== 200) throw failed(`the image host answered with status ${statusCode}`)
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!IMAGE_TYPES.includes(type)) throw failed(`the image host sent ${type || 'no content type'}`)
  if (header('content-encoding') !== undefined) throw failed('the image host sent a compressed body')
  if (Number(header('content-length') ?? 0) > MAX_BYTES) throw failed(TOO_LARGE)
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  const started = await startBody(chunks)
  if (!hasSignatureOf(type, started.start)) throw failed(`the image host sent data that is not ${type}`)
  return { ...validators, type, body: started }
}

function toCdnTarget(cdnUrl: string, host: string, path: string): { origin: string; path: string } {
  const { origin, pathname } = new URL(cdnUrl)
  return { origin, path: `${pathname.replace(/\/$/, '')}/${host}${path}` }
}

/** Returns the validator if it is safe to pass on: at most 256 characters, all of them printable ASCII. */
function toSafeValidator(validator: string | undefined): string | undefined {
  return validator !== undefined && /^[ -~]{1,256}$/.test(validator) ? validator : undefined
}

interface StartedBody {
  start: Buffer
  rest: AsyncIterator<Buffer>
}

/** Reads the first bytes, enough to check the signature. */
async function startBody(rest: AsyncIterator<Buffer>): Promise<StartedBody> {
  let start = Buffer.alloc(0)
  while (start.length < SIGNATURE_BYTES) {
    const next = await rest.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  return { start, rest }
}

/** Yields the whole body; throws when it is larger than `MAX_BYTES`. */
async function* cappedBody({ start, rest }: StartedBody, { signal }: CallContext, end: () => void) {
  try {
    let size = 0
    for (let chunk = start; ;) {
      size += chunk.length
      if (size > MAX_BYTES) throw failed(TOO_LARGE)
      yield chunk
      const next = await rest.next().catch((error: unknown) => {
        throw signal.aborted ? signal.reason : failed('the connection broke off', error)
      })
      if (next.done) return
      chunk = next.value
    }
  } finally {
    end()
  }
}

function failed(why: string, cause?: unknown): RapsheetError {
  return new RapsheetError('image_failed', `The image could not be fetched: ${why}.`, { cause })
}
