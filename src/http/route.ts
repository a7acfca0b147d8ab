import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { CallContext } from '../lib/call-context.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Cached } from '../model/cached.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { ClientOrigin } from './client-address.ts'
import type { Document } from './document.ts'
import type { HttpError } from './errors.ts'
import type { ApiErrorCode } from './error-codes.ts'
import type { IncomingRequest } from './input.ts'

/** The kind of cost that a request has for its client's quota; settings give each kind a number of lookups. */
export type RouteCost = 'lookup' | 'friends' | 'inventory' | 'image' | 'free'

/** A response with a certain status, for the OpenAPI document. */
export interface DocumentedResponse {
  description: string
  /** Schema of the body, by default of the JSON error; null without a body. */
  body?: z.ZodType | null
  /** Media type of the body, by default JSON. */
  type?: string
  examples?: Record<string, object>
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

export type RouteResult =
  /** With `isRevalidated`, clients may store the response and revalidate it with its `ETag`. */
  | { kind: 'json'; value: object; status: number; expiresAt?: number; isRevalidated?: boolean }
  | { kind: 'events'; events: AsyncIterable<unknown> }
  | { kind: 'image'; image: StreamedImage }
  | { kind: 'document'; document: Document }
  /** With a refusal, the page answers a request that was refused, with the status and headers of the refusal. */
  | { kind: 'page'; headers: Record<string, string>; body: string | Buffer; refusal?: HttpError }
  | { kind: 'empty'; status: 204 | 302 | 303; headers: Record<string, string> }

/** The parts of a request from which `readInput` reads the input. */
export interface RouteRequest {
  path: string
  query: string
  request: IncomingRequest
  client: ClientOrigin
}

/** What a handler gets besides its input. */
export interface RouteContext {
  callContext: CallContext
  headers: IncomingHttpHeaders
  /** What the request's token of a policy allows; undefined on routes that need no such token. */
  grant: TokenGrant | undefined
}

export interface RouteDefinition<Input, Context> {
  /** A GET route also handles HEAD, unless it is a prefix (`isPrefix`). */
  method: 'GET' | 'POST' | 'OPTIONS'
  path: string
  /** Whether the route handles everything below `path`, in any spelling; `path` then has one segment. */
  isPrefix?: boolean
  summary: string
  description?: string
  tag: 'Lookups' | 'Verdicts' | 'Operation'
  /**
   * The token that the route requires. `policy`: a token of a policy, as Bearer. `in_path`: a token of a policy, inside the path. `none`:
   * no token, even if `/api` requires one. By default, routes below `/api` require one of `API_TOKENS`, if these are set.
   */
  token?: 'policy' | 'in_path' | 'none'
  /**
   * For a route with `isPrefix`: the path that the OpenAPI document shows instead of `path`, with parameters in braces, and the schema of
   * these parameters.
   */
  documented?: { path: string; parameters: z.ZodObject }
  /** Parameters of the query (GET) or fields of the body (POST). */
  input?: z.ZodObject & z.ZodType<Input>
  /** Reads the input in place of the schema `input`; throws an HttpError. */
  readInput?: (request: RouteRequest) => Input
  /** Whether a POST with a body is an error. A GET with a body is always an error. */
  refusesBody?: boolean
  responses: Record<number, DocumentedResponse>
  cost: RouteCost
  /** Additional cost of an input, in lookups. */
  extraCost?: (input: Input) => number
  /** Whether a `User-Agent` is required and `Server-Timing` is sent. */
  isLookup?: boolean
  /** Whether the response is an event stream, also after a failure. */
  isStream?: boolean
  /** Whether the response to a failure of Steam has Steam's status. */
  passThrough?: boolean
  handle: (context: Context, input: Input, request: RouteContext) => MaybePromise<RouteResult>
}

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
export function route<Input, Context = unknown>(definition: RouteDefinition<Input, Context>): Route<Context> {
  // A table holds routes with different inputs; each handler only gets what its own schema has checked.
  return definition as unknown as Route<Context>
}

/** A JSON result that must not be cached. */
export const json = (value: object): RouteResult => ({ kind: 'json', value, status: 200 })

/** A JSON result that clients may store privately, and must revalidate before each use. */
export const revalidatedJson = (value: object): RouteResult => ({
  kind: 'json',
  value,
  status: 200,
  isRevalidated: true,
})

/** A JSON result with the time when it was fetched; clients may cache it as long as this server does. */
export const cachedJson = <T extends object>({ value, fetchedAt, expiresAt }: Cached<T>): RouteResult => ({
  kind: 'json',
  value: { ...value, fetchedAt },
  status: 200,
  expiresAt,
  isRevalidated: true,
})
