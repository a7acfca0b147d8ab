import { time, TimestampStyles } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import { formatKnownAge } from '../../presentation/profile-facts.ts'
import type { Texts } from '../texts.ts'
import { formatPrivate } from './words.ts'

/** Formats pairs of labels and values in one line. */
export const formatFacts = (...pairs: [label: string, value: string][]) =>
  pairs.map(([label, value]) => `**${label}** ${value}`).join(' · ')

/** The age of the account when its profile was fetched, and its creation date. */
export const formatAge = (account: Account, texts: Texts): string =>
  formatKnownAge(account, texts, (seconds) => time(seconds, TimestampStyles.LongDate)) ?? formatPrivate(texts)
