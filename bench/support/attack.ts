import { z } from 'zod'
import type { Child } from './child.ts'
import type { Workshop } from './workshop.ts'

/** What an attacker is to do; `bench/attacker.ts` does it. */
export const attackSchema = z.discriminatedUnion('kind', [
  /** Sends many requests at once on each connection and reads no answer. */
  z.object({ kind: z.literal('pipeline'), connections: z.number(), path: z.string(), requests: z.number() }),
  /** Opens HTTP/2 streams whose window has no room for an answer. */
  z.object({ kind: z.literal('streams'), sessions: z.number(), path: z.string(), streams: z.number() }),
  /** Sends a little each second on each connection, and never a whole request. */
  z.object({ kind: z.literal('slow'), connections: z.number(), addresses: z.array(z.string()).min(1) }),
])

export type Attack = z.infer<typeof attackSchema>

/** Begins an attack on a server from a process of its own, so that its work is not taken for the server's; stop ends it. */
export async function startAttack(workshop: Workshop, url: string, attack: Attack): Promise<Pick<Child, 'stop'>> {
  const child = await workshop.child('bench/attacker.ts')
  await child.next()
  await child.ask({ port: Number(new URL(url).port), attack })
  return child
}
