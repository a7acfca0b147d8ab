import { fillIn } from '../../lib/message.ts'
import { bold, channelMention } from 'discord.js'
import type { ListedOwnBans } from '../../accounts/discord/server-notes.ts'
import { ICONS } from '../../lib/tone.ts'
import type { BanStatus } from '../../model/ban-record.ts'
import type { ListFilter, WatchEntry } from '../list-watches.ts'
import type { WatchStatus } from '../watch-status.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { SHOW, type Texts } from './texts.ts'

const HOUR = 3_600

/** The entries of a list that pass a filter, and the state of the whole list. */
export interface ShownList {
  entries: WatchEntry[]
  filter: ListFilter
  status: WatchStatus
  ownBans: ListedOwnBans
  /** Unix seconds. */
  now: number
}

/** The lines above the entries of a list: the filter, the counts of its entries, and problems of alerts and checks. */
export const watchListHead = ({ status, filter, entries, ownBans }: ShownList, texts: Texts): string =>
  [
    `## 👁️ ${texts.watch.title}`,
    ...filterLines(filter, entries, texts),
    ...countLines(entries, texts),
    ...[ownBans.verdict].filter((line) => line !== ''),
    ...statusLines(status, texts),
  ].join('\n')

/**
 * Counts the entries by kind; empty for an empty list. Entries without bans get no icon, because the icon would say that their profiles are
 * public.
 */
export function countLines(entries: WatchEntry[], { watch: { counts } }: Texts): string[] {
  const countOf = (status: BanStatus) => entries.filter(({ bans }) => bans.status === status).length
  const [banned, restricted, unknown, clean] = [
    countOf('banned'),
    countOf('restricted'),
    countOf('unknown'),
    countOf('clean'),
  ]
  const parts = [
    ...(banned > 0 ? [`${ICONS.banned} ${counts.banned({ count: banned, all: entries.length })}`] : []),
    ...(restricted > 0 ? [`${ICONS.restricted} ${counts.restricted({ count: restricted })}`] : []),
    ...(unknown > 0 ? [`${ICONS.incomplete} ${counts.unknown({ count: unknown })}`] : []),
    ...(banned === 0 && clean > 0 ? [counts.clean({ count: clean, all: entries.length })] : []),
  ]
  return parts.length > 0 ? [bold(parts.join(' · '))] : []
}

/** Problems that prevent or delay alerts or checks; empty if there are none. */
function statusLines(status: WatchStatus, texts: Texts): string[] {
  const { waiting, alertBlock, alertChannelId, isStretched, neverChecked, noRecord, overdue } = status
  const { watch, sent } = texts
  const warning = (text: string) => `${ICONS.restricted} ${text}`
  return [
    ...(alertBlock === null
      ? []
      : [warning(fillIn(sent.blocks[alertBlock], { channel: channelMention(alertChannelId ?? '') }))]),
    ...(alertChannelId === null ? [warning(sent.noChannel)] : []),
    ...(isStretched
      ? [`${ICONS.limited} ${watch.stretched({ interval: formatDuration(status.intervalSeconds, texts) })}`]
      : []),
    ...(neverChecked > 0 ? [`${ICONS.incomplete} ${watch.neverChecked({ count: neverChecked })}`] : []),
    ...(noRecord > 0 ? [`${ICONS.incomplete} ${watch.entriesWithoutRecord({ count: noRecord })}`] : []),
    ...(overdue > 0 ? [`${ICONS.incomplete} ${watch.overdue({ count: overdue })}`] : []),
    ...(waiting > 0 ? [`${ICONS.limited} ${watch.waiting({ count: waiting })}`] : []),
  ]
}

const formatDuration = (seconds: number, texts: Texts) =>
  seconds >= HOUR
    ? texts.hours({ value: Math.round((seconds / HOUR) * 10) / 10 })
    : texts.minutes({ value: Math.ceil(seconds / 60) })

function filterLines({ show, text }: ListFilter, entries: WatchEntry[], { watch, commas, language }: Texts): string[] {
  const conditions = [
    ...(show === 'all' ? [] : [SHOW[show][language]]),
    ...(text === '' ? [] : [watch.withText({ text: escapeMarkdown(text) })]),
  ]
  return conditions.length > 0 ? [watch.filtered({ filter: commas(conditions), count: entries.length })] : []
}
