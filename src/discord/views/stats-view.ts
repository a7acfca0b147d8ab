import type { Cached } from '../../model/cached.ts'
import type { RustStats, Stats } from '../../model/stats.ts'
import type { FoundBy } from '../../presentation/found-by.ts'
import type { Hours } from '../../presentation/hours.ts'
import type { AgedPart } from '../../presentation/part-ages.ts'
import { toCustomId } from '../custom-id.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { button, createView, fitLines, type View } from '../view.ts'
import { accountButtons, checkedPartsLine, formatNameAndId, formatHead, formatHours } from './parts.ts'

/** The pages of the statistics, as arguments of custom ids: key figures, or all other counters. */
export const STATS_PAGES = ['figures', 'counters'] as const
export type StatsPage = (typeof STATS_PAGES)[number]

const ICON_OF: Record<keyof Stats, string> = {
  combat: '⚔️',
  survival: '❤️',
  building: '🏠',
  resources: '🪓',
  npc: '🐗',
  items: '📦',
  misc: '🧭',
}

/** Characters for all groups, of the 4,000 of a message. */
const GROUPS_CHARACTERS = 3_300
const IN_METRES = new Set(['horseDistanceRidden', 'kayakDistance', 'waterDistanceMainland'])

export interface StatsReport {
  stats: Cached<RustStats>
  name: string | null
  foundBy: FoundBy | null
  /** Hours for the key figures: the value is null when they are private; undefined when they could not be checked. */
  rustHours?: Cached<Hours | null> | undefined
}

/** The custom id that shows a page of the statistics; `account` is an id or a custom URL name. */
export const statsId = (account: string, page: StatsPage, foundBy: FoundBy | null = null) =>
  toCustomId('stats', account, page, ...toFoundByArguments(foundBy))

/** The key figures of an account, with a button for all other counters. */
export function figuresView(report: StatsReport, texts: Texts): View {
  const lines = formatFigures(report.stats.value.stats, texts).map(({ line }) => line)
  const hours = `**${texts.lookup.rustHours}** ${formatHours(report.rustHours?.value, texts)}`
  return pageView(report, [...lines, hours].join('\n'), 'counters', texts)
}

/** All other counters by group. A counter that Steam does not report is left out instead of shown as 0. */
export function countersView(report: StatsReport, texts: Texts): View {
  const { stats, unreported } = report.stats.value
  const leftOut = new Set([...unreported, ...formatFigures(stats, texts).flatMap(({ counters }) => counters)])
  const groups = Object.keys(texts.stats.groups) as (keyof Stats)[]
  const lines = groups.map((group) => formatGroup(group, stats, leftOut, texts))
  return pageView(report, fitLines(lines, GROUPS_CHARACTERS, texts.common.leftOut), 'figures', texts)
}

/** A page of the statistics, with a button for the other page. */
function pageView(report: StatsReport, body: string, other: StatsPage, texts: Texts): View {
  const { stats, name, foundBy, rustHours } = report
  const account = { steamId: stats.value.steamId, name, foundBy }
  const heading = `## 📊 ${texts.stats.title(formatNameAndId(account, texts))}`
  const hoursAge: AgedPart[] = rustHours ? [[texts.lookup.rustHours, rustHours.fetchedAt]] : []
  const [label, emoji] = other === 'counters' ? [texts.buttons.more, '➕'] : [texts.buttons.less, '➖']
  const head = formatHead(heading, foundBy, [`-# ${texts.stats.officialOnly}`], texts)
  const foot = checkedPartsLine([[texts.stats.statistics, stats.fetchedAt], ...hoursAge], texts)
  const otherPage = button(emoji, label, statsId(account.steamId, other, foundBy))
  return createView('neutral', [head, body, foot], [accountButtons(account, [otherPage], texts)])
}

/** K/D, accuracy and headshot rate as lines, with the counters that each contains; no rate when its counters are 0. */
function formatFigures({ combat }: Stats, { number, percent, stats }: Texts) {
  const { kills, deaths, kd, bulletsHit, bulletsFired, accuracy, headshots, headshotRate } = combat
  const figure = (rate: keyof typeof stats.counters.combat, isCounted: boolean, value: string, parts: string[]) => ({
    line: `**${stats.counters.combat[rate]}** ${isCounted ? value : stats.nothingCounted}`,
    counters: [rate, ...(isCounted ? parts : [])].map((counter) => `combat.${counter}`),
  })
  const killLine = `${number(kd)} · ${stats.killsAndDeaths(whole(kills), whole(deaths))}`
  const hitLine = `${percent(accuracy)} · ${stats.hitsOfShots(whole(bulletsHit), whole(bulletsFired))}`
  const headshotLine = `${percent(headshotRate)} · ${stats.headshots(whole(headshots))}`
  return [
    figure('kd', kills > 0 || deaths > 0, killLine, ['kills', 'deaths']),
    figure('accuracy', bulletsFired > 0, hitLine, ['bulletsHit', 'bulletsFired']),
    figure('headshotRate', bulletsHit > 0, headshotLine, ['headshots']),
  ]
}

function formatGroup(group: keyof Stats, stats: Stats, leftOut: Set<string>, texts: Texts): string {
  const values: Record<string, number> = stats[group]
  /** The counters of each line, by the common beginning of their labels; labels without one form the first line. */
  const lines = new Map<string, string[]>([['', []]])
  for (const [counter, label] of Object.entries<string>(texts.stats.counters[group])) {
    const value = counter === 'horseDistanceRidden' ? metresRidden(stats.misc) : (values[counter] ?? 0)
    if (value === 0 || leftOut.has(`${group}.${counter}`)) continue
    const [, common = '', own = label] = /^(.+: )(.+)$/.exec(label) ?? []
    lines.set(common, [...(lines.get(common) ?? []), `${own} **${formatValue(counter, value, texts)}**`])
  }
  const filled = [...lines].filter(([, counters]) => counters.length > 0)
  return [
    `**${ICON_OF[group]} ${texts.stats.groups[group]}**`,
    ...(filled.length > 0
      ? filled.map(([common, counters]) => `${common}${counters.join(' · ')}`)
      : [texts.stats.nothingCounted]),
  ].join('\n')
}

/** Rust counts rides in metres and again in full kilometres. Either counter can be missing or too low. */
const metresRidden = ({ horseDistanceRidden, horseDistanceRiddenKm }: Stats['misc']) =>
  Math.max(horseDistanceRidden, horseDistanceRiddenKm * 1_000)

function formatValue(counter: string, value: number, texts: Texts): string {
  if (counter.endsWith('Seconds')) return formatDuration(value, texts)
  if (IN_METRES.has(counter)) return texts.stats.kilometres(tenths(value / 1_000))
  return texts.number(whole(value))
}

function formatDuration(seconds: number, texts: Texts): string {
  if (seconds < 60) return texts.seconds(Math.ceil(seconds))
  if (seconds < 3_600) return texts.minutes(Math.round(seconds / 60))
  return texts.hours(Math.round(seconds / 360) / 10)
}

/** Rounds to an integer; a value below 1 is rounded up to one decimal, so that it is not shown as 0. */
const whole = (value: number) => (value < 1 ? tenths(value) : Math.round(value))
/** Rounds to one decimal; a value below 1 is rounded up. */
const tenths = (value: number) => (value < 1 ? Math.ceil(value * 10) / 10 : Math.round(value * 10) / 10)
