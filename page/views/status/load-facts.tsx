import type { Status } from '../../../src/model/status.ts'
import { Facts } from '../facts.tsx'
import { useStatus } from './status-context.ts'

const BYTES_PER_MEGABYTE = 1_048_576

/** The load of the process: its calls and requests, the delay of its event loop, and its memory. */
export function LoadFacts({ queue, process }: Pick<Status, 'queue' | 'process'>) {
  const { states, facts } = useStatus().texts
  const { queue: words, number } = facts
  const { api, community, eventLoopDelayMs } = queue
  const { lookup, scan, background } = api.waiting
  const memory = Math.round(process.memoryBytes / BYTES_PER_MEGABYTE)
  const memoryLimit = Math.round(process.memoryLimitBytes / BYTES_PER_MEGABYTE)
  return (
    <section>
      <h3>{words.title}</h3>
      <Facts
        facts={[
          [words.api, words.of({ value: api.inFlight, limit: api.limit })],
          [words.waiting, number(lookup + scan + background)],
          [words.community, words.of({ value: community.inFlight, limit: community.limit })],
          [words.communityWaiting, number(community.waiting)],
          [words.requests, number(queue.requests)],
          [words.connections, number(queue.connections)],
          [words.delay, eventLoopDelayMs === null ? states.unknown : words.ms({ value: eventLoopDelayMs })],
          [
            words.memory,
            memoryLimit === 0
              ? words.megabytes({ value: memory })
              : words.megabytesOf({ value: memory, limit: memoryLimit }),
          ],
        ]}
      />
    </section>
  )
}
