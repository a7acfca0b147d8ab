import { setMaxListeners } from 'node:events'
import { Agent, request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoopback } from '../../packages/sim-discord/src/loopback.ts'

const CHECK_EVERY_MS = 250
const CHECK_WITHIN_MS = 750
const LOOK_AGAIN_AFTER_MS = 50
const OK = 200
/** Shorter than the 10 s for which Rapsheet keeps an idle connection. */
const KEEP_ALIVE_MS = 8_000
/** Methods whose requests may be repeated; they have no body that would have to be kept. */
const REPEATABLE = new Set(['GET', 'HEAD'])

interface Target {
  /** Whether its last health check was a 200. */
  isReady: boolean
  /** Aborted when the replica stops answering. A replica that answers that it is not ready finishes its requests. */
  down: AbortController
}

/**
 * Starts a small balancer on a loopback port. It sends requests in turn to the replicas whose `healthPath` is good, and answers 503
 * when there is none for `tryForMs`. A request that is repeatable and has no answer when its replica fails, or no longer answers
 * at `healthPath`, goes to another one.
 */
export async function startBalancer(
  listUrls: () => string[],
  { healthPath = '/readyz', checkEveryMs = CHECK_EVERY_MS, checkWithinMs = CHECK_WITHIN_MS, tryForMs = 0 } = {},
) {
  const targets = new Map<string, Target>()
  const agent = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS })
  const { url, serve, close } = await startLoopback(0)
  let turn = 0

  const check = async (target: string) => {
    const status = await fetch(`${target}${healthPath}`, { signal: AbortSignal.timeout(checkWithinMs) }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.status
      },
      () => undefined,
    )
    const known = targets.get(target)
    if (!known) return
    if (status === undefined) known.down.abort()
    else if (known.down.signal.aborted) known.down = createDown()
    known.isReady = status === OK
  }
  const checkAll = () => {
    const urls = listUrls()
    for (const gone of targets.keys()) {
      if (urls.includes(gone)) continue
      targets.get(gone)?.down.abort()
      targets.delete(gone)
    }
    for (const each of urls) {
      if (!targets.has(each)) targets.set(each, { isReady: false, down: createDown() })
      void check(each)
    }
  }
  checkAll()
  const timer = setInterval(checkAll, checkEveryMs)

  const choose = (tried: Set<string>) => {
    const ready = [...targets].filter(([each, { isReady }]) => isReady && !tried.has(each))
    turn += 1
    return ready[turn % ready.length]
  }
  serve(async (request, response) => {
    const tried = new Set<string>()
    const deadline = performance.now() + tryForMs
    for (;;) {
      const target = choose(tried)
      if (!target) {
        if (performance.now() >= deadline) return refuse(response, 503, 'no replica is ready')
        await sleep(LOOK_AGAIN_AFTER_MS)
        // A replica that failed may be available again.
        tried.clear()
        continue
      }
      const [address, { down }] = target
      tried.add(address)
      if (await forward(request, response, address, agent, down.signal)) return
      if (!REPEATABLE.has(request.method ?? '')) return refuse(response, 502, 'the replica failed')
    }
  })

  return {
    url,
    async close(): Promise<void> {
      clearInterval(timer)
      await close()
      agent.destroy()
    },
  }
}

/** Without a limit of listeners, because any number of requests may wait for a replica. */
function createDown(): AbortController {
  const down = new AbortController()
  setMaxListeners(0, down.signal)
  return down
}

/** Passes a request on, and the answer back; false when the connection failed before an answer began. */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  agent: Agent,
  down: AbortSignal,
): Promise<boolean> {
  const { method, url = '/', headers, socket } = request
  return new Promise((resolve) => {
    const onward = startRequest(`${target}${url}`, {
      agent,
      ...(method === undefined ? {} : { method }),
      // Like an HTTPS proxy, it overwrites these headers of the client.
      headers: { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' },
    })
    const giveUp = () => onward.destroy(new Error('the replica no longer answers'))
    down.addEventListener('abort', giveUp, { once: true })
    const leave = () => onward.destroy()
    response.once('close', leave)
    onward.once('error', () => {
      down.removeEventListener('abort', giveUp)
      response.off('close', leave)
      // The client has left, or sees that its answer is incomplete.
      if (response.headersSent) response.destroy()
      resolve(response.headersSent || response.destroyed)
    })
    onward.once('response', (answer) => {
      down.removeEventListener('abort', giveUp)
      const { connection: _, 'keep-alive': __, ...passed } = answer.headers
      response.writeHead(answer.statusCode ?? 502, passed)
      pipeline(answer, response).then(
        () => resolve(true),
        () => resolve(true),
      )
    })
    if (REPEATABLE.has(method ?? '')) onward.end()
    else request.pipe(onward)
  })
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
