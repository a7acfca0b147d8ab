import type { RustStats } from '../src/model/stats.ts'
import { splitCounterLabel, statsGroups, type CounterGroup } from '../src/presentation/stats-groups.ts'
import type { AccountTexts } from '../src/presentation/texts/account-texts.ts'
import type { BarValue } from './bars.ts'

/** Counters of the same unit, to be compared as bars. */
interface Chart {
  title: string
  bars: BarValue[]
}

/** The counters besides the key figures: those that are compared as bars, and the rest by group. */
interface StatsCharts {
  /** By weapon. Rust counts what was hit, and no parts of the body. */
  hits: Chart[]
  resources: BarValue[]
  rest: CounterGroup[]
}

/** The counters of an account as charts. A counter that is 0, or that Steam does not report, is left out. */
export function toStatsCharts(report: RustStats, texts: AccountTexts): StatsCharts {
  const groups = statsGroups(report, texts)
  const { combat, resources } = texts.stats.counters
  const lines = groups.find(({ group }) => group === 'combat')?.lines ?? []
  const bullets = splitCounterLabel(combat.bulletsHitEntities).common
  const hits = lines
    .filter(({ common }) => common !== '')
    .map(({ common, counters }) => ({
      title: common.replace(/: $/, ''),
      bars: common === bullets ? [...bulletsOnPlayers(report, texts), ...counters] : counters,
    }))
  const harvested = groups.find(({ group }) => group === 'resources')?.lines.flatMap(({ counters }) => counters) ?? []
  // Strikes of a tool are not an amount of a resource.
  const strikes = new Set([resources.oreHits, resources.treeHits])
  const amounts = harvested.filter(({ label }) => !strikes.has(label))
  const withoutBars = ({ lines: all, ...group }: CounterGroup): CounterGroup => ({
    ...group,
    lines: all.flatMap(({ common, counters }) => {
      const left = counters.filter((counter) => !amounts.includes(counter))
      return left.length === 0 || (group.group === 'combat' && common !== '') ? [] : [{ common, counters: left }]
    }),
  })
  // A group whose counters all have bars is left out; one without counters says so.
  const rest = groups.flatMap((group) => {
    const left = withoutBars(group)
    return left.lines.length > 0 || group.lines.length === 0 ? [left] : []
  })
  return { hits, resources: amounts, rest }
}

/** Bullet hits on players, which the groups leave out because the accuracy contains them. */
function bulletsOnPlayers({ stats, unreported }: RustStats, { number, stats: words }: AccountTexts): BarValue[] {
  const value = stats.combat.bulletsHit
  if (value === 0 || unreported.includes('combat.bulletsHit')) return []
  return [{ label: splitCounterLabel(words.counters.combat.arrowsHitPlayers).own, value, text: number(value) }]
}
