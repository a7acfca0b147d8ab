import { z } from 'zod'
import type { Child } from './child.ts'
import type { Testbed } from './testbed.ts'

/** The attacks; `bench/attacker.ts` carries them out. */
export const attackSchema = z.discriminatedUnion('kind', [
  /** Sends many requests at once on each connection, and reads no answer. */
  z.object({ kind: z.literal('pipeline'), connections: z.number(), path: z.string(), requests: z.number() }),
  /** Opens HTTP/2 streams with a flow-control window of 0. */
  z.object({ kind: z.literal('streams'), sessions: z.number(), path: z.string(), streams: z.number() }),
  /** Sends a few bytes each second on each connection, and never a complete request. */
  z.object({ kind: z.literal('slow'), connections: z.number(), addresses: z.array(z.string()).min(1) }),
])

export type Attack = z.infer<typeof attackSchema>

/** Starts an attack from a separate process, so that its work is not measured as the server's. */
export async function startAttack(testbed: Testbed, url: string, attack: Attack): Promise<Pick<Child, 'stop'>> {
  const child = await testbed.child('bench/attacker.ts')
  await child.next()
  await child.ask({ port: Number(new URL(url).port), attack })
  return child
}
