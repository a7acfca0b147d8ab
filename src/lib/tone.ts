import type { OwnBanState } from '../model/ban.ts'
import type { PastBans } from '../model/ban-record.ts'

/** The colour of each tone of a message or an account; colours only repeat what the words say. */
export const COLOURS = {
  banned: '#d83c3e',
  restricted: '#e67e22',
  clean: '#2da44e',
  private: '#4a6fa5',
  neutral: '#2b88a0',
  incomplete: '#8b949e',
  limited: '#d4a72c',
} as const
export type Tone = keyof typeof COLOURS

/** The tone of an account. An account with earlier bans is never clean, because Steam does not say why it no longer reports these bans. */
export function toneWithEarlier<T extends Tone>(tone: T, earlier: PastBans | undefined): T | 'neutral' | 'incomplete' {
  if (!earlier || tone !== 'clean') return tone
  return earlier === 'unreadable' ? 'incomplete' : 'neutral'
}

/** The tone of an account in a Discord server. An account that the server has banned itself is not clean there, whatever Steam reports. */
export function toneWithOwnBan<T extends Tone>(tone: T, state: OwnBanState): T | 'neutral' | 'incomplete' {
  if (state === 'none' || tone !== 'clean') return tone
  return state === 'banned' ? 'neutral' : 'incomplete'
}

/** The icon before a sentence of each tone. */
export const ICONS: Record<Tone, string> = {
  banned: '⛔',
  restricted: '⚠️',
  clean: '✅',
  private: '🔒',
  neutral: 'ℹ️',
  incomplete: '❔',
  limited: '⏳',
}
