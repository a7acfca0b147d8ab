import type { IncomingMessage } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { z } from 'zod'
import { json, type Answer } from './answer.ts'
import { BAN_KINDS, ChangeRefused, DAY } from './bans.ts'
import type { CallCounter } from './calls.ts'
import { FAULTS, type Dial } from './dial.ts'
import { HOSTS, type Edge } from './edge.ts'
import { METHODS, type Method } from './methods.ts'
import type { World } from './world.ts'

/** Longest move of the world's time by one request. */
const MAX_SECONDS = 10_000 * DAY

const dialSchema = z.object({
  method: z.enum([...METHODS, '*']),
  latencyMs: z.exactOptional(z.number().min(0)),
  jitterMs: z.exactOptional(z.number().min(0)),
  limit: z.exactOptional(z.number()),
  dateSkewSeconds: z.exactOptional(z.number()),
  faults: z.exactOptional(z.partialRecord(z.enum(FAULTS), z.number())),
  next: z.exactOptional(z.array(z.enum(FAULTS))),
})
const banSchema = z.object({ steamId: z.union([z.string(), z.array(z.string())]), kind: z.enum(BAN_KINDS) })
const timeSchema = z.object({ seconds: z.int().min(0).max(MAX_SECONDS) })
const edgeSchema = z.object({ host: z.enum(HOSTS), blocked: z.boolean() })

/** Answers `/_sim/…`, which controls counters, dial, edge and world from another process. Not counted as calls. */
export async function answerControl(
  request: IncomingMessage,
  counter: CallCounter,
  { dial, edge, world }: { dial: Dial; edge: Edge; world: World },
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
        return json(400, {
          error: 'expected {method, latencyMs?, jitterMs?, limit?, dateSkewSeconds?, faults?, next?}',
        })
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
    case 'POST /_sim/ban':
      return changeBans(request, world.ban)
    case 'POST /_sim/lift':
      return changeBans(request, world.lift)
    case 'POST /_sim/time':
      return moveTime(request, world)
    default:
      return json(404, {
        error: 'GET calls, POST reset, POST dial, DELETE dial, POST edge, POST ban, POST lift, POST time',
      })
  }
}

async function changeBans(request: IncomingMessage, change: World['ban' | 'lift']): Promise<Answer> {
  const order = await readOrder(request, banSchema)
  if (order === undefined)
    return json(400, { error: `expected {steamId, or a list of them, kind: "${BAN_KINDS.join('" | "')}"}` })
  try {
    for (const steamId of [order.steamId].flat()) change(steamId, order.kind)
    return json(200, {})
  } catch (error) {
    if (error instanceof ChangeRefused) return json(409, { error: error.message })
    throw error
  }
}

/** Moves the world's time forward, and answers with the new one in Unix seconds. */
async function moveTime(request: IncomingMessage, { clock }: World): Promise<Answer> {
  const order = await readOrder(request, timeSchema)
  if (order === undefined) return json(400, { error: `expected {seconds}, a whole number, 0 to ${MAX_SECONDS}` })
  clock.advance(order.seconds)
  return json(200, { now: clock.now() })
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
