import { z } from 'zod'
import { budgetReportSchema } from './budget.ts'

/** The state of this replica and of the other replicas that share its database, as far as this replica knows. */
const replicasStateSchema = z.object({
  name: z.string().meta({ description: 'The name of this replica.' }),
  alive: z.int().min(0).meta({ description: 'The replicas that are alive, this one included.' }),
  database: z.enum(['connected', 'away']).meta({
    description:
      'Away: the last poll did not reach the database. `alive` is then as last seen, and lookups go on with this replica’s share of the day’s calls.',
  }),
  differing: z.array(z.string()).meta({ description: 'The settings that differ between replicas and should not.' }),
})
export type ReplicasState = z.infer<typeof replicasStateSchema>

/** Whether this process can answer, and the state of everything that lookups need. */
export const readinessSchema = z
  .object({
    ready: z.boolean().meta({ description: 'False while the process stops, and while its database is lost.' }),
    store: z.enum(['open', 'failing', 'closed']).meta({
      description:
        'Failing: the last write failed, for example because the disk is full. Closed: it is not used, because it cannot be opened or does not answer. Lookups still work in both cases and are cached in memory.',
    }),
    database: z.enum(['off', 'open', 'failing', 'lost']).meta({
      description:
        'Failing: the last write of lists or policies failed. Lost: its file was deleted or replaced while the service runs, and an operator has to put it back or restore a backup. Off: nothing that needs it is set up.',
    }),
    platform: z.enum(['reachable', 'unreachable', 'blocked', 'key_refused', 'not_configured', 'unknown']).meta({
      description:
        'Blocked: Steam’s edge network refuses the address of this server; only cached lookups are answered.',
    }),
    discord: z.enum(['off', 'standby', 'connecting', 'connected', 'refused']).meta({
      description:
        'The connection of the bot; HTTP does not depend on it. Standby: another process runs the bot, and this one takes over when that one ends.',
    }),
    stopping: z.boolean(),
    budget: budgetReportSchema.nullable().meta({ description: 'The day’s calls to Steam; null without a key.' }),
    replicas: replicasStateSchema.nullable().meta({ description: 'Null for a single process.' }),
    down: z.array(z.string()).meta({
      description:
        'Steam methods with an open circuit: not called, apart from probes, until a probe succeeds; `all` for all methods.',
    }),
    blocked: z.array(z.enum(['api', 'community'])).meta({
      description:
        'Steam hosts that block the address of this server: `api` is needed for all lookups, `community` for inventories.',
    }),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof readinessSchema>
