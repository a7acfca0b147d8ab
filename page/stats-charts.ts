import type { RustStats } from '../src/model/stats.ts'
import { statsGroups, type CounterGroup } from '../src/accounts/presentation/stats-figures.ts'
import type { AccountTexts, CounterLabels } from '../src/accounts/words/account-texts.ts'
import type { BarValue } from './bars.ts'

/** Counters of the same unit, to be compared as bars. */
interface Chart {
  title: string
  bars: BarValue[]
}

/** The counters about resources: amounts as bars, and the other counters as lines. */
interface Resources {
  bars: BarValue[]
  lines: CounterGroup['lines']
}

/** The counters that are not key figures: some as bar charts, the others by group. */
interface StatsCharts {
  /** A chart for each weapon, with a bar for each kind of target. Rust does not count hits by body part. */
  hits: Chart[]
  resources: Resources
  /** The counters of the other groups, and the combat counters that are in no chart. */
  rest: CounterGroup[]
}

/** The counters of an account as charts. A counter that is 0, or that Steam does not report, is left out. */
export function toStatsCharts(report: RustStats, texts: AccountTexts, labels: CounterLabels): StatsCharts {
  const groups = statsGroups(report, texts, labels)
  const lines = groups.find(({ group }) => group === 'combat')?.lines ?? []
  const hits = lines
    .filter(({ common }) => common !== '')
    .map(({ common, counters }) => ({
      title: common,
      bars: common === labels.lines.bulletsHit ? [...bulletsOnPlayers(report, labels, texts), ...counters] : counters,
    }))
  return { hits, resources: splitResources(groups, labels.resources), rest: groups.flatMap(withoutCharts) }
}

function splitResources(groups: readonly CounterGroup[], { oreHits, treeHits }: CounterLabels['resources']): Resources {
  const lines = groups.find(({ group }) => group === 'resources')?.lines ?? []
  // Strikes of a tool are not an amount of a resource.
  const isStrike = ({ label }: BarValue) => label === oreHits || label === treeHits
  return {
    bars: lines.flatMap(({ counters }) => counters.filter((counter) => !isStrike(counter))),
    lines: lines.flatMap(({ common, counters }) => {
      const strikes = counters.filter(isStrike)
      return strikes.length === 0 ? [] : [{ common, counters: strikes }]
    }),
  }
}

/** Removes the counters that charts show from a group, and the group if no counter is left. A group that had no counters is kept. */
function withoutCharts(group: CounterGroup): CounterGroup[] {
  if (group.group === 'resources') return []
  if (group.group !== 'combat') return [group]
  const lines = group.lines.filter(({ common }) => common === '')
  return lines.length > 0 || group.lines.length === 0 ? [{ ...group, lines }] : []
}

/** Bullet hits on players, which the groups leave out because the accuracy contains them. */
function bulletsOnPlayers(
  { stats, unreported }: RustStats,
  { targets }: CounterLabels,
  { number }: AccountTexts,
): BarValue[] {
  const value = stats.combat.bulletsHit
  if (value === 0 || unreported.includes('combat.bulletsHit')) return []
  return [{ label: targets.players, value, text: number(value) }]
}
