import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { LazyCallContext } from '../lib/optimizations/lazy-call-context.ts'
import type { RapsheetError } from '../model/error.ts'
import { createCommonHeaders, openRequest, type ActiveRequest, type RequestOptions } from './active-request.ts'
import { createAccess, type AccessOptions } from './access.ts'
import { toErrorResponse, type HttpError } from './errors.ts'
import { reportRequest, type ReportOptions, type RequestOutcome } from './outcome.ts'
import type { Route } from './route.ts'
import { createRouter } from './router.ts'
import { createServe, type ServeOptions } from './serve.ts'

export interface HandlerOptions<Context> extends RequestOptions, ReportOptions, ServeOptions, AccessOptions {
  context: Context
  routes: readonly Route<Context>[]
}

export type Handler = ReturnType<typeof createHandler>

export function createHandler<Context>(options: HandlerOptions<Context>) {
  const { clock, log } = options
  const findRoutes = createRouter(options.routes)
  const findAccess = createAccess(options)
  const commonHeaders = createCommonHeaders(options)
  const serve = createServe(options)
  const abortable = new Set<LazyCallContext>()

  const report = (active: ActiveRequest, { status, error }: RequestOutcome): void => {
    const { requestId, destination, request, client, usage, access, startedAt } = active
    if (access.tool) options.policies.noteToolCalls(access.tool.guildId, usage.callShare ?? 0)
    else if (access.grant) options.policies.noteCalls(access.grant, usage.callShare ?? 0)
    const durationMs = clock.now() - startedAt
    const record = { route: destination.label, method: request.method ?? '', status, durationMs }
    const isProbe = active.route?.isProbe === true
    const asked = { requestId, client: client.address, usage, caller: access.caller, isProbe }
    reportRequest(options, asked, record, error)
  }

  const giveUp = (response: ServerResponse, error: unknown): void => {
    log.error({ err: error }, 'answering failed')
    response.destroy()
  }

  return {
    /**
     * Handles one request: checks it, calls its route and writes the response; with `malformed`, it writes that error instead.
     * Returns, or resolves, when an event stream, an image or a file is sent, and when any other response is written, which may be before it is
     * sent; never throws or rejects.
     */
    handle(request: IncomingMessage, response: ServerResponse, malformed: HttpError | undefined): MaybePromise<void> {
      try {
        const active = openRequest(options, commonHeaders, findRoutes, findAccess, abortable, request, response)
        const outcome = serve(active, malformed)
        if (outcome instanceof Promise)
          return outcome.then((ready) => report(active, ready)).catch((error: unknown) => giveUp(response, error))
        report(active, outcome)
      } catch (error) {
        giveUp(response, error)
      }
    },
    /** Builds and reports the response to a client that sent no complete HTTP request. */
    buildErrorResponse: (error: HttpError, client: string) => buildErrorResponse(options, error, client),
    /** Aborts all active requests with this error. */
    abort(reason: RapsheetError): void {
      for (const callContext of abortable) callContext.abort(reason)
    },
  }
}

function buildErrorResponse(options: ReportOptions & RequestOptions, error: HttpError, client: string) {
  const requestId = randomUUID()
  const { status, headers, body } = toErrorResponse(error, requestId)
  reportRequest(options, { requestId, client }, { route: 'unknown', method: '', status, durationMs: 0 }, error)
  const text = JSON.stringify(body)
  const allHeaders = {
    ...createCommonHeaders(options)(requestId, {}),
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  return { headers: allHeaders, body: text }
}
