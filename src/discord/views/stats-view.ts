import type { Cached } from '../../model/cached.ts'
import type { RustStats, Stats } from '../../model/stats.ts'
import { toCustomId } from '../custom-id.ts'
import { toFoundByArguments, type FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, fitLines, row, text, type View } from '../view.ts'
import { formatHours, type Hours } from './hours.ts'
import { backButton, checkedPartsLine, foundByLines, postButton, formatAccount, type AgedPart } from './parts.ts'

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

/** The data of a statistics message. */
export interface StatsReport {
  stats: Cached<RustStats>
  name: string | null
  foundBy: FoundBy | null
  /** The value is null when the hours are private; undefined when they could not be checked. */
  rustHours: Cached<Hours | null> | undefined
}

/** The custom id that shows a page of the statistics; `account` is an id or a custom URL name. */
export const statsId = (account: string, page: StatsPage, foundBy: FoundBy | null = null) =>
  toCustomId('stats', account, page, ...toFoundByArguments(foundBy))

/** The key figures of an account, with a button for all other counters. */
export function figuresView({ stats, name, foundBy, rustHours }: StatsReport, texts: Texts): View {
  const { steamId } = stats.value
  const lines = [
    ...formatFigures(stats.value.stats, texts).map(({ line }) => line),
    `**${texts.lookup.rustHours}** ${formatHours(rustHours?.value, texts)}`,
  ]
  const aged: AgedPart[] = rustHours ? [[texts.lookup.rustHours, rustHours.fetchedAt]] : []
  return {
    components: [
      container('neutral', [
        text(headOf(steamId, name, foundBy, texts)),
        text(lines.join('\n')),
        text(checkedPartsLine([texts.stats.statistics, stats.fetchedAt], aged, texts)),
      ]),
      row([
        backButton(steamId, texts, foundBy),
        button(texts.buttons.more, statsId(steamId, 'counters', foundBy), { emoji: '➕' }),
        postButton(texts),
      ]),
    ],
  }
}

/** All other counters by group. A counter that Steam does not report is left out instead of shown as 0. */
export function countersView({ stats, name, foundBy }: Omit<StatsReport, 'rustHours'>, texts: Texts): View {
  const { steamId, stats: counted, unreported } = stats.value
  const shown = new Set(formatFigures(counted, texts).flatMap(({ counters }) => counters))
  const groups = Object.keys(texts.stats.groups) as (keyof Stats)[]
  const isLeftOut = (path: string) => shown.has(path) || unreported.includes(path)
  const lines = groups.map((group) => formatGroup(group, counted, isLeftOut, texts))
  return {
    components: [
      container('neutral', [
        text(headOf(steamId, name, foundBy, texts)),
        text(fitLines(lines, GROUPS_CHARACTERS, texts.common.leftOut)),
        text(checkedPartsLine([texts.stats.statistics, stats.fetchedAt], [], texts)),
      ]),
      row([
        backButton(steamId, texts, foundBy),
        button(texts.buttons.less, statsId(steamId, 'figures', foundBy), { emoji: '➖' }),
        postButton(texts),
      ]),
    ],
  }
}

const headOf = (steamId: string, name: string | null, foundBy: FoundBy | null, texts: Texts) =>
  [
    `## 📊 ${texts.stats.title(formatAccount(steamId, name, texts))}`,
    ...foundByLines(foundBy, texts),
    `-# ${texts.stats.officialOnly}`,
  ].join('\n')

/** A line of the key figures, and the counters that it contains. */
interface Figure {
  line: string
  counters: string[]
}

/** K/D, accuracy and headshot rate with their counters; no rate when the counters are 0. */
function formatFigures({ combat }: Stats, texts: Texts): Figure[] {
  const { kills, deaths, kd, bulletsHit, bulletsFired, accuracy, headshots, headshotRate } = combat
  const labels = texts.stats.counters.combat
  const figure = (counter: keyof typeof labels, hasValue: boolean, value: string, counters: string[]): Figure =>
    hasValue
      ? { line: `**${labels[counter]}** ${value}`, counters: [counter, ...counters].map((name) => `combat.${name}`) }
      : { line: `**${labels[counter]}** ${texts.stats.nothingCounted}`, counters: [`combat.${counter}`] }
  return [
    figure(
      'kd',
      kills > 0 || deaths > 0,
      `${texts.number(kd)} · ${texts.stats.killsAndDeaths(whole(kills), whole(deaths))}`,
      ['kills', 'deaths'],
    ),
    figure(
      'accuracy',
      bulletsFired > 0,
      `${texts.percent(accuracy)} · ${texts.stats.hitsOfShots(whole(bulletsHit), whole(bulletsFired))}`,
      ['bulletsHit', 'bulletsFired'],
    ),
    figure(
      'headshotRate',
      bulletsHit > 0,
      `${texts.percent(headshotRate)} · ${texts.stats.headshots(whole(headshots))}`,
      ['headshots'],
    ),
  ]
}

function formatGroup(group: keyof Stats, stats: Stats, isLeftOut: (path: string) => boolean, texts: Texts): string {
  const values: Record<string, number> = stats[group]
  /** The counters of each line, by the common beginning of their labels; labels without one form the first line. */
  const lines = new Map<string, string[]>([['', []]])
  for (const [counter, label] of Object.entries<string>(texts.stats.counters[group])) {
    const value = counter === 'horseDistanceRidden' ? metresRidden(stats.misc) : (values[counter] ?? 0)
    if (value === 0 || isLeftOut(`${group}.${counter}`)) continue
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

/** Rounds to an integer, but a value below 1 up to a decimal, so that it is not shown as 0. */
const whole = (value: number) => (value < 1 ? tenths(value) : Math.round(value))
/** Rounds to one decimal, a value below 1 up. */
const tenths = (value: number) => (value < 1 ? Math.ceil(value * 10) / 10 : Math.round(value * 10) / 10)
