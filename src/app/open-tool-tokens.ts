import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { ReportFailure } from '../model/status.ts'
import { createStoredTokens } from '../tools/stored-tokens.ts'
import type { Database } from './database.ts'
import { createErrorLog } from './error-log.ts'

interface ToolTokensOptions {
  database: Database
  clock: Clock
  log: Logger
  onFailure: ReportFailure
}

export type ToolTokensPart = Awaited<ReturnType<typeof openToolTokens>>

/** Loads the tokens of tools, and follows their changes; rejects with a DatabaseError for the operator. */
export async function openToolTokens({ database, clock, log, onFailure }: ToolTokensOptions) {
  const reportError = createErrorLog(log, onFailure)
  const tokens = createStoredTokens({ database, clock, onError: (error) => reportError('tool tokens', error) })
  await tokens.load()
  const stop = new AbortController()
  const running = tokens.run(stop.signal)
  return {
    tokens,
    /** Stores the last uses; to be called after the last request, before the database is closed. */
    async close(): Promise<void> {
      stop.abort(new Error('the service stops'))
      await running
    },
  }
}
