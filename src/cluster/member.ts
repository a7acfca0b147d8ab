import { z } from 'zod'

/** A replica, as the others see it. */
export const memberSchema = z.object({
  /** Random; no other replica has it, before or after a restart. */
  id: z.string(),
  /** For people. */
  name: z.string(),
  role: z.string(),
  /** The version of the program. */
  program: z.string(),
  /** The address from which its calls leave; replicas with the same text share one. */
  address: z.string(),
  /** The settings that should be the same on all replicas, by name. */
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Member = z.infer<typeof memberSchema>
