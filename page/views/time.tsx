import { toIsoTime } from '../format.ts'
import { useView } from './view-context.ts'

/** A time relative to now, with the full date as a tooltip; `at` in Unix seconds. */
export function Time({ at }: { at: number }) {
  const { format, relative } = useView()
  return (
    <time dateTime={toIsoTime(at)} title={format.dateTime(at)}>
      {relative(at)}
    </time>
  )
}
