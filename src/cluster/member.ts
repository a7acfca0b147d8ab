import { z } from 'zod'

/** A replica as other replicas know it. */
export const memberSchema = z.object({
  /** A random id, new at each start. */
  id: z.string(),
  /** The name for logs and the status page. */
  name: z.string(),
  role: z.string(),
  /** The version of the program. */
  program: z.string(),
  /** The address from which the calls of the replica leave; replicas behind one address have the same value. */
  address: z.string(),
  /** Settings that should be equal on all replicas, by name. */
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Member = z.infer<typeof memberSchema>
