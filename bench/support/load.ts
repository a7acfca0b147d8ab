import { z } from 'zod'
import type { Workshop } from './workshop.ts'

const resultSchema = z.object({ answered: z.number(), failed: z.number(), seconds: z.number() })

/** What a run of the load brought; never with a failed request. */
export type LoadResult = z.infer<typeof resultSchema>

/** Fifty kept connections in a process of their own, each with one request under way. */
export interface Load {
  /** Asks for one path, over and over. */
  seconds(url: string, path: string, seconds: number, perSecond?: number): Promise<LoadResult>
  /** Asks for each path once, in order. */
  amount(url: string, paths: string[]): Promise<LoadResult>
}

/** Starts the load's process. */
export async function startLoad(workshop: Workshop): Promise<Load> {
  const child = await workshop.child('bench/load.ts')
  await child.next()
  const run = async (order: object) => {
    const result = resultSchema.parse(await child.ask(order))
    if (result.failed > 0)
      throw new Error(`${result.failed} of ${result.answered} requests failed: ${JSON.stringify(order).slice(0, 200)}`)
    return result
  }
  return {
    seconds: (url, path, seconds, perSecond) =>
      run({ url, paths: [path], seconds, ...(perSecond ? { perSecond } : {}) }),
    amount: (url, paths) => run({ url, paths }),
  }
}
