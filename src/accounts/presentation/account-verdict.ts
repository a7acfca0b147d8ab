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

/** Formats the verdict in one sentence. `escape` makes text from Steam safe for the target. */
export function formatVerdict(account: Account, texts: AccountTexts, escape: (word: string) => string): string {
  switch (toneOfAccount(account)) {
    case 'banned':
      return texts.lookup.banned({ what: formatBans(account.bans, texts, escape) })
    case 'restricted':
      return texts.lookup.restricted({ what: formatBans(account.bans, texts, escape) })
    case 'incomplete':
      if (account.stale) return texts.lookup.staleClean
      return texts.lookup.incomplete({
        what: texts.list(account.unavailable.map((part) => texts.lookup.parts[part])),
      })
    case 'private':
      return texts.lookup.private
    default:
      return texts.lookup.clean
  }
}
