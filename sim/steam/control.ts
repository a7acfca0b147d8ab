import type { IncomingMessage } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { z } from 'zod'
import { json, type Answer } from './answer.ts'
import type { CallCounter } from './calls.ts'
import { FAULTS, type Dial } from './dial.ts'
import { HOSTS, type Edge } from './edge.ts'
import { METHODS, type Method } from './methods.ts'

const dialSchema = z.object({
  method: z.enum([...METHODS, '*']),
  latencyMs: z.exactOptional(z.number().min(0)),
  jitterMs: z.exactOptional(z.number().min(0)),
  limit: z.exactOptional(z.number()),
  faults: z.exactOptional(z.partialRecord(z.enum(FAULTS), z.number())),
  next: z.exactOptional(z.array(z.enum(FAULTS))),
})
const edgeSchema = z.object({ host: z.enum(HOSTS), blocked: z.boolean() })

/** Answers `/_sim/…`, which controls counters, dial and edge from another process. Not counted as calls. */
export async function answerControl(
  request: IncomingMessage,
  counter: CallCounter,
  { dial, edge }: { dial: Dial; edge: Edge },
): Promise<Answer> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /_sim/calls':
      return json(200, toCounts(counter))
    case 'POST /_sim/reset':
      counter.calls.reset()
      return json(200, {})
    case 'POST /_sim/dial': {
      const order = await readOrder(request, dialSchema)
      if (order === undefined)
        return json(400, { error: 'expected {method, latencyMs?, jitterMs?, limit?, faults?, next?}' })
      const { method, ...setting } = order
      dial.set(method, setting)
      return json(200, {})
    }
    case 'DELETE /_sim/dial':
      dial.reset()
      return json(200, {})
    case 'POST /_sim/edge': {
      const order = await readOrder(request, edgeSchema)
      if (order === undefined) return json(400, { error: 'expected {host: "api" | "community" | "cdn", blocked}' })
      if (order.blocked) edge.block(order.host)
      else edge.unblock(order.host)
      return json(200, {})
    }
    default:
      return json(404, { error: 'GET calls, POST reset, POST dial, DELETE dial, POST edge' })
  }
}

function toCounts({ calls, inFlight, maxInFlight }: CallCounter): object {
  const perMethod = (count: (method: Method) => number): object =>
    Object.fromEntries(METHODS.map((method) => [method, count(method)]))
  return {
    total: calls.total(),
    counts: perMethod(calls.count),
    ids: perMethod(calls.ids),
    inFlight: inFlight(),
    maxInFlight: maxInFlight(),
  }
}

/** Parses the JSON body of a request; undefined if it is invalid. */
async function readOrder<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(await readJson(request))
  } catch {
    return undefined
  }
}
