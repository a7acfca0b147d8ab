import { toTenths } from '../../lib/tenths.ts'
import { keysOf } from '../../model/objects.ts'
import type { RustStats, Stats } from '../../model/stats.ts'
import type { AccountTexts, CounterLabels } from '../words/account-texts.ts'

const IN_METRES = new Set(['horseDistanceRidden', 'kayakDistance', 'waterDistanceMainland'])

/** Formats a counter in its unit. */
function formatCounter(counter: string, value: number, texts: AccountTexts): string {
  if (counter.endsWith('Seconds')) return formatDuration(value, texts)
  if (IN_METRES.has(counter)) return texts.stats.kilometres({ value: tenths(value / 1_000) })
  return texts.number(whole(value))
}

function formatDuration(seconds: number, texts: AccountTexts): string {
  if (seconds < 60) return texts.seconds({ value: Math.ceil(seconds) })
  if (seconds < 3_600) return texts.minutes({ value: Math.round(seconds / 60) })
  return texts.hours({ value: toTenths(seconds / 3_600) })
}

/** Rounds to an integer; a value below 1 is rounded up to one decimal, so that it is not shown as 0. */
const whole = (value: number) => (value < 1 ? tenths(value) : Math.round(value))
/** Rounds to one decimal; a value below 1 is rounded up. */
const tenths = (value: number) => (value < 1 ? Math.ceil(value * 10) / 10 : toTenths(value))

/** A key figure: a rate and its counts. */
export interface Figure {
  label: string
  /** The rate; null while its counters are 0. */
  rate: string | null
  /** The counts in words, or a text that there are none yet. */
  counts: string
  /** The counters that the figure contains, as `group.counter`. */
  counters: string[]
}

/** Rounds a percentage of 10 or more to an integer; only below 10 are decimals useful. */
const rounded = (percentage: number) => (percentage < 10 ? percentage : Math.round(percentage))

/** K/D, accuracy and headshot rate. */
export function statsFigures({ combat }: Stats, { number, percent, stats }: AccountTexts): Figure[] {
  const { kills, deaths, kd, bulletsHit, bulletsFired, accuracy, headshots, headshotRate } = combat
  const labels = stats.figures
  const figure = (
    key: keyof typeof labels,
    isCounted: boolean,
    rate: string,
    counts: string,
    parts: string[],
  ): Figure => ({
    label: labels[key],
    rate: isCounted ? rate : null,
    counts: isCounted ? counts : stats.nothingCounted,
    counters: [key, ...(isCounted ? parts : [])].map((counter) => `combat.${counter}`),
  })
  const killCounts = stats.killsAndDeaths({ kills: whole(kills), deaths: whole(deaths) })
  const hitCounts = stats.hitsOfShots({ hits: whole(bulletsHit), shots: whole(bulletsFired) })
  const headshotCounts = stats.headshots({ count: whole(headshots) })
  return [
    figure('kd', kills > 0 || deaths > 0, number(kd), killCounts, ['kills', 'deaths']),
    figure('accuracy', bulletsFired > 0, percent(rounded(accuracy)), hitCounts, ['bulletsHit', 'bulletsFired']),
    figure('headshotRate', bulletsHit > 0, percent(rounded(headshotRate)), headshotCounts, ['headshots']),
  ]
}

const ICON_OF: Record<keyof Stats, string> = {
  combat: '⚔️',
  survival: '❤️',
  building: '🏠',
  resources: '🪓',
  npc: '🐗',
  items: '📦',
  misc: '🧭',
}

/**
 * A counter that is not 0. `label` is its label without the beginning that the labels of a line share; `text` is the value with its unit.
 */
interface Counter {
  label: string
  value: number
  text: string
}

/**
 * Counters whose labels begin with the same words, such as `Bullet hits: ` (`common`). `common` is empty for counters whose labels share no
 * beginning.
 */
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

/**
 * The counters by group, except the counters of the key figures and counters that are 0. A counter that Steam does not report is left out,
 * not shown as 0.
 */
export function statsGroups(
  { stats, unreported }: RustStats,
  texts: AccountTexts,
  labels: CounterLabels,
): CounterGroup[] {
  const leftOut = new Set([...unreported, ...statsFigures(stats, texts).flatMap(({ counters }) => counters)])
  return keysOf(texts.stats.groups).map((group) => ({
    group,
    icon: ICON_OF[group],
    title: texts.stats.groups[group],
    lines: linesOf(group, stats, leftOut, labels[group], texts),
  }))
}

function linesOf(
  group: keyof Stats,
  stats: Stats,
  leftOut: Set<string>,
  labels: Record<string, string>,
  texts: AccountTexts,
): CounterLine[] {
  const values: Record<string, number> = stats[group]
  /** The counters by the common beginning of their labels; counters whose labels share no beginning form the first line. */
  const lines = new Map<string, Counter[]>([['', []]])
  for (const [counter, label] of Object.entries(labels)) {
    const value = counter === 'horseDistanceRidden' ? metresRidden(stats.misc) : (values[counter] ?? 0)
    if (value === 0 || leftOut.has(`${group}.${counter}`)) continue
    const { common, own } = splitCounterLabel(label)
    const shown = { label: own, value, text: formatCounter(counter, value, texts) }
    lines.set(common, [...(lines.get(common) ?? []), shown])
  }
  return [...lines].filter(([, counters]) => counters.length > 0).map(([common, counters]) => ({ common, counters }))
}

/**
 * Splits a label into the beginning that it shares with others, such as `Bullet hits: `, and the rest. `common` is empty when the label
 * shares no beginning.
 * @example
 *   splitCounterLabel('Bullet hits: bears') // { common: 'Bullet hits: ', own: 'bears' }
 */
export function splitCounterLabel(label: string): { common: string; own: string } {
  const start = label.lastIndexOf(': ', label.length - 3)
  return start < 1 ? { common: '', own: label } : { common: label.slice(0, start + 2), own: label.slice(start + 2) }
}

/** The distance ridden, in metres. Rust counts it in metres and again in full kilometres; either counter can be missing or too low. */
const metresRidden = ({ horseDistanceRidden, horseDistanceRiddenKm }: Stats['misc']) =>
  Math.max(horseDistanceRidden, horseDistanceRiddenKm * 1_000)
