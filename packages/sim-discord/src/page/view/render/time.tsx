import { formatTimestamp } from '../../../render/timestamp.ts'
import { useReader } from './reader-context.ts'

/** A timestamp of a text; its title is the whole date. `source` is shown for a time that Discord leaves as written. */
export function Time({ seconds, style, source }: { seconds: number; style: string; source: string }) {
  const { now, locale, timeZone } = useReader()
  const shown = formatTimestamp(seconds, style, now, locale, timeZone)
  if (shown === undefined) return <>{source}</>
  const title = formatTimestamp(seconds, 'F', now, locale, timeZone)
  return (
    <time class="timestamp" dateTime={new Date(seconds * 1000).toISOString()} title={title}>
      {shown}
    </time>
  )
}
