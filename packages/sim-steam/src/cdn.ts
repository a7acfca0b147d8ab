import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { html, type Answer } from './answer.ts'
import { createPng } from './png.ts'

const AVATAR_HOST = 'avatars.steamstatic.com'
const ITEM_HOSTS = new Set(['fastly', 'akamai', 'cloudflare'].map((name) => `community.${name}.steamstatic.com`))
const LARGE_BYTES = 6 * 1024 * 1024
const DEFAULT_ITEM_PIXELS = 96
const LAST_MODIFIED = 'Tue, 06 May 2025 10:00:00 GMT'

/** The smallest real image of each type, or at least its first bytes. */
const samples: Record<string, [type: string, base64: string]> = {
  'sample.png': ['image/png', createPng('sample', 16).toString('base64')],
  'sample.gif': ['image/gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
  'sample.jpg': ['image/jpeg', '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q=='],
  'sample.webp': ['image/webp', 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'],
  'sample.avif': ['image/avif', 'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAAIbWRhdA=='],
}

/** Answers for the image CDN; `pathname` is the part after `/cdn`: a host and its path. */
export function answerCdn(pathname: string, headers: IncomingHttpHeaders): Answer {
  const [, host = '', path = ''] = /^\/([^/]+)\/(.+)$/.exec(pathname) ?? []
  if (host !== AVATAR_HOST && !ITEM_HOSTS.has(host)) return notFound()
  if (path.startsWith('test/')) return answerTest(path.slice('test/'.length))
  const size = host === AVATAR_HOST ? avatarPixels(path) : itemPixels(path)
  if (size === undefined) return notFound()

  const validators = { etag: `"${createHash('sha1').update(path).digest('hex')}"`, 'last-modified': LAST_MODIFIED }
  if (isUnchanged(headers, validators.etag)) return { status: 304, headers: validators, body: Buffer.alloc(0) }
  // All sizes of a picture have the same pattern.
  const name = path.replace(/(_medium|_full)?\.jpg$|\/\d+fx\d+f$/, '')
  return image('image/png', createPng(name, size), { ...validators, 'cache-control': 'public, max-age=2592000' })
}

function avatarPixels(path: string): number | undefined {
  const [match, size = ''] = /^[0-9a-f]{40}(_medium|_full)?\.jpg$/.exec(path) ?? []
  return match === undefined ? undefined : { '': 32, _medium: 64, _full: 184 }[size]
}

function itemPixels(path: string): number | undefined {
  const [match, size] = /^economy\/image\/[\w-]+(?:\/(\d{1,3})fx\1f)?$/.exec(path) ?? []
  return match === undefined ? undefined : Math.max(1, Number(size ?? DEFAULT_ITEM_PIXELS))
}

function isUnchanged(headers: IncomingHttpHeaders, etag: string): boolean {
  const tags = headers['if-none-match']
  // If-None-Match takes precedence over If-Modified-Since.
  if (tags !== undefined) return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(LAST_MODIFIED)
}

/** Invalid images, for tests of the image proxy. */
function answerTest(name: string): Answer {
  const page = html(200, 'Not a picture', '<script>alert(1)</script>').body
  const sample = samples[name]
  if (sample !== undefined) return image(sample[0], Buffer.from(sample[1], 'base64'))
  switch (name) {
    case 'redirect':
      return { status: 302, headers: { location: 'sample.png' }, body: Buffer.alloc(0) }
    case 'svg':
      return image(
        'image/svg+xml',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      )
    case 'html':
      return image('text/html; charset=UTF-8', page)
    case 'wrong-type':
      return image('image/png', page)
    case 'mismatch':
      return image('image/jpeg', createPng(name, 16))
    case 'large':
      return image('image/png', largeBody())
    case 'large-chunked':
      return { ...image('image/png', largeBody()), delivery: 'chunked' }
    case 'slow':
      return { ...image('image/png', createPng(name, 184)), delivery: 'slow' }
    default:
      return notFound()
  }
}

function image(type: string, body: Buffer, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { 'content-type': type, ...headers }, body }
}

/** A valid image header with too many bytes. */
function largeBody(): Buffer {
  const body = Buffer.alloc(LARGE_BYTES)
  createPng('large', 64).copy(body)
  return body
}

function notFound(): Answer {
  return html(404, 'Not Found', 'Not Found')
}
