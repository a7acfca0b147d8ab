import { createRandom } from './random.ts'
import type { Fault } from './dial.ts'

const SHARE = 1 / 3
/** The fields that Steam may leave out or send as null. */
const FIELDS = ['CommunityBanned', 'VACBanned', 'NumberOfVACBans', 'DaysSinceLastBan', 'NumberOfGameBans', 'EconomyBan']

type Entry = object | null

/**
 * Applies a fault to the records of an answer: to one of them at least, and to about a third of the others. `salt`, from 0 to 1,
 * determines which, and which fields.
 */
export function spoilRecords(entries: readonly Entry[], fault: Fault | null, salt: number): Entry[] {
  const random = createRandom(Math.floor(salt * 2 ** 32), 'records')
  const first = random.integer(0, entries.length - 1)
  return entries.flatMap((entry, index): Entry[] => {
    const isSpoiled = random.chance(SHARE) || index === first
    const field = random.pick(FIELDS)
    if (!isSpoiled || entry === null) return [entry]
    switch (fault) {
      case 'missing-records':
        return []
      case 'null-records':
        return [null]
      case 'partial-records':
        return [Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field))]
      case 'null-fields':
        return [{ ...entry, [field]: null }]
      default:
        return [entry]
    }
  })
}
