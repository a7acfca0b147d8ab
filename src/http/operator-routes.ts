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
      description: 'For the health check of a supervisor; asks nothing of Steam or the database.',
      responses: { 200: { description: 'The process is alive.', body: z.object({ status: z.literal('alive') }) } },
      handle: () => json({ status: 'alive' }),
    }),
    route({
      ...shown,
      path: '/readyz',
      summary: 'Whether lookups can be served',
      description: 'For a load balancer: it should send requests only while the status is 200.',
      responses: {
        200: { description: 'The store is open, the database is not lost, and Steam answers.', body: readinessSchema },
        503: {
          description: 'The store is closed, the database is lost, Steam does not answer, or the process is stopping.',
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
      description: 'Counters and durations of requests, calls to Steam, the cache and the bot.',
      responses: { 200: { description: 'Prometheus text format.', type: 'text/plain', body: z.string() } },
      handle: async () => {
        const { type, body } = await metrics()
        return { kind: 'page', headers: { 'content-type': type }, body }
      },
    }),
  ]
}
