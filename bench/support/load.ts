import { z } from 'zod'
import type { Testbed } from './testbed.ts'

const resultSchema = z.object({ answered: z.number(), failed: z.number(), seconds: z.number() })

/** The result of a run without failed requests. */
export type LoadResult = z.infer<typeof resultSchema>

/** A load generator in its own process: fifty keep-alive connections with one request in flight each. */
export interface Load {
  /** Requests one path repeatedly. */
  seconds(url: string, path: string, seconds: number): Promise<LoadResult>
  /** Requests each path once, in order. */
  amount(url: string, paths: string[]): Promise<LoadResult>
}

/** Starts the load generator. */
export async function startLoad(testbed: Testbed): Promise<Load> {
  const child = await testbed.child('bench/load.ts')
  await child.next()
  const run = async (order: object) => {
    const result = resultSchema.parse(await child.ask(order))
    if (result.failed > 0)
      throw new Error(`${result.failed} of ${result.answered} requests failed: ${JSON.stringify(order).slice(0, 200)}`)
    return result
  }
  return {
    seconds: (url, path, seconds) => run({ url, paths: [path], seconds }),
    amount: (url, paths) => run({ url, paths }),
  }
}
