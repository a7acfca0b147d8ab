import type { Readiness } from './api-types.ts'
import { json, unreadable, type CallOptions, type Request } from './request.ts'

const open = { token: 'none' } as const

/** Rejects unless the content type begins with `type`, because a proxy may have sent a page of its own. */
async function ofType(response: Response, type: string): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith(type)) return response
  // Cancelled, because the connection would stay in use.
  await response.body?.cancel()
  throw unreadable(response)
}

/** Pictures, and the state and description of the service. No token is needed. */
export const createOperation = (request: Request) => ({
  /** A picture that an answer names, by its https URL or by the path on the service that an inventory has. */
  getImage: (url: string, options?: CallOptions): Promise<Blob> =>
    request(
      {
        ...options,
        ...open,
        ...(url.startsWith('/api/image?') ? { path: url } : { path: '/api/image', query: { url } }),
      },
      async (response) => (await ofType(response, 'image/')).blob(),
    ),
  /** Whether the process is alive. */
  getHealth: (options?: CallOptions): Promise<{ status: 'alive' }> =>
    request({ ...options, ...open, path: '/healthz' }, json('status')),
  /** Whether look-ups can be served, and if not, why. */
  getReadiness: (options?: CallOptions): Promise<Readiness> =>
    request({ ...options, ...open, path: '/readyz', alsoOk: 503 }, json('ready')),
  /** The metrics of the process, in the text format of Prometheus. */
  getMetrics: (options?: CallOptions): Promise<string> =>
    request({ ...options, ...open, path: '/metrics' }, async (response) =>
      (await ofType(response, 'text/plain')).text(),
    ),
  /** The OpenAPI document of the service. */
  getDescription: (options?: CallOptions): Promise<Record<string, unknown>> =>
    request({ ...options, ...open, path: '/openapi.json' }, json('openapi')),
})
