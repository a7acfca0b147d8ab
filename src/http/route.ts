import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { CallContext } from '../lib/call-context.ts'
import type { Cached } from '../model/cached.ts'
import type { Context } from '../service/context.ts'
import type { Image } from '../service/get-image.ts'
import type { Document } from './document.ts'
import type { ApiErrorCode } from './error-codes.ts'

/** What a request counts against its client's limit; the numbers are settings. */
export type RouteCost = 'lookup' | 'friends' | 'inventory' | 'image' | 'free'

/** Who asks, beside what is asked. */
export interface RequestDetails {
  callContext: CallContext
  headers: IncomingHttpHeaders
}

/** What a status brings, for the documentation. */
export interface DocumentedResponse {
  description: string
  /** Schema of the body by media type; the usual JSON error where an error leaves it out. */
  content?: Record<string, z.ZodType>
  /** Bodies of this kind, by a name for each. */
  examples?: Record<string, object>
  /** Error codes that come with this status; each is shown by an example. */
  codes?: readonly ApiErrorCode[]
}

/** The methods routes are made for. */
export type Method = 'GET' | 'POST' | 'OPTIONS'

/** What a handler answers; how it goes over the wire is settled in one place. */
export type RouteResult =
  | { kind: 'json'; value: object; status: number; expiresAt?: number }
  | { kind: 'events'; events: AsyncIterable<unknown> }
  | { kind: 'image'; image: Image }
  | { kind: 'document'; document: Document }
  | { kind: 'page'; headers: Record<string, string>; body: string | Buffer }
  | { kind: 'empty'; status: 204 | 302; headers: Record<string, string> }

interface RouteDefinition<Input> {
  /** A GET answers HEAD as well. */
  method: Method
  path: string
  summary: string
  description?: string
  tag: 'Look-ups' | 'Operation'
  /** Parameters of the query (GET) or fields of the body (POST). */
  input?: z.ZodObject & z.ZodType<Input>
  responses: Record<number, DocumentedResponse>
  cost: RouteCost
  /** What an accepted input counts beyond `cost`, in lookups. */
  extraCost?: (input: Input) => number
  /** Whether a `User-Agent` has to be sent and `Server-Timing` is answered. */
  isLookup?: boolean
  /** Whether the answer is an event stream, failures included. */
  isStream?: boolean
  /** Whether the platform's own status is passed on when it fails. */
  passThrough?: boolean
  handle: (context: Context, input: Input, asked: RequestDetails) => RouteResult | Promise<RouteResult>
}

/** The value of `Allow` for a path with routes for these methods. */
export const allowedMethods = (methods: readonly Method[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** One entry of the table of routes. */
export type Route = RouteDefinition<unknown>

/** Makes a table entry; the handler gets what the schema beside it has passed. */
export function route<Input>(definition: RouteDefinition<Input>): Route {
  // Inputs differ from route to route, and a handler is only ever given what its own schema has passed.
  return definition as unknown as Route
}

/** A JSON answer that nobody keeps. */
export const json = (value: object): RouteResult => ({ kind: 'json', value, status: 200 })

/** A JSON answer that others may keep as long as we do. */
export const cachedJson = <T extends object>({ value, expiresAt }: Cached<T>): RouteResult => ({
  kind: 'json',
  value,
  status: 200,
  expiresAt,
})
