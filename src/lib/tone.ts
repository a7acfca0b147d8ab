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

/**
 * What a card says of the server's own ban of an account: its state; `noList` where no server has installed the bot; `withheld` for every account
 * in a message that a whole channel sees, so that nobody can tell from it whether the account is banned.
 */
export type OwnBanMark = OwnBanState | 'noList' | 'withheld'

const FROM_WORST = ['banned', 'restricted', 'incomplete', 'limited', 'neutral', 'private', 'clean'] as const

/** The tone of a message about several accounts. */
export const worstTone = (tones: readonly Tone[]): Tone => FROM_WORST.find((tone) => tones.includes(tone)) ?? 'neutral'

/** Tones of accounts without a known ban, which a ban list that cannot be read leaves open. */
const WITHOUT_BANS = new Set<Tone>(['clean', 'private', 'neutral'])

/** The tone of an account in a Discord server, by the worse of what the server has decided and what Steam reports. */
export function toneWithOwnBan<T extends Tone>(tone: T, own: OwnBanMark): T | 'banned' | 'incomplete' {
  if (own === 'banned') return 'banned'
  return own === 'unknown' && WITHOUT_BANS.has(tone) ? 'incomplete' : tone
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

/** Precedes everything about bans of the server itself. */
export const BAN_ICON = '🔨'

/** Precedes accounts that a server lets in; `✅` would say that no ban is on record. */
export const LET_IN_ICON = '🚪'

/** Precedes everything that the rules of a server refuse; `⛔` would say that Steam has banned the account. */
export const REFUSED_ICON = '🛡️'

/** The sign of an account in a Discord server, where there is room for one: that of the worst of its own ban, Steam's, and a refusal by the rules. */
export function signOf(tone: Tone, own: OwnBanMark, isRefused = false): string {
  if (own === 'banned') return BAN_ICON
  if (isRefused && WITHOUT_BANS.has(toneWithOwnBan(tone, own))) return REFUSED_ICON
  // A check mark would say that the server has not banned the account.
  return own === 'withheld' && tone === 'clean' ? ICONS.neutral : ICONS[toneWithOwnBan(tone, own)]
}

/** The signs of an account in a Discord server: that of its own ban, then that of what Steam reports, if that is anything, and that of a refusal. */
export function signsOf(tone: Tone, own: OwnBanMark, isRefused = false): string {
  const signs = own === 'banned' && tone !== 'clean' ? `${BAN_ICON}${ICONS[tone]}` : signOf(tone, own, isRefused)
  return isRefused && signs !== REFUSED_ICON ? `${signs}${REFUSED_ICON}` : signs
}

/** Precedes the words about what Steam reports: the sign with a space, or nothing before "no bans" of an account that the server has banned. */
export const signOfSteam = (tone: Tone, own: OwnBanMark): string => {
  if (own === 'banned') return tone === 'clean' ? '' : `${ICONS[tone]} `
  return `${signOf(tone, own)} `
}
