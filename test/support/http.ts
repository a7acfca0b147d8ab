import { onTestFinished } from 'vitest'
import { createConnectionKey, createOriginReader } from '../../src/http/client-address.ts'
import type { RefusalReason } from '../../src/http/errors.ts'
import { createCors } from '../../src/http/cors.ts'
import { createHandler, type HandlerOptions } from '../../src/http/handler.ts'
import { listen, type ListenerOptions } from '../../src/http/listener.ts'
import { NO_TOOLS, type AccessOptions } from '../../src/http/access.ts'
import { createRateLimit, LIMITED } from '../../src/http/rate-limit.ts'
import { routes } from '../../src/accounts/http/routes.ts'
import type { Context } from '../../src/accounts/context.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { fakeContext } from './fake-context.ts'
import { NO_POLICIES } from './fake-policies.ts'
import { captureLog, type LogLine } from './log.ts'

/** An HTTP server without the rest of the service. */
export interface Http {
  url: string
  port: number
  log: LogLine[]
  /** The reasons of refusals, in order. */
  refusals: RefusalReason[]
  connections: () => number
  /** Stops the server before the test ends. */
  close: (graceMs: number) => Promise<void>
}

/** The limits of addresses and tokens, all the same. */
export const limitsOf = (perMinute: number): AccessOptions['limits'] => ({
  address: createRateLimit(perMinute),
  apiToken: createRateLimit(perMinute, LIMITED.apiToken),
  policyToken: createRateLimit(perMinute, LIMITED.policyToken),
  tool: createRateLimit(perMinute, LIMITED.tool),
})

/** Starts an HTTP server on a free port, with a fake Steam in which every account exists; closed after the test. */
export async function httpForTest(options: Partial<HandlerOptions<Context> & ListenerOptions> = {}): Promise<Http> {
  const { lines: log, logger } = captureLog()
  const refusals: RefusalReason[] = []
  const common = {
    hideSecrets: (text: string) => text,
    onRefusal: (reason: RefusalReason) => void refusals.push(reason),
  }
  const handler = createHandler({
    ...common,
    routes,
    context: fakeContext(),
    log: logger,
    clock: systemClock,
    cors: createCors(undefined),
    policies: NO_POLICIES,
    tools: NO_TOOLS,
    apiTokens: new Map(),
    limits: limitsOf(0),
    costs: { free: 0, lookup: 1, friends: 20, inventory: 2, image: 0.1 },
    originOf: createOriginReader({ trustedProxies: [], isTls: options.tls !== undefined }),
    isHttps: options.tls !== undefined,
    maxScansPerAddress: 0,
    overload: () => null,
    onRequest: () => {},
    onFailure: () => {},
    ...options,
  })
  const listener = await listen({
    ...common,
    unreadMs: 30_000,
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    maxConnections: 1_000,
    connectionKeyOf: createConnectionKey([]),
    maxConnectionsPerAddress: 0,
    ...options,
    handler,
  })
  onTestFinished(() => listener.close(0))
  const { url, connections, close } = listener
  return { url, port: Number(new URL(url).port), log, refusals, connections, close }
}
