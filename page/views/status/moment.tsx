import { toIsoTime } from '../../format.ts'
import { useStatus } from './status-context.ts'

/** A time relative to now; the whole date is its title. */
export function Moment({ at }: { at: number }) {
  const { format, relative } = useStatus()
  return (
    <time dateTime={toIsoTime(at)} title={format.dateTime(at)}>
      {relative(at)}
    </time>
  )
}
