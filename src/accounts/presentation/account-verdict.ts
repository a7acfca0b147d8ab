import type { Tone } from '../../lib/tone.ts'
import type { Account } from '../../model/account.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { banStatusOf, formatBans, toneOfRecord } from './ban-status.ts'

/** Tones of failed lookups; every other failure is `incomplete`, which never looks like a clean account. */
export const ERROR_TONES: Partial<Record<keyof AccountTexts['errors'], Tone>> = {
  friends_private: 'private',
  stats_private: 'private',
  overloaded: 'limited',
  budget_spent: 'limited',
  rate_limited: 'limited',
}

/** The tone of a looked-up account; never clean if a part is unknown or outdated. */
export function toneOfAccount({ bans, profile, unavailable, stale }: Account): Tone {
  const isUncertain = unavailable.length > 0 || stale === true
  return banStatusOf(bans) === 'clean' && isUncertain ? 'incomplete' : toneOfRecord(bans, profile)
}

/** What Steam says about bans, such as "Steam: 1 VAC ban, 3 days ago". `escape` makes text from Steam safe for the target. */
export function formatStatement(
  { bans, stale }: Account,
  texts: AccountTexts,
  escape: (word: string) => string,
): string {
  const { lookup } = texts
  const status = banStatusOf(bans)
  if (status !== 'clean') return lookup[status]({ what: formatBans(bans, texts, escape) })
  return stale ? lookup.staleClean : lookup.clean
}

/** What limits the meaning of a record without bans: a private profile, and what could not be checked; empty for any other record. */
export function limitsOf(account: Account, texts: AccountTexts): string[] {
  const { unavailable } = account
  if (banStatusOf(account.bans) !== 'clean') return []
  return [
    ...(toneOfRecord(account.bans, account.profile) === 'private' ? [texts.common.profilePrivate] : []),
    ...(unavailable.length > 0
      ? [texts.lookup.notChecked({ what: texts.list(unavailable.map((part) => texts.lookup.parts[part])) })]
      : []),
  ]
}

/** What Steam says about bans, and what limits its meaning, in one line. `escape` makes text from Steam safe for the target. */
export const formatVerdict = (account: Account, texts: AccountTexts, escape: (word: string) => string): string =>
  [formatStatement(account, texts, escape), ...limitsOf(account, texts)].join(' · ')
