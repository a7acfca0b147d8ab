import { whole, type Row } from '../support/table.ts'
import type { LeakSearch } from './leak-search.ts'

/** The row about how often the token was found in the output of the services. */
export function toLeakRow(title: string, leaks: readonly LeakSearch[]): Row {
  const found = leaks.flatMap((leak) => leak.found()).length
  const characters = leaks.reduce((sum, leak) => sum + leak.characters(), 0)
  return {
    what: `${title}: the token in logs, metrics and error answers`,
    target: '0',
    measured: `${found} in ${whole(characters / 1_000)} KB`,
    isMet: found === 0,
  }
}
