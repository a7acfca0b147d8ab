import type { Cached } from '../../model/cached.ts'
import type { RustStats, Stats } from '../../model/stats.ts'
import { toCustomId } from '../custom-id.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, fitLines, row, text } from '../view.ts'
import type { View } from '../view.ts'
import { formatHours } from './hours.ts'
import type { Hours } from './hours.ts'
import { backButton, checkedPartsLine, foundByLines, postButton, formatAccount } from './parts.ts'

/** The most telling figures, or all other counters: words of custom ids. */
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

/** Room for all groups, of the 4,000 characters a message may have. */
const GROUPS_CHARACTERS = 3_300
const IN_METRES = new Set(['horseDistanceRidden', 'kayakDistance', 'waterDistanceMainland'])

/** What there is to show of an account's statistics. */
export interface StatsReport {
  stats: Cached<RustStats>
  name: string | null
  foundBy: FoundBy | null
  /** Null in it where the account hides them; undefined where they could not be had. */
  hours: Cached<Hours | null> | undefined
}

/** The custom id that shows a page of an account's statistics; `account` is an id or a custom name. */
export const statsId = (account: string, page: StatsPage, foundBy: FoundBy | null = null) =>
  toCustomId('stats', account, page, ...toFoundByArguments(foundBy))

/** The most telling figures of an account, with a button for the others. */
export function figuresView({ stats, name, foundBy, hours }: StatsReport, texts: Texts): View {
  const { steamId } = stats.value
  const lines = [
    ...formatFigures(stats.value.stats, texts).map(({ line }) => line),
    `**${texts.lookup.rustHours}** ${formatHours(hours && hours.value, texts)}`,
  ]
  const aged = hours ? [[texts.lookup.rustHours, hours.fetchedAt] as [string, number]] : []
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

/** All other counters, group by group. What Steam has no counter for is left out, rather than shown as 0. */
export function countersView({ stats, name, foundBy }: Omit<StatsReport, 'hours'>, texts: Texts): View {
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

/** A line of the most telling figures, and the counters that need not be shown again. */
interface Figure {
  line: string
  counters: string[]
}

/** K/D, accuracy and headshot rate, each with what it was made of; where that is 0 there is no rate to show. */
function formatFigures({ combat }: Stats, texts: Texts): Figure[] {
  const { kills, deaths, kd, bulletsHit, bulletsFired, accuracy, headshots, headshotRate } = combat
  const labels = texts.stats.counters.combat
  const figure = (counter: keyof typeof labels, isCounted: boolean, told: string, counters: string[]): Figure =>
    isCounted
      ? { line: `**${labels[counter]}** ${told}`, counters: [counter, ...counters].map((name) => `combat.${name}`) }
      : { line: `**${labels[counter]}** ${texts.stats.nothing}`, counters: [`combat.${counter}`] }
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
  /** The counters of a line by what their labels have in common; most have nothing and share the first line. */
  const lines = new Map<string, string[]>([['', []]])
  for (const [counter, label] of Object.entries<string>(texts.stats.counters[group])) {
    const value = counter === 'horseDistanceRidden' ? metresRidden(stats.misc) : (values[counter] ?? 0)
    if (value === 0 || isLeftOut(`${group}.${counter}`)) continue
    const [, common = '', own = label] = /^(.+: )(.+)$/.exec(label) ?? []
    const told = `${own} **${formatValue(counter, value, texts)}**`
    lines.set(common, [...(lines.get(common) ?? []), told])
  }
  const told = [...lines].filter(([, counters]) => counters.length > 0)
  return [
    `**${ICON_OF[group]} ${texts.stats.groups[group]}**`,
    ...(told.length > 0 ? told.map(([common, counters]) => `${common}${counters.join(' · ')}`) : [texts.stats.nothing]),
  ].join('\n')
}

/** Rust counts each ride in metres, and in full kilometres; either counter can have missed some, or be missing. */
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

/** Rounded, but a little is not shown as nothing. */
const whole = (value: number) => (value < 1 ? tenths(value) : Math.round(value))
/** The same to one decimal. */
const tenths = (value: number) => (value < 1 ? Math.ceil(value * 10) / 10 : Math.round(value * 10) / 10)
