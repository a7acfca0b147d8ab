import { STATS_TABLE } from '../../../src/model/stats-table.ts'
import { statsSchema } from '../../../src/model/stats.ts'

const zeros = Object.fromEntries(
  Object.entries(STATS_TABLE).map(([group, counters]) => [
    group,
    Object.fromEntries(Object.keys(counters).map((counter) => [counter, 0])),
  ]),
)

/** Statistics in which nothing is counted. */
export const NO_STATS = statsSchema.parse(zeros)
