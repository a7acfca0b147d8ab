import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describeApi } from './openapi.ts'
import { json } from './reply.ts'
import type { Reply } from './reply.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'
import { z } from 'zod'

const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

// Everything comes from this server; the page's style sheet carries its small pictures inside.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rapsheet API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript; the description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/setup.js"></script>
</body>
</html>
`

const SETUP = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, validatorUrl: null })
`

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const HOUR = 'public, max-age=3600'

const page = (type: string, body: string | Buffer, headers: Record<string, string> = {}): Reply => ({
  kind: 'page',
  headers: { 'content-type': type, ...headers },
  body,
})

/** The description of the given routes and of these themselves, and the page that shows it. */
export function createDocsRoutes(described: readonly Route[]): Route[] {
  const shown = { method: 'GET', tag: 'Operation', cost: 'free' } as const
  const html = { 'text/html': z.string() }
  const routes: Route[] = [
    route({
      ...shown,
      path: '/openapi.json',
      summary: 'This description',
      answers: { 200: { description: 'An OpenAPI 3.1 document.', content: { 'application/json': z.looseObject({}) } } },
      handle: () => json(description),
    }),
    route({
      ...shown,
      path: '/docs',
      summary: 'This description as a page',
      answers: { 200: { description: 'A page that can try requests.', content: html } },
      handle: () => page('text/html; charset=utf-8', PAGE, { 'content-security-policy': POLICY }),
    }),
  ]
  const description = describeApi([...described, ...routes])
  const files: Record<string, Promise<Buffer>> = {}
  const assets = Object.entries(FILES).map(([name, type]) =>
    route({
      ...shown,
      cost: 'image',
      path: `/docs/${name}`,
      summary: '',
      answers: {},
      // Read once: a copy for each of those who ask for 1.5 MB and do not read it would fill the memory.
      handle: async () => page(type, await (files[name] ??= readFile(join(ASSETS, name))), { 'cache-control': HOUR }),
    }),
  )
  const setup = route({
    ...shown,
    path: '/docs/setup.js',
    summary: '',
    answers: {},
    handle: () => page('text/javascript; charset=utf-8', SETUP, { 'cache-control': HOUR }),
  })
  return [...routes, ...assets, setup]
}
