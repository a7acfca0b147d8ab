import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { UNCHANGED } from './documented-responses.ts'
import { describeApi, type DescriptionOptions } from './openapi.ts'
import { route, type AnyRoute, type Route, type RouteResult } from './route.ts'
import { servedOnce } from './document.ts'
import { z } from 'zod'

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

// The page loads everything from this server; its style sheet contains small images as data URLs.
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

const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Browsers may cache the page and the description, but must revalidate them: they change with each release. */
const REVALIDATED = 'no-cache'
const HOUR = 'public, max-age=3600'

/** Routes that serve the OpenAPI document and the page that shows it. The document describes `described` and these two routes. */
export function createDocsRoutes(described: readonly AnyRoute[], options: DescriptionOptions): Route[] {
  const shown = { method: 'GET', tag: 'Operation', cost: 'free' } as const
  const hidden = { ...shown, summary: '', responses: {} }
  const routes: Route[] = [
    route({
      ...shown,
      path: '/openapi.json',
      operationId: 'getDescription',
      summary: 'This description',
      description: 'The OpenAPI document. Its version is that of the interface, not of the program.',
      responses: { 200: { description: 'An OpenAPI 3.1 document.', body: z.looseObject({}) }, 304: UNCHANGED },
      handle: servedOnce({ 'content-type': 'application/json; charset=utf-8', 'cache-control': REVALIDATED }, () =>
        JSON.stringify(describeApi([...described, ...routes], options)),
      ),
    }),
    route({
      ...shown,
      path: '/docs',
      operationId: 'getDocs',
      summary: 'This description as a page',
      description: 'Swagger UI, served from this host.',
      responses: {
        200: { description: 'A page with a form for each request.', type: 'text/html', body: z.string() },
        304: UNCHANGED,
      },
      handle: servedOnce(
        {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': REVALIDATED,
          'content-security-policy': POLICY,
        },
        () => PAGE,
      ),
    }),
  ]
  const assets = Object.entries(ASSETS).map(([name, type]) => {
    const handle = servedOnce({ 'content-type': type, 'cache-control': HOUR }, () => readFile(join(SWAGGER_UI, name)))
    return route({ ...hidden, path: `/docs/${name}`, handle })
  })
  const setup = servedOnce({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': HOUR }, () => SETUP)
  return [...routes, ...assets, route({ ...hidden, path: '/docs/setup.js', handle: setup }), createWayToDocs('/docs/')]
}

/** A route that redirects a path to the page with the description. */
export function createWayToDocs(path: string): Route {
  const handle = (): RouteResult => ({ kind: 'empty', status: 302, headers: { location: '/docs' } })
  return route({ method: 'GET', path, tag: 'Operation', cost: 'free', summary: '', responses: {}, handle })
}
