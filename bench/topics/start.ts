import { lookup } from '../support/ask.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'

const STARTS = 7

/** Measures the time from the start of the process to its first answers; in turn with an older build if one is given. */
export async function measureStart(
  testbed: Testbed,
  { runs = STARTS, against }: Partial<TopicOptions>,
): Promise<Findings> {
  const platform = await testbed.platform(0)
  const ours: Start[] = []
  const older: Start[] = []
  for (let run = 0; run < runs; run++) {
    ours.push(await time(() => testbed.rapsheet(platform)))
    if (against) older.push(await time(() => testbed.rapsheetOf(against, platform)))
  }
  const our = medians(ours)
  const old = medians(older)
  const ratio = median(ours.map(({ answered }, run) => answered / (older[run]?.answered ?? Number.NaN)))
  const format = ({ alive, answered }: Start) => `${whole(alive)} ms to /healthz, ${whole(answered)} ms to a lookup`
  return {
    rows: [
      against
        ? {
            what: `start to first answer, compared with ${against.name}`,
            target: '≤ 1.0 × its time',
            measured: `${ratio.toFixed(2)} × (ours ${format(our)}; ${against.name} ${format(old)})`,
            isMet: ratio <= 1,
          }
        : { what: 'start to first answer', target: '≤ 1 s', measured: format(our), isMet: our.answered <= 1_000 },
    ],
    notes: [`Start: medians of ${runs} starts; a ratio is the median of the ratios of one start after the other.`],
  }
}

/** Milliseconds from the start of the process. */
interface Start {
  alive: number
  answered: number
}

async function time(start: () => Promise<Server>): Promise<Start> {
  const startedAt = performance.now()
  const server = await start()
  const alive = performance.now() - startedAt
  await lookup(server, CAST.raider)
  const answered = performance.now() - startedAt
  await server.stop()
  return { alive, answered }
}

const medians = (starts: Start[]): Start => ({
  alive: median(starts.map(({ alive }) => alive)),
  answered: median(starts.map(({ answered }) => answered)),
})
