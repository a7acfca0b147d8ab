import { z } from 'zod'
import type { Child } from './child.ts'
import type { Testbed } from './testbed.ts'

/** Connections that send a few bytes each second, and never a complete request; `bench/attacker.ts` opens them. */
export const attackSchema = z.object({ connections: z.number(), address: z.string() })

export type Attack = z.infer<typeof attackSchema>

/** Starts an attack from a separate process, so that its work is not measured as the server's. */
export async function startAttack(testbed: Testbed, url: string, attack: Attack): Promise<Pick<Child, 'stop'>> {
  const child = await testbed.child('bench/attacker.ts')
  await child.next()
  await child.ask({ port: Number(new URL(url).port), attack })
  return child
}
