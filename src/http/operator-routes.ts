import { z } from 'zod'
import { readinessSchema, type Readiness } from '../model/readiness.ts'
import { json, route, type Route } from './route.ts'

/** Routes for the operator's tools: liveness, readiness and metrics in the Prometheus text format. */
export function createOperationRoutes(
  readiness: () => Promise<Readiness>,
  metrics: () => Promise<{ type: string; body: Buffer }>,
): Route[] {
  const shown = { method: 'GET', tag: 'Operation', cost: 'free', isProbe: true } as const
  return [
    route({
      ...shown,
      path: '/healthz',
      operationId: 'getHealth',
      summary: 'Whether the process is alive',
      description: 'For the health check of a supervisor; asks nothing of Steam or the database.',
      responses: { 200: { description: 'The process is alive.', body: z.object({ status: z.literal('alive') }) } },
      handle: () => json({ status: 'alive' }),
    }),
    route({
      ...shown,
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Whether this process can answer',
      description:
        'For a load balancer: it should send requests only while the status is 200. An outage of Steam, of Postgres or of the cache is in the fields and leaves the status at 200, because it concerns all processes, and bans and cached answers are still served.',
      responses: {
        200: { description: 'Lists and policies were read, and the process answers.', body: readinessSchema },
        503: {
          description: 'The process is stopping, or the file of its database is lost.',
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
      operationId: 'getMetrics',
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
