import { z } from 'zod'
import { readinessSchema, type Readiness } from '../service/readiness.ts'
import { json, route, type Route } from './route.ts'

export interface OperationOptions {
  readiness: () => Promise<Readiness>
  /** All metrics in the Prometheus text format. */
  metrics: () => Promise<{ type: string; body: Buffer }>
}

/** Routes for the operator's tools: liveness, readiness and metrics. */
export function createOperationRoutes({ readiness, metrics }: OperationOptions): Route[] {
  const shown = { method: 'GET', tag: 'Operation', cost: 'free' } as const
  return [
    route({
      ...shown,
      path: '/healthz',
      summary: 'Whether the process is alive',
      responses: {
        200: {
          description: 'The process is alive.',
          content: { 'application/json': z.object({ status: z.literal('alive') }) },
        },
      },
      handle: () => json({ status: 'alive' }),
    }),
    route({
      ...shown,
      path: '/readyz',
      summary: 'Whether lookups can be served',
      responses: {
        200: { description: 'The store is open and Steam answers.', content: { 'application/json': readinessSchema } },
        503: {
          description: 'The store is closed or Steam does not answer.',
          content: { 'application/json': readinessSchema },
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
      responses: { 200: { description: 'Prometheus text format.', content: { 'text/plain': z.string() } } },
      handle: async () => {
        const { type, body } = await metrics()
        return { kind: 'page', headers: { 'content-type': type }, body }
      },
    }),
  ]
}
