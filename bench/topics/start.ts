import { lookup } from '../support/ask.ts'
import { CAST } from '../../sim/steam/cast.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const STARTS = 5

/** From the start of the process to its first answers. */
export async function measureStart(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(0)
  const alive: number[] = []
  const answered: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now()
    const ours = await testbed.rapsheet(platform)
    alive.push(performance.now() - startedAt)
    await lookup(ours, CAST.raider)
    answered.push(performance.now() - startedAt)
    await ours.stop()
  }
  return {
    rows: [
      {
        what: 'start to first answer',
        target: '≤ 1 s',
        measured: `${whole(median(alive))} ms to /healthz, ${whole(median(answered))} ms to a lookup`,
        isMet: median(answered) <= 1_000,
      },
    ],
  }
}
