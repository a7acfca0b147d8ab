import type { IncomingMessage } from 'node:http'
import { json, type Answer } from './answer.ts'
import type { CallCounter } from './calls.ts'
import { FAULTS, type Dial, type DialSetting, type Fault } from './dial.ts'
import { isHost, type Edge, type Host } from './edge.ts'
import { isMethod, METHODS, type Method } from './methods.ts'

/** The parts that another process can control. */
type Controls = { dial: Dial; edge: Edge }

/** Answers `/_sim/…`, which controls counters, dial and edge from another process. Not counted as calls. */
export async function answerControl(
  request: IncomingMessage,
  counter: CallCounter,
  { dial, edge }: Controls,
): Promise<Answer> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /_sim/calls':
      return json(200, toCounts(counter))
    case 'POST /_sim/reset':
      counter.calls.reset()
      return json(200, {})
    case 'POST /_sim/dial': {
      const turn = parseTurn(await readText(request))
      if (turn === undefined)
        return json(400, { error: 'expected {method, latencyMs?, jitterMs?, limit?, faults?, next?}' })
      dial.set(turn.method, turn.setting)
      return json(200, {})
    }
    case 'DELETE /_sim/dial':
      dial.reset()
      return json(200, {})
    case 'POST /_sim/edge': {
      const order = parseEdgeOrder(await readText(request))
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

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function parseTurn(text: string): { method: Method | '*'; setting: DialSetting } | undefined {
  const body = parseObject(text)
  if (body === undefined) return undefined
  const { method, latencyMs, jitterMs, limit, faults, next } = body
  if (method !== '*' && !isMethod(method)) return undefined
  const setting: DialSetting = {}
  if (latencyMs !== undefined) {
    if (!isDuration(latencyMs)) return undefined
    setting.latencyMs = latencyMs
  }
  if (jitterMs !== undefined) {
    if (!isDuration(jitterMs)) return undefined
    setting.jitterMs = jitterMs
  }
  if (limit !== undefined) {
    if (typeof limit !== 'number') return undefined
    setting.limit = limit
  }
  if (faults !== undefined) {
    if (!isProbabilities(faults)) return undefined
    setting.faults = faults
  }
  if (next !== undefined) {
    if (!Array.isArray(next) || !next.every(isFault)) return undefined
    setting.next = next
  }
  return { method, setting }
}

function parseEdgeOrder(text: string): { host: Host; blocked: boolean } | undefined {
  const { host, blocked } = parseObject(text) ?? {}
  return isHost(host) && typeof blocked === 'boolean' ? { host, blocked } : undefined
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function isFault(value: unknown): value is Fault {
  return FAULTS.some((fault) => fault === value)
}

function isProbabilities(value: unknown): value is Partial<Record<Fault, number>> {
  return isObject(value) && Object.entries(value).every(([name, share]) => isFault(name) && typeof share === 'number')
}
