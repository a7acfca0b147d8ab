import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

/** In the order of preference, which is normally ascending by size. */
export const CODINGS = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/** What is compressed for one answer. Node's default, 11, takes 15 s for 8 MB; more than 4 takes longer than the transfer saves. */
const BROTLI_QUALITY = 4
/** 128 KiB. The default, 4 MiB, takes twice the memory for each export, and makes it no smaller. */
const BROTLI_WINDOW_BITS = 17

/** Smaller bodies fit into one packet, and are sent as they are. */
const MIN_BYTES = 1024

/** Compresses a body. */
export async function compress(
  body: string | Buffer,
  coding: Exclude<Coding, 'identity'>,
  brotliQuality = BROTLI_QUALITY,
): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body)
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  })
}

/** Creates a stream that compresses the parts of a file. */
export const createCompressor = (coding: Exclude<Coding, 'identity'>) =>
  coding === 'gzip'
    ? createGzip()
    : createBrotliCompress({
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        },
      })

/** The coding of those available that a client prefers by its `Accept-Encoding`; with equal qualities, the first. */
export function chooseCoding(acceptEncoding: string | undefined, available: readonly Coding[] = CODINGS): Coding {
  const qualities = readQualities(acceptEncoding ?? '')
  const best = available.reduce((one, other) => (qualityOf(qualities, other) > qualityOf(qualities, one) ? other : one))
  // A client that accepts no coding gets the plain body, which is more useful than an error.
  return qualityOf(qualities, best) > 0 ? best : 'identity'
}

/** The coding of a body of this size: none for a small body, unless the client refuses a plain one. */
export function codingFor(acceptEncoding: string | undefined, bytes: number): Coding {
  if (acceptEncoding === undefined) return 'identity'
  const mayBePlain = qualityOf(readQualities(acceptEncoding), 'identity') > 0
  return bytes < MIN_BYTES && mayBePlain ? 'identity' : chooseCoding(acceptEncoding)
}

function qualityOf(qualities: ReadonlyMap<string, number>, coding: Coding): number {
  const ofOthers = qualities.get('*')
  // `identity` is acceptable unless it is excluded, but any listed coding is preferred.
  const unlisted = coding === 'identity' && ofOthers !== 0 ? Number.MIN_VALUE : (ofOthers ?? 0)
  return qualities.get(coding) ?? unlisted
}

/**
 * The entity tag of a body in a coding, from that of the plain body: each coding has its own bytes.
 * @example
 *   tagOfCoding('"x"', 'br') // '"x-br"'
 */
export const tagOfCoding = (etag: string, coding: Coding): string =>
  coding === 'identity' ? etag : etag.replace(/"$/, `-${coding}"`)

/**
 * The codings or media types of an `Accept-Encoding` or `Accept` header, each with its quality.
 * @example
 *   readQualities('br, gzip;q=0.5') // Map { 'br' => 1, 'gzip' => 0.5 }
 */
export function readQualities(accepted: string): Map<string, number> {
  const qualities = new Map<string, number>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    if (name !== '') qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  return qualities
}
