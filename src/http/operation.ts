import { z } from 'zod'
import { readinessSchema, type Readiness } from '../model/readiness.ts'
import { json, route, type Route } from './route.ts'

/** Routes for the operator's tools: liveness, readiness and metrics in the Prometheus text format. */
export function createOperationRoutes(
  readiness: () => Promise<Readiness>,
  metrics: () => Promise<{ type: string; body: Buffer }>,
): Route[] {
  const shown = { method: 'GET', tag: 'Operation', cost: 'free' } as const
  return [
    route({
      ...shown,
      path: '/healthz',
      summary: 'Whether the process is alive',
      responses: { 200: { description: 'The process is alive.', body: z.object({ status: z.literal('alive') }) } },
      handle: () => json({ status: 'alive' }),
    }),
    route({
      ...shown,
      path: '/readyz',
      summary: 'Whether lookups can be served',
      responses: {
        200: { description: 'The store is open and Steam answers.', body: readinessSchema },
        503: {
          description: 'The store is closed, Steam does not answer, or the process is stopping.',
          body: readinessSchema,
        },
      },
      handle: async () => {
        const state = await readiness()
        return { kind: 'json', value: state, status: state.ready ? 200 : 503 }
      },
    }),
    route({
      ...shown,
      path: '/metrics',
      summary: 'Metrics for Prometheus',
      responses: { 200: { description: 'Prometheus text format.', type: 'text/plain', body: z.string() } },
      handle: async () => {
        const { type, body } = await metrics()
        return { kind: 'page', headers: { 'content-type': type }, body }
      },
    }),
  ]
}
