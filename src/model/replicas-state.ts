import { z } from 'zod'

/** What a replica knows of itself and of the others that share its database. */
export const replicasStateSchema = z.object({
  name: z.string().meta({ description: 'The name of this replica.' }),
  alive: z.int().min(0).meta({ description: 'The replicas that are alive, this one included.' }),
  database: z.enum(['connected', 'away']).meta({
    description:
      'Away: the last heartbeat did not reach the database. `alive` is then as last seen, and lookups go on with this replica’s share of the day’s calls.',
  }),
  notices: z.enum(['arriving', 'polled']).meta({
    description:
      'Polled: notices of other replicas do not arrive, as behind a pooler, and are read every few seconds instead.',
  }),
  differing: z.array(z.string()).meta({ description: 'The settings that differ between replicas and should not.' }),
})
export type ReplicasState = z.infer<typeof replicasStateSchema>
