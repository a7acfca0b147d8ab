import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { findOpenAccess, SettingsError, type Settings } from './settings/read-settings.ts'
import { type AccessOptions, NO_TOOLS } from '../http/access.ts'
import { createConnectionKey, createOriginReader } from '../http/client-address.ts'
import { createCors, type Cors } from '../http/cors.ts'
import { createDocsRoutes, createWayToDocs } from '../http/docs.ts'
import { createHandler } from '../http/handler.ts'
import { listen } from '../http/listener.ts'
import { createOperationRoutes } from '../http/operator-routes.ts'
import { createGameRefusal, createGameRoute } from '../policy/http/game.ts'
import { createPageRoutes, type PageFiles } from '../http/page.ts'
import { createRateLimit, LIMITED } from '../http/rate-limit.ts'
import type { Route } from '../http/route.ts'
import { routes } from '../accounts/http/routes.ts'
import { createStatusRoutes } from './status/routes.ts'
import { createVerdictRoutes } from '../policy/http/verdict-routes.ts'
import { messageOf } from '../lib/thrown.ts'
import type { OperatorLinks } from '../model/operator-links.ts'
import type { OverloadReason } from '../lib/limits/load-shedding.ts'
import type { Status } from '../model/status.ts'
import type { Context } from '../accounts/context.ts'
import type { PolicyAccess } from '../policy/policies.ts'
import type { Readiness } from '../model/readiness.ts'
import type { AppContext } from './app-context.ts'
import type { ReplicasPart } from './open-replicas.ts'
import type { StatusPart } from './open-status.ts'
import { createToolRoutes, type ToolsPart } from './open-tools.ts'

/** Time after which a connection on which nothing is sent or read is closed. */
const UNREAD_MS = 30_000
/** The answer of a process with the role `bot` to requests for a path that it does not serve. */
const BOT_ONLY =
  'this process runs the Discord bot (ROLE=bot) and serves /healthz, /readyz, /metrics and /status; ask one with ROLE=http.'

interface HttpOptions extends Pick<AppContext, 'settings' | 'clock' | 'metrics' | 'log' | 'onFailure'> {
  tls: { cert: Buffer; key: Buffer } | undefined
  /** The files of the page and of the status page; undefined if they are not built. */
  page: PageFiles | undefined
  context: Context
  policies: PolicyAccess
  /** The tokens of tools, and what their routes need; undefined without a database. */
  tools?: ToolsPart | undefined
  /** The shared state of replicas; undefined in a single process. */
  replicas: ReplicasPart | undefined
  readiness: () => Promise<Readiness>
  overload: () => OverloadReason | null
  /** Removes the secrets of this server from a text. */
  hideSecrets: (text: string) => string
  status: Pick<StatusPart, 'gather' | 'noteProxy'>
}

export type HttpPart = Awaited<ReturnType<typeof openHttp>>

export async function openHttp(options: HttpOptions) {
  const { settings, tls, context, policies, replicas, overload, hideSecrets, clock, metrics, log, status } = options
  const { http, rateLimit } = settings
  const cors = createCors(http.corsOrigins)
  const isBotOnly = settings.role === 'bot'
  let counts = { requests: () => 0, connections: () => 0 }
  const handler = createHandler({
    routes: createRoutes(options, cors, () => status.gather(counts)),
    ...(isBotOnly ? { endpointHint: BOT_ONLY } : {}),
    cors,
    context,
    log,
    clock,
    policies,
    tools: options.tools?.tokens ?? NO_TOOLS,
    apiTokens: new Map(http.apiTokens.map(({ sha256 }, index) => [sha256, `API_TOKENS ${index + 1}`])),
    limits: createLimits(settings.rateLimit, replicas),
    costs: rateLimit.costs,
    originOf: createOriginReader({
      trustedProxies: http.trustedProxies,
      isTls: tls !== undefined,
      noteProxy: status.noteProxy,
    }),
    isHttps: isHttps(options),
    maxScansPerAddress: http.maxScansPerAddress,
    hideSecrets,
    overload,
    onRequest: metrics.onRequest,
    onRefusal: metrics.onRefusal,
    onFailure: options.onFailure,
  })
  if (!isBotOnly) warnOfLowRateLimit(rateLimit, log)
  warnOfOpenAccess(settings, log)
  const listener = await listen({
    ...http,
    tls,
    connectionKeyOf: createConnectionKey(http.trustedProxies),
    unreadMs: UNREAD_MS,
    handler,
    onRefusal: metrics.onRefusal,
  })
  counts = listener
  metrics.watchConnections(listener.connections)
  return {
    url: listener.url,
    /** Keeps serving for `ms` while load balancers direct clients elsewhere; a process that serves operators only does not wait. */
    async drain(ms: number): Promise<void> {
      if (ms === 0 || isBotOnly) return
      listener.drain()
      await clock.sleep(ms, new AbortController().signal)
    },
    close: listener.close,
  }
}

/** The rate limits of addresses and tokens. */
const createLimits = (
  { perMinute, verdictsPerMinute, toolRequestsPerMinute }: Settings['rateLimit'],
  replicas: ReplicasPart | undefined,
): AccessOptions['limits'] => ({
  address: createRateLimit(perMinute, LIMITED.address, replicas?.shareLimit('address')),
  apiToken: createRateLimit(perMinute, LIMITED.apiToken, replicas?.shareLimit('api-token')),
  policyToken: createRateLimit(verdictsPerMinute, LIMITED.policyToken, replicas?.shareLimit('policy-token')),
  tool: createRateLimit(toolRequestsPerMinute, LIMITED.tool, replicas?.shareLimit('tool')),
})

/** Whether clients connect over HTTPS, to this server or to a trusted proxy. */
const isHttps = ({ settings: { http }, tls }: HttpOptions) => tls !== undefined || http.trustedProxies.length > 0

/** The routes of this process, which depend on its role. */
function createRoutes(options: HttpOptions, cors: Cors, readStatus: () => Promise<Status>): Route<Context>[] {
  const { settings, page, policies, readiness, metrics } = options
  const operation = createOperationRoutes(readiness, metrics.text)
  const withOptions = (all: Route<Context>[]) => [...all, ...cors.routesFor(all)]
  const ofPages = [...(page ? createPageRoutes(page) : []), ...createStatus(options, readStatus)]
  if (settings.role === 'bot')
    return withOptions([...operation, ...ofPages, createGameRefusal(`The URL leads to the wrong process: ${BOT_ONLY}`)])
  const served = [...routes, ...createVerdictRoutes(policies), ...createToolRoutes(options.tools?.lists), ...operation]
  const hasApiTokens = settings.http.apiTokens.length > 0
  const game = createGameRoute(policies)
  const documented = [
    ...served,
    ...createDocsRoutes([...served, game], { hasApiTokens, costs: settings.rateLimit.costs }),
  ]
  const atRoot = page?.index ? [] : [createWayToDocs('/')]
  return withOptions([...documented, ...atRoot, ...ofPages, game])
}

const createStatus = (options: HttpOptions, readStatus: () => Promise<Status>): Route[] =>
  createStatusRoutes({
    tokenHash: options.settings.http.adminToken?.sha256,
    trustsProxy: options.settings.http.trustedProxies.length > 0,
    page: options.page?.status,
    readStatus,
    hideSecrets: options.hideSecrets,
  })

function warnOfLowRateLimit({ perMinute, neededPerMinute }: Settings['rateLimit'], log: Logger): void {
  if (perMinute === 0 || perMinute >= neededPerMinute) return
  log.warn(
    `RATE_LIMIT_PER_MINUTE is ${perMinute}, and a friend scan with a lookup costs ${neededPerMinute}: a client that looks an account up has to do nothing else for a minute before it can scan. Set it to ${neededPerMinute} or more.`,
  )
}

function warnOfOpenAccess(settings: Settings, log: Logger): void {
  const setting = findOpenAccess(settings)
  if (setting === undefined) return
  log.warn(
    `API_TOKENS is not set, and others can reach this server (${setting}): everybody can look accounts up, and use up the day's calls. Set API_TOKENS in .env and restart, unless it is meant for everybody; for a token: node -p "crypto.randomBytes(32).toString('base64url')"`,
  )
}

/**
 * Reads the built files of the page and of the status page. A process that does not serve the page gets them without `index`, or undefined
 * if they are not built. For a process that serves the page, throws a SettingsError if it is not built.
 */
export async function readPage(
  { role, http, published }: Pick<Settings, 'role' | 'http' | 'published'>,
  folder: string | undefined,
): Promise<PageFiles | undefined> {
  const isServed = http.hasPage && role !== 'bot'
  try {
    if (folder === undefined) throw new Error('no folder is given')
    const assets = join(folder, 'assets')
    const names = await readdir(assets)
    const readHtml = async (name: string) => addLinks(await readFile(join(folder, name)), published)
    const read = async (name: string) => [name, await readFile(join(assets, name))] as const
    return {
      index: isServed ? await readHtml('index.html') : undefined,
      status: (await readdir(folder)).includes('status.html') ? await readHtml('status.html') : undefined,
      assets: new Map(await Promise.all(names.map(read))),
    }
  } catch (error) {
    if (!isServed) return undefined
    throw new SettingsError(
      `The page cannot be read from ${folder}: ${messageOf(error)}. Run "npm run build", or set PAGE=off.`,
    )
  }
}

/** Adds the addresses of the operator's documents to the HTML of a page, which links to them at its foot. */
function addLinks(html: Buffer, { privacyUrl, termsUrl }: OperatorLinks): Buffer {
  const toLink = (rel: string, url: string | undefined) =>
    url ? `<link rel="${rel}" href="${new URL(url).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" />` : ''
  const links = toLink('privacy-policy', privacyUrl) + toLink('terms-of-service', termsUrl)
  return links === '' ? html : Buffer.from(String(html).replace('</head>', () => `${links}</head>`))
}
