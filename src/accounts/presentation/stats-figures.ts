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

/** A counter that is not 0; `text` is the value with its unit. */
interface Counter {
  label: string
  value: number
  text: string
}

/** Counters of several targets, with what they have in common, such as `Bullet hits`. `common` is empty for other counters. */
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
    lines: linesOf(group, stats, leftOut, labels, texts),
  }))
}

function linesOf(
  group: keyof Stats,
  stats: Stats,
  leftOut: Set<string>,
  labels: CounterLabels,
  texts: AccountTexts,
): CounterLine[] {
  /** The counters by what they have in common; those that have nothing in common form the first line. */
  const lines = new Map<string, Counter[]>([['', []]])
  for (const [counter, counted] of Object.entries<number>(stats[group])) {
    const value = counter === 'horseDistanceRidden' ? metresRidden(stats.misc) : counted
    const { common, label } = counterLabel(group, counter, labels)
    if (value === 0 || label === undefined || leftOut.has(`${group}.${counter}`)) continue
    lines.set(common, [...(lines.get(common) ?? []), { label, value, text: formatCounter(counter, value, texts) }])
  }
  return [...lines].filter(([, counters]) => counters.length > 0).map(([common, counters]) => ({ common, counters }))
}

/** Names of counters that differ in their target: what was hit or killed, or what killed the player. */
const BY_TARGET = /^(bulletsHit|arrowsHit|shotgunHit|deathsBy|(?=[a-z]+Killed$))(\w+?)(?:Killed)?$/

/**
 * The label of a counter, and what it has in common with counters of other targets: `bears` and `Bullet hits`. `label` is undefined for a
 * counter that is not shown by itself.
 */
export function counterLabel(group: keyof Stats, counter: string, labels: CounterLabels) {
  const own: Record<string, string> = labels[group]
  const targets: Record<string, string> = labels.targets
  const commons: Record<string, string> = { '': labels.combat.kills, ...labels.lines }
  const [, line, target] = BY_TARGET.exec(counter) ?? []
  if (line === undefined || target === undefined) return { common: '', label: own[counter] }
  return { common: commons[line] ?? '', label: targets[target.toLowerCase()] }
}

/** The distance ridden, in metres. Rust counts it in metres and again in full kilometres; either counter can be missing or too low. */
const metresRidden = ({ horseDistanceRidden, horseDistanceRiddenKm }: Stats['misc']) =>
  Math.max(horseDistanceRidden, horseDistanceRiddenKm * 1_000)
