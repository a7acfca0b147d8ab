import type { Dated } from '../../model/dated.ts'
import type { RustStats, Stats } from '../../model/stats.ts'
import type { Texts } from '../texts/texts.ts'
import { container, fitLines, row, text } from '../view.ts'
import type { View } from '../view.ts'
import { backButton, checkedLine, postButton, whoIs } from './parts.ts'

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
const GROUPS_CHARACTERS = 3_500
const RATES = new Set(['headshotRate', 'accuracy'])
const IN_METRES = new Set(['horseDistanceRidden', 'kayakDistance'])
const IN_KILOMETRES = new Set(['horseDistanceRiddenKm'])

/** The statistics of an account, group by group. What Steam has no counter for is not there, rather than 0. */
export function statsView({ value, fetchedAt }: Dated<RustStats>, name: string | null, texts: Texts): View {
  const { steamId, stats, unreported } = value
  const groups = Object.keys(texts.stats.groups) as (keyof Stats)[]
  const lines = groups.map((group) => tellGroup(group, stats, unreported, texts))
  return {
    components: [
      container('neutral', [
        text(`## 📊 ${texts.stats.title(whoIs(steamId, name, texts))}\n-# ${texts.stats.officialOnly}`),
        text(fitLines(lines, GROUPS_CHARACTERS, texts.common.leftOut)),
        text(checkedLine(fetchedAt, texts)),
      ]),
      row([backButton(steamId, texts), postButton(texts)]),
    ],
  }
}

function tellGroup(group: keyof Stats, stats: Stats, unreported: string[], texts: Texts): string {
  const labels = texts.stats.counters[group] as Record<string, string>
  const values = stats[group] as Record<string, number>
  const told = Object.entries(labels).flatMap(([counter, label]) => {
    const value = values[counter] ?? 0
    if (value === 0 || unreported.includes(`${group}.${counter}`)) return []
    return [`${label} **${tellValue(counter, value, texts)}**`]
  })
  return `**${ICON_OF[group]} ${texts.stats.groups[group]}**\n${told.join(' · ') || texts.stats.nothing}`
}

function tellValue(counter: string, value: number, texts: Texts): string {
  if (RATES.has(counter)) return texts.percent(value)
  if (counter.endsWith('Seconds')) return tellDuration(value, texts)
  if (IN_METRES.has(counter)) return texts.stats.metres(Math.round(value))
  if (IN_KILOMETRES.has(counter)) return texts.stats.kilometres(Math.round(value))
  // A little is not nothing, and K/D is told to the hundredth.
  return texts.number(counter === 'kd' ? value : value < 1 ? Math.ceil(value * 10) / 10 : Math.round(value))
}

function tellDuration(seconds: number, texts: Texts): string {
  if (seconds < 60) return texts.seconds(Math.ceil(seconds))
  if (seconds < 3_600) return texts.minutes(Math.round(seconds / 60))
  return texts.hours(Math.round(seconds / 360) / 10)
}
