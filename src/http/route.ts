import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { z } from 'zod'
import type { CallContext } from '../lib/call-context.ts'
import type { QuotaLeft } from '../lib/limits/quota.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Cached } from '../model/cached.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { ToolGrant, ToolScope } from '../model/tool-token.ts'
import type { ClientOrigin } from './client-address.ts'
import type { Document } from './document.ts'
import type { ApiErrorCode } from './error-codes.ts'

/** The kind of cost that a request has for its client's quota; settings give each kind a number of lookups. */
export type RouteCost = 'lookup' | 'friends' | 'inventory' | 'image' | 'free'

/**
 * What a request costs in addition, in lookups: a fixed number; one for each entry of a field after the first, up to `most` entries; or one for
 * each further `each` entries of what it reads: as many as `limit` asks for, or those of the `list`, which the handler counts and charges.
 */
export type ExtraCost = number | { forEntriesOf: string; most: number } | { forPartsOf: 'limit' | 'list'; each: number }

/** The groups of operations in the OpenAPI document. */
export type RouteTag = 'Lookups' | 'Verdicts' | 'Bans' | 'Watches' | 'Joins' | 'Tools' | 'Operation'

/** A response with a certain status, for the OpenAPI document. */
export interface DocumentedResponse {
  description: string
  /** Schema of the body, by default of the JSON error; null without a body. */
  body?: z.ZodType | null
  /** Media type of the body, by default JSON. */
  type?: string
  examples?: Record<string, object>
  /** Schemas of the bodies of other media types, if the request chooses. */
  otherTypes?: Record<string, z.ZodType>
  /** Further headers, each with its description. */
  headers?: Record<string, string>
  /** Error codes with this status, each of which gets an example. */
  codes?: readonly ApiErrorCode[]
}

/** An image that is streamed; without a body, the image has not changed since the client fetched its copy. */
export interface StreamedImage {
  type: string | undefined
  etag: string | undefined
  lastModified: string | undefined
  body: AsyncIterable<Uint8Array> | undefined
}

/** A file that is written as it is read. */
export interface StreamedFile {
  /** The media type. */
  type: string
  /** The name under which clients store it. */
  name: string
  chunks: AsyncIterable<string>
}

/** An entry of an event stream without an end, or only the id at which the stream has arrived. */
export interface FeedEntry {
  /** What clients send as `Last-Event-ID` to resume. */
  id: string
  /** The name of an event of the stream itself. */
  name?: string
  data: object | null
}

export type RouteResult =
  /** With `isRevalidated`, clients may store the response and revalidate it with its `ETag`. */
  | {
      kind: 'json'
      value: object
      status: number
      expiresAt?: number
      isRevalidated?: boolean
      headers?: Record<string, string>
    }
  | { kind: 'file'; file: StreamedFile }
  | { kind: 'feed'; feed: AsyncIterable<FeedEntry> }
  | { kind: 'events'; events: AsyncIterable<unknown> }
  | { kind: 'image'; image: StreamedImage }
  | { kind: 'document'; document: Document }
  | { kind: 'page'; headers: Record<string, string>; body: string | Buffer }
  | { kind: 'empty'; status: 204 | 302 | 303; headers: Record<string, string> }

/** The parts of a request from which `readInput` reads the input. */
export interface RouteRequest {
  path: string
  query: string
  request: IncomingMessage
  client: ClientOrigin
}

/** What a handler gets besides its input. */
export interface RouteContext {
  callContext: CallContext
  headers: IncomingHttpHeaders
  /** What the request may ask of a policy; undefined on routes that need no token of a policy. */
  grant: TokenGrant | undefined
  /** The tool whose token the request has; undefined on routes that need no such token. */
  tool: ToolGrant | undefined
  /** Takes the cost of a list with this many entries (`forPartsOf: 'list'`) from the quota; throws a 429 HttpError when it is used up. */
  chargeList(entries: number): void
  /** Returns what is left of the quota that the request is counted against; null without a limit. */
  quotaLeft(): QuotaLeft | null
}

/** A body that is not parsed as JSON. */
export interface RawBody<Input> {
  /** The accepted media types, without parameters. */
  types: readonly string[]
  /** Reads the input from the bytes of the body; throws an HttpError. */
  read: (bytes: Buffer, headers: IncomingHttpHeaders) => Input
}

/** The token of a tool that a route requires: with this scope, or with any scope or none where it is null. */
export interface ToolAccess {
  scope: ToolScope | null
}

export interface RouteDefinition<Input, Context, Parameters = unknown> {
  /** A GET route also handles HEAD, unless it is a prefix (`isPrefix`). */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** The last segment may be a parameter, `/api/bans/{steamId}`; a route with exactly the requested path wins over such a route. */
  path: string
  /** Whether the route handles everything below `path`, in any spelling; `path` then has one segment. */
  isPrefix?: boolean
  /** The name of the operation in the OpenAPI document, which is that of the function of the client; absent on routes that are not documented. */
  operationId?: string
  summary: string
  description?: string
  tag: RouteTag
  /**
   * The token that the route requires. `policy`: a token of a policy or of a tool that may ask for verdicts, as Bearer. `in_path`: a token of
   * a policy, inside the path. An object: a token of a tool; all routes of a path then require one. `none`: no token, even if `/api` requires
   * one. By default, routes below `/api` require one of `API_TOKENS`, if these are set.
   */
  token?: 'policy' | 'in_path' | 'none' | ToolAccess
  /**
   * For a route with `isPrefix`: the path that the OpenAPI document shows instead of `path`, with parameters in braces, and the schema of
   * these parameters.
   */
  documented?: { path: string; parameters: z.ZodObject }
  /** Parameters of the path and the query (GET, DELETE), or fields of the body (POST, PUT). */
  input?: z.ZodObject & z.ZodType<Input>
  /** Parameters of the path and the query of a request with a body (POST, PUT); the handler gets them together with the fields of the body. */
  parameters?: z.ZodObject & z.ZodType<Parameters>
  /** Reads the body in place of the schema `input` (POST, PUT). */
  rawBody?: RawBody<Input>
  /** Maximum size of the body, in bytes; 256 KiB by default. */
  maxBodyBytes?: number
  /** Time limit for the body and the answer together; 10 s by default, and at most 30 s. */
  withinMs?: number
  /** Reads the input in place of the schema `input`; throws an HttpError. */
  readInput?: (request: RouteRequest) => Input
  /** Only one request for each Discord server at a time, and 32 imports of all servers; a further one is refused with this error, or `overloaded`. */
  runsAlone?: 'import_running' | 'rate_limited'
  responses: Record<number, DocumentedResponse>
  cost: RouteCost
  extraCost?: ExtraCost
  /** Whether a `User-Agent` is required and `Server-Timing` is sent. */
  isLookup?: boolean
  /** Whether supervisors and collectors ask again and again, so that answers without an error are logged at level debug only. */
  isProbe?: boolean
  /** Whether the JSON of the response is compressed for clients that accept it: that of lists and batches, and never that of a single lookup. */
  isCompressed?: boolean
  /** Whether the response is an event stream, also after a failure. */
  isStream?: boolean
  /** Whether the response to a failure of Steam has Steam's status. */
  passThrough?: boolean
  handle: (context: Context, input: Input & Parameters, request: RouteContext) => MaybePromise<RouteResult>
}

/** Whether a request for a route has a body. */
export const takesBody = ({ method }: Pick<AnyRoute, 'method'>): boolean => method === 'POST' || method === 'PUT'

/**
 * The value of `Allow` for routes with these methods.
 * @example
 *   allowedMethods(['GET', 'POST']) // 'GET, HEAD, POST'
 */
export const allowedMethods = (methods: readonly string[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** A route whose handler gets a `Context`, if it needs a context. */
export type Route<Context = unknown> = RouteDefinition<unknown, Context>

/** A route of any feature; only that feature knows its context. */
export type AnyRoute = Route<never>

/**
 * Creates a route whose handler gets the input type of its schema.
 * @example
 *   route({ method: 'GET', path: '/healthz', tag: 'Operation', cost: 'free', summary: 'Liveness', responses: {},
 *     handle: () => json({ status: 'alive' }) })
 */
export function route<Input, Context = unknown, Parameters = unknown>(
  definition: RouteDefinition<Input, Context, Parameters>,
): Route<Context> {
  // A table holds routes with different inputs; each handler only gets what its own schema has checked.
  return definition as unknown as Route<Context>
}

/** A JSON result that must not be cached. */
export const json = (value: object): RouteResult => ({ kind: 'json', value, status: 200 })

/** A JSON result with the time when it was fetched; clients may cache it as long as this server does. */
export const cachedJson = <T extends object>(
  { value, fetchedAt, expiresAt }: Cached<T>,
  headers: Record<string, string> = {},
): RouteResult => ({
  kind: 'json',
  value: { ...value, fetchedAt },
  status: 200,
  expiresAt,
  isRevalidated: true,
  headers,
})

/** A JSON result that clients may store privately, and must revalidate before each use; of an entry, its `ETag` guards the next change. */
export const revalidatedJson = (value: object, status: 200 | 201 = 200): RouteResult => ({
  kind: 'json',
  value,
  status,
  isRevalidated: true,
})

/** An answer without a body. */
export const noContent = (): RouteResult => ({ kind: 'empty', status: 204, headers: {} })

/** The tool that sent a request; for routes that require the token of a tool. */
export function toolOf({ tool }: Pick<RouteContext, 'tool'>): ToolGrant {
  if (!tool) throw new Error('a request without a valid token of a tool has reached a route that requires one')
  return tool
}
