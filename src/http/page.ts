import { extname } from 'node:path'
import { route, type Route } from './route.ts'
import { servedOnce } from './document.ts'

/** The files of the built page. */
export interface PageFiles {
  /** The HTML of `/`; undefined where it is not served. */
  index: Buffer | undefined
  /** The HTML of `/status`. */
  status: Buffer | undefined
  /** Scripts and styles, by their names. */
  assets: ReadonlyMap<string, Buffer>
}

// Allows resources of this server only, with Steam's pictures through /api/image, and forbids assigning HTML.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The headers of the HTML of a page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Assets never change, because the name of an asset contains a hash of its content. */
const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** The maximum quality. Compressing files of this size then takes a fraction of a second, once per file. */
const BROTLI_QUALITY = 11

/** Routes that serve the page at `/` and its assets; each file is compressed when it is first requested. */
export function createPageRoutes({ index, assets }: PageFiles): Route[] {
  const hidden = { method: 'GET', tag: 'Operation', summary: '', responses: {} } as const
  return [
    ...(index
      ? [route({ ...hidden, cost: 'free', path: '/', handle: servedOnce(PAGE_HEADERS, () => index, BROTLI_QUALITY) })]
      : []),
    ...[...assets].map(([name, content]) => {
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      const headers = { 'content-type': type, 'cache-control': ASSET_CACHE_CONTROL }
      const handle = servedOnce(headers, () => content, BROTLI_QUALITY)
      return route({ ...hidden, cost: 'free', path: `/assets/${name}`, handle })
    }),
  ]
}
