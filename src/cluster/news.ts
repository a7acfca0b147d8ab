import type { Clock } from '../lib/clock.ts'
import type { Replicas } from './create-replicas.ts'

const TELL_WITHIN_MS = 1_000
/** How far a read reaches back beyond the last one, because a statement may be stored later than its time says. */
const OVERLAP_MS = 2_000

// What is older was read long ago.
const TELL = `
  WITH outdated AS (DELETE FROM rapsheet_replicas.news WHERE told_at < clock_timestamp() - interval '1 minute')
  INSERT INTO rapsheet_replicas.news (replica, content, told_at) VALUES ($1, $2, clock_timestamp())`
const READ = `
  SELECT content FROM rapsheet_replicas.news
  WHERE replica <> $1 AND told_at > clock_timestamp() - $2::float8 * interval '1 ms' ORDER BY told_at`

/**
 * Opens the news that replicas tell each other, as JSON. `onNews` gets those of the others within a second or two, each of them several
 * times. News that cannot be stored are lost.
 */
export function openNews(
  { run, self, addStep }: Pick<Replicas, 'run' | 'self' | 'addStep'>,
  clock: Pick<Clock, 'now'>,
  onNews: (content: unknown) => void,
) {
  let readAt = clock.now()
  addStep(async (client) => {
    const now = clock.now()
    const { rows } = await client.query<{ content: unknown }>(READ, [self.id, now - readAt + OVERLAP_MS])
    readAt = now
    for (const { content } of rows) onNews(content)
  })
  return {
    tell(content: unknown): void {
      run(TELL_WITHIN_MS, (client) => client.query(TELL, [self.id, JSON.stringify(content)])).catch(() => {})
    },
  }
}
