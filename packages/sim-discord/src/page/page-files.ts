import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { PageAnswer } from './answer.ts'

// The page loads everything from its server, pictures through /media, and assigns no HTML.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The answers with the files of the page that was built into a folder, by their paths; rejects if the page is not built. */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageAnswer>> {
  const assets = join(folder, 'assets')
  const names = await readdir(assets)
  const index = await readFile(join(folder, 'index.html'))
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  const files = names.map(async (name): Promise<[string, PageAnswer]> => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    // The name contains a hash of the content.
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }
    return [`/assets/${name}`, { status: 200, headers, body: await readFile(join(assets, name)) }]
  })
  const page = { status: 200, headers: { ...html, 'content-security-policy': POLICY }, body: index }
  return new Map([['/', page], ...(await Promise.all(files))])
}
