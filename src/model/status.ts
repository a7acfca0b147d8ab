import { z } from 'zod'
import { unixSecondsSchema } from './bounds.ts'
import { budgetReportSchema } from './budget.ts'
import { checkSchema, guildName } from './checklist.ts'
import { readinessSchema } from './readiness.ts'

const count = z.int().min(0)
const time = unixSecondsSchema.nullable()

/** The number of calls that were used at a time of the day. */
const budgetPointSchema = z.object({ at: unixSecondsSchema, used: count })
export type BudgetPoint = z.infer<typeof budgetPointSchema>

const budgetForecastSchema = z.object({
  usedAtEnd: count.meta({ description: 'The calls at the end of the UTC day, at the rate of the last hour.' }),
  spentAt: time.meta({ description: 'When the limit is reached at that rate; null if not today, or without a limit.' }),
})
export type BudgetForecast = z.infer<typeof budgetForecastSchema>

const waitingSchema = z.object({ lookup: count, scan: count, background: count })

/** A failure that the operator should notice; the log has it too. */
const failureSchema = z.object({
  at: unixSecondsSchema,
  level: z.enum(['warn', 'error']),
  code: z.string().meta({ description: 'The code of an error, or `internal` for an unexpected one.' }),
  where: z
    .string()
    .meta({ description: 'A route with its method, a Discord command with its slash, or a task of the service.' }),
  guildId: z.string().nullable().meta({ description: 'The Discord server of a task that concerns one alone.' }),
  guildName,
  requestId: z.string().nullable().meta({ description: 'By which the log has more; null for a task.' }),
})
export type Failure = Omit<z.infer<typeof failureSchema>, 'guildName'>

/** Reports a failure that the operator should notice. It contains no text that a client has chosen. */
export type ReportFailure = (
  failure: Pick<Failure, 'level' | 'code' | 'where'> & { guildId?: string | undefined; requestId?: string },
) => void

const sweepSchema = z.object({
  startedAt: unixSecondsSchema,
  finishedAt: time.meta({ description: 'Null while it runs.' }),
  intervalSeconds: count,
  accounts: count,
  done: count,
  calls: count,
})

/**
 * The state of the service for its operator. `queue`, `circuits`, `errors` and `process` describe the answering process, the other parts
 * all replicas. A value that cannot be read is null, never 0.
 */
export const statusSchema = z.object({
  at: unixSecondsSchema.meta({ description: 'When this state was read.' }),
  checklist: z.array(checkSchema),
  budget: budgetReportSchema
    .extend({
      points: z.array(budgetPointSchema).meta({
        description: 'The calls of today every ten minutes since this process started, and now.',
      }),
      forecast: budgetForecastSchema.nullable().meta({ description: 'Null while less than 20 minutes are known.' }),
    })
    .nullable()
    .meta({ description: 'Null without a key.' }),
  circuits: readinessSchema.pick({ platform: true, down: true, blocked: true }),
  queue: z.object({
    api: z.object({ inFlight: count, limit: count, waiting: waitingSchema }),
    community: z.object({ inFlight: count, limit: count, waiting: count }),
    requests: count.meta({ description: 'HTTP requests that are being answered, this one included.' }),
    connections: count,
    eventLoopDelayMs: z.number().nullable().meta({ description: 'Null before the first measurement.' }),
    overload: z.enum(['event_loop', 'memory']).nullable().meta({ description: 'Why new lookups are refused.' }),
  }),
  sweeps: z
    .object({
      latest: sweepSchema.nullable(),
      lastFinishedAt: time,
      nextAt: time.meta({ description: 'When the sweep after the latest one is due; may be past.' }),
      watched: count,
      overdue: count,
      unanswered: count,
      oldestCheckedAt: time,
    })
    .nullable()
    .meta({ description: 'Null when the database is off or cannot be read.' }),
  alerts: z
    .object({
      waiting: count,
      oldestAt: time.meta({ description: 'When the oldest alert that waits was created.' }),
      refusals: count,
      joins: count,
    })
    .nullable()
    .meta({ description: 'Null when the database is off or cannot be read.' }),
  replicas: readinessSchema.shape.replicas,
  errors: z.array(failureSchema).meta({ description: 'The last 50 of this process, newest first.' }),
  process: z.object({
    version: z.string(),
    node: z.string(),
    role: z.enum(['all', 'http', 'bot']),
    startedAt: unixSecondsSchema,
    memoryBytes: count,
    memoryLimitBytes: count.meta({ description: 'Above which new lookups are refused; 0 for no limit.' }),
    stopping: z.boolean(),
    store: z.object({ kind: z.enum(['memory', 'sqlite', 'postgres']), state: readinessSchema.shape.store }),
    database: z.object({
      kind: z.enum(['sqlite', 'postgres']),
      state: z.enum(['open', 'unwritable', 'failing', 'lost', 'off']).meta({
        description:
          'Unwritable: the last write of this process failed, for example because the disk is full. Failing: it cannot be read. Lost: its file was deleted or replaced while the service runs. Off: nothing that needs it is set up.',
      }),
    }),
  }),
})
export type Status = z.infer<typeof statusSchema>
