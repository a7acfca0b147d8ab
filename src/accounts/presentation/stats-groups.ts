import type { RustStats, Stats } from '../../model/stats.ts'
import { formatCounter, statsFigures } from './stats-figures.ts'
import type { AccountTexts } from '../words/account-texts.ts'

const ICON_OF: Record<keyof Stats, string> = {
  combat: '⚔️',
  survival: '❤️',
  building: '🏠',
  resources: '🪓',
  npc: '🐗',
  items: '📦',
  misc: '🧭',
}

/** A counter that is not 0: its label without the beginning it shares, its value as Steam gives it, and in its unit. */
interface Counter {
  label: string
  value: number
  text: string
}

/** Counters whose labels begin with the same words, such as `Bullet hits: `; empty for labels without such a beginning. */
interface CounterLine {
  common: string
  counters: Counter[]
}

/** The counters of a group that are not 0, by line. */
export interface CounterGroup {
  group: keyof Stats
  icon: string
  title: string
  lines: CounterLine[]
}

/** All counters except those of the key figures. A counter that Steam does not report is left out instead of shown as 0. */
export function statsGroups({ stats, unreported }: RustStats, texts: AccountTexts): CounterGroup[] {
  const leftOut = new Set([...unreported, ...statsFigures(stats, texts).flatMap(({ counters }) => counters)])
  const groups = Object.keys(texts.stats.groups) as (keyof Stats)[]
  return groups.map((group) => ({
    group,
    icon: ICON_OF[group],
    title: texts.stats.groups[group],
    lines: linesOf(group, stats, leftOut, texts),
  }))
}

function linesOf(group: keyof Stats, stats: Stats, leftOut: Set<string>, texts: AccountTexts): CounterLine[] {
  const values: Record<string, number> = stats[group]
  /** The counters by the common beginning of their labels; labels without one form the first line. */
  const lines = new Map<string, Counter[]>([['', []]])
  for (const [counter, label] of Object.entries<string>(texts.stats.counters[group])) {
    const value = counter === 'horseDistanceRidden' ? metresRidden(stats.misc) : (values[counter] ?? 0)
    if (value === 0 || leftOut.has(`${group}.${counter}`)) continue
    const { common, own } = splitCounterLabel(label)
    const shown = { label: own, value, text: formatCounter(counter, value, texts) }
    lines.set(common, [...(lines.get(common) ?? []), shown])
  }
  return [...lines].filter(([, counters]) => counters.length > 0).map(([common, counters]) => ({ common, counters }))
}

/** The beginning that a label shares with others, such as `Bullet hits: `, and the rest; `common` is empty without one. */
export function splitCounterLabel(label: string): { common: string; own: string } {
  const [, common = '', own = label] = /^(.+: )(.+)$/.exec(label) ?? []
  return { common, own }
}

/** Rust counts rides in metres and again in full kilometres. Either counter can be missing or too low. */
const metresRidden = ({ horseDistanceRidden, horseDistanceRiddenKm }: Stats['misc']) =>
  Math.max(horseDistanceRidden, horseDistanceRiddenKm * 1_000)
