import { time, TimestampStyles } from 'discord.js'
import type { Account } from '../../model/account.ts'
import { banStatusOf, toneOfRecord } from '../../presentation/ban-status.ts'
import { formatBans } from '../../presentation/format-bans.ts'
import type { Tone } from '../../presentation/tone.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { formatPrivate, type AgedPart, type Hours } from './parts.ts'

/** The tone of a looked-up account; one that is not fully known, or outdated, is never clean. */
export function toneOfAccount({ bans, profile, unavailable, stale }: Account): Tone {
  const isUncertain = unavailable.length > 0 || stale === true
  return banStatusOf(bans) === 'clean' && isUncertain ? 'incomplete' : toneOfRecord(bans, profile)
}

/** What the record says, in one sentence. */
export function formatVerdict(account: Account, texts: Texts): string {
  switch (toneOfAccount(account)) {
    case 'banned':
      return texts.lookup.banned(formatBans(account.bans, texts, escapeMarkdown))
    case 'restricted':
      return texts.lookup.restricted(formatBans(account.bans, texts, escapeMarkdown))
    case 'incomplete':
      if (account.stale) return texts.lookup.staleClean
      return texts.lookup.incomplete(account.unavailable.map((part) => texts.lookup.parts[part]).join(texts.lookup.and))
    case 'private':
      return texts.lookup.private
    default:
      return texts.lookup.clean
  }
}

/** Labels and values in one line. */
export const formatFacts = (...pairs: [label: string, value: string][]) =>
  pairs.map(([label, value]) => `**${label}** ${value}`).join(' · ')

/** The parts of a look-up with their ages. */
export function agedParts({ partsFetchedAt }: Account, { lookup }: Texts): AgedPart[] {
  return (['bans', 'profile', 'rustHours', 'friendsPrivate'] as const).flatMap((part): AgedPart[] => {
    const fetchedAt = partsFetchedAt[part]
    return fetchedAt === null ? [] : [[lookup.parts[part], fetchedAt]]
  })
}

/** The hours for `formatHours`: null when they are private, undefined when they could not be checked. */
export function hoursOf({ rustHours, rustHoursTwoWeeks, unavailable }: Account): Hours | null | undefined {
  if (unavailable.includes('rustHours')) return undefined
  return rustHours === null ? null : { total: rustHours, twoWeeks: rustHoursTwoWeeks ?? 0 }
}

/** The age of the account when its profile was fetched, and its creation date. */
export function formatAge({ profile: { timecreated }, partsFetchedAt }: Account, texts: Texts): string {
  if (timecreated === null) return formatPrivate(texts)
  const { unit, count } = ageBetween(timecreated, partsFetchedAt.profile)
  return `${texts.lookup.age[unit](count)} · ${texts.lookup.created(time(timecreated, TimestampStyles.LongDate))}`
}

/** The time between two moments in Unix seconds, in full days, months or years. */
export function ageBetween(from: number, to: number): { unit: 'days' | 'months' | 'years'; count: number } {
  const [start, end] = [new Date(from * 1_000), new Date(to * 1_000)]
  const isMonthIncomplete = end.getUTCDate() < start.getUTCDate()
  const calendarMonths = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const months = calendarMonths - (isMonthIncomplete ? 1 : 0)
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) }
  if (months >= 2) return { unit: 'months', count: months }
  return { unit: 'days', count: Math.max(0, Math.floor((to - from) / 86_400)) }
}
