import { z } from 'zod'
import type { OnOutput } from './child.ts'

const lineSchema = z.object({ msg: z.literal('request'), route: z.string(), databaseMs: z.number().optional() })

/** Collects from the log of a replica how long each of its look-ups has waited for Postgres, milliseconds. */
export function collectDatabaseWaits(): { onOutput: OnOutput; waits: () => number[] } {
  const waits: number[] = []
  let rest = ''
  return {
    onOutput(chunk) {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.filter((each) => each.includes('"/api/lookup"')))
        waits.push(lineSchema.parse(JSON.parse(line)).databaseMs ?? 0)
    },
    waits: () => waits,
  }
}
