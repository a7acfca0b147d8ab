import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { deliver, html, type Answer } from './answer.ts'
import { createCallCounter, type CallCounter } from './calls.ts'
import { answerCdn } from './cdn.ts'
import { answerInventory, inventorySubject } from './community.ts'
import { answerControl } from './control.ts'
import { createDial, type Dial, type Fault } from './dial.ts'
import { createEdge, edgePage, hostOf, type Edge } from './edge.ts'
import { applyFault } from './faults.ts'
import { startLoopback } from './loopback.ts'
import type { Method } from './methods.ts'
import { answerWebApi, findEndpoint, subjectsOf } from './web-api.ts'
import { createWorld, type World } from './world.ts'

/** Options of the simulated Steam; all are optional. */
export type SimSteamOptions = {
  /** By default a world of 5,000 accounts. */
  world?: World
  key?: string
  /** 0, the default, selects a free port. */
  port?: number
  seed?: number
  latencyMs?: number
  jitterMs?: number
}

/** A running Steam; its three URLs have no trailing slash. */
export type SimSteam = {
  url: string
  apiUrl: string
  communityUrl: string
  cdnUrl: string
  key: string
  world: World
  dial: Dial
  /** Blocks the client's address on a host until `unblock`. */
  edge: Edge
  calls: CallCounter['calls']
  /** The number of calls in flight, of one method or of all. */
  inFlight: (method?: Method) => number
  /** The maximum number of calls in flight since the last reset of the calls. */
  maxInFlight: (method?: Method) => number
  /** Open connections. */
  sockets: () => number
  /** Closes all connections, including hanging ones. */
  close: () => Promise<void>
}

/** Starts the simulated Steam on a loopback port. */
export async function startSteam(options: SimSteamOptions = {}): Promise<SimSteam> {
  const { key = 'SIMULATED-KEY', port = 0, seed = 1, latencyMs = 0, jitterMs = 0 } = options
  const world = options.world ?? createWorld({ seed })
  const dial = createDial(seed, { latencyMs, jitterMs })
  const edge = createEdge()
  const counter = createCallCounter()
  const sockets = new Set<Socket>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/_sim/')) {
      deliver(request, response, await answerControl(request, counter, { dial, edge, world }))
      return
    }
    const route = findRoute(request, world, key)
    if (route === undefined) {
      deliver(request, response, html(404, 'Not Found', 'Not Found'))
      return
    }

    const date = new Date(Date.now() + dial.dateSkewSeconds(route.method) * 1000)
    response.setHeader('date', date.toUTCString())
    const left = new AbortController()
    const end = counter.begin(route.method, route.subjects)
    response.once('close', () => {
      end()
      left.abort()
    })
    if (edge.isBlocking(hostOf(route.method))) {
      deliver(request, response, edgePage())
      return
    }
    const { delayMs, fault, salt } = dial.draw(route.method, counter.inFlight())
    // Even a timer of 0 ms would wait for the next iteration of the event loop.
    if (delayMs > 0) await delay(delayMs, undefined, { signal: left.signal })
    const answer = route.answer(fault, salt)
    deliver(request, response, fault === null ? answer : await applyFault(fault, route.method, answer))
  }

  const { server, url, close } = await startLoopback(port, handle)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return {
    url,
    apiUrl: url,
    communityUrl: url,
    cdnUrl: `${url}/cdn`,
    key,
    world,
    dial,
    edge,
    calls: counter.calls,
    inFlight: counter.inFlight,
    maxInFlight: counter.maxInFlight,
    sockets: () => sockets.size,
    close,
  }
}

type Route = { method: Method; subjects: string[]; answer: (fault: Fault | null, salt?: number) => Answer }

function findRoute(request: IncomingMessage, world: World, key: string): Route | undefined {
  if (request.method !== 'GET') return undefined
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')

  if (pathname.startsWith('/cdn/')) {
    const path = pathname.slice('/cdn'.length)
    return { method: 'image', subjects: [path], answer: () => answerCdn(path, request.headers) }
  }
  const owner = inventorySubject(pathname)
  if (owner !== undefined) {
    return { method: 'inventory', subjects: [owner], answer: () => answerInventory(world, owner, query) }
  }
  const endpoint = findEndpoint(pathname)
  if (endpoint === undefined) return undefined
  const givenKey = String(request.headers['x-webapi-key'] ?? query.get('key') ?? '')
  return {
    method: endpoint.method,
    subjects: subjectsOf(endpoint, query),
    answer: (fault, salt = 0) => answerWebApi(endpoint, { world, query, fault, salt }, givenKey, key),
  }
}
