import type { Status } from '../../../src/model/status.ts'
import { Facts } from '../facts.tsx'
import { useStatus } from './status-context.ts'

const KINDS = ['lookup', 'scan', 'background'] as const
const BYTES_PER_MEGABYTE = 1_048_576

/** How Steam answers. */
export function SteamFacts({ circuits: { platform, down, blocked } }: Pick<Status, 'circuits'>) {
  const { facts, list } = useStatus().texts
  const { steam, none } = facts
  return (
    <section>
      <h3>{steam.title}</h3>
      <Facts
        facts={[
          [steam.platform, steam.platforms[platform]],
          [steam.down, list(down.map((method) => (method === 'all' ? steam.all : method))) || none],
          [steam.blocked, list(blocked.map((host) => steam.hosts[host])) || none],
        ]}
      />
    </section>
  )
}

/** The load of the process: its calls and requests, the delay of its event loop, and its memory. */
export function LoadFacts({ queue, process }: Pick<Status, 'queue' | 'process'>) {
  const { facts, list } = useStatus().texts
  const { queue: words, number } = facts
  const { api, community, eventLoopDelayMs } = queue
  const waiting = KINDS.filter((kind) => api.waiting[kind] > 0)
  const memory = Math.round(process.memoryBytes / BYTES_PER_MEGABYTE)
  const memoryLimit = Math.round(process.memoryLimitBytes / BYTES_PER_MEGABYTE)
  return (
    <section>
      <h3>{words.title}</h3>
      <Facts
        facts={[
          [words.api, words.of({ value: api.inFlight, limit: api.limit })],
          [words.waiting, list(waiting.map((kind) => words.kinds[kind]({ count: api.waiting[kind] }))) || facts.none],
          [words.community, words.of({ value: community.inFlight, limit: community.limit })],
          [words.communityWaiting, number(community.waiting)],
          [words.requests, number(queue.requests)],
          [words.connections, number(queue.connections)],
          [words.delay, eventLoopDelayMs === null ? facts.unknown : words.ms({ value: eventLoopDelayMs })],
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
