import type { Logger } from 'pino'
import type { Usage } from '../lib/call-context.ts'
import { ERROR_TRAITS, RapsheetError, toLogFacts } from '../model/error.ts'
import { HttpError, refusalReason, type RefusalReason } from './errors.ts'
import { clientLeft } from './response.ts'

/** One request that was answered, or whose client disconnected. */
export interface RequestRecord {
  route: string
  method: string
  status: number
  durationMs: number
}

export interface ReportOptions {
  log: Logger
  onRequest: (record: RequestRecord) => void
  onRefusal: (reason: RefusalReason) => void
}

/** Reports a finished request to metrics and log. */
export function reportRequest(
  { log, onRequest, onRefusal }: ReportOptions,
  { requestId, client, usage }: { requestId: string; client: string; usage?: Usage },
  record: RequestRecord,
  error?: unknown,
): void {
  onRequest(record)
  const reason = refusalReason(error)
  if (reason) onRefusal(reason)
  if (error === undefined && !log.isLevelEnabled('info')) return
  const durationMs = Math.round(record.durationMs * 10) / 10
  const facts = { requestId, ...record, durationMs, client, ...usage }
  if (error === undefined) log.info(facts, 'request')
  else logFailure(log, facts, error)
}

/** Writes one line for the request, at the level its failure deserves; the stack only of unexpected errors. */
function logFailure(log: Logger, facts: object, error: unknown): void {
  if (error === clientLeft) log.info({ ...facts, code: 'client_left' }, 'request')
  else if (error instanceof HttpError) log.info({ ...facts, code: error.code }, 'request')
  else if (error instanceof RapsheetError)
    log[ERROR_TRAITS[error.code].logLevel]({ ...facts, code: error.code, ...toLogFacts(error) }, 'request')
  else log.error({ ...facts, code: 'internal', err: error }, 'request')
}
