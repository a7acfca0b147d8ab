import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { CallContext } from '../lib/call-context.ts'
import type { Context } from '../service/context.ts'
import type { HttpErrorCode } from './error-codes.ts'
import type { Reply } from './reply.ts'

/** What a request counts against its client's limit; the numbers are settings. */
export type CostName = 'lookup' | 'friends' | 'inventory' | 'image' | 'free'

/** Who asks, beside what is asked. */
export interface Asked {
  callContext: CallContext
  headers: IncomingHttpHeaders
}

/** What a status brings, for the documentation. */
export interface DocumentedAnswer {
  description: string
  /** Schema of the body by media type; the usual JSON error where an error leaves it out. */
  content?: Record<string, z.ZodType>
  /** Bodies of this kind, by a name for each. */
  examples?: Record<string, object>
  /** Error codes that come with this status; each is shown by an example. */
  codes?: readonly HttpErrorCode[]
}

/** The methods routes are made for. */
export type Method = 'GET' | 'POST' | 'OPTIONS'

interface Definition<Input> {
  /** A GET answers HEAD as well. */
  method: Method
  path: string
  summary: string
  description?: string
  tag: 'Look-ups' | 'Operation'
  /** Parameters of the query (GET) or fields of the body (POST). */
  input?: z.ZodObject & z.ZodType<Input>
  answers: Record<number, DocumentedAnswer>
  cost: CostName
  /** What an accepted input counts beyond `cost`, in lookups. */
  moreCost?: (input: Input) => number
  /** Whether a `User-Agent` has to be sent and `Server-Timing` is answered. */
  isLookup?: boolean
  /** Whether the answer is an event stream, failures included. */
  isStream?: boolean
  /** Whether the platform's own status is passed on when it fails. */
  passThrough?: boolean
  handle: (context: Context, input: Input, asked: Asked) => Reply | Promise<Reply>
}

/** The value of `Allow` for a path with routes for these methods. */
export const allowedMethods = (methods: readonly Method[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** One entry of the table of routes. */
export type Route = Definition<unknown>

/** Makes a table entry; the handler gets what the schema beside it has passed. */
export function route<Input>(definition: Definition<Input>): Route {
  // Inputs differ from route to route, and a handler is only ever given what its own schema has passed.
  return definition as unknown as Route
}
