import type { Bans } from '../../model/account.ts'
import { banStatusOf } from './ban-status.ts'
import { formatBans, formatBansOnRecord } from './format-bans.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** Why an account has a ban record and no profile: it has none, or Steam left it out of this answer. */
export type WithoutProfile = 'noProfile' | 'profileNotReturned'

/** The status of an account without a profile, whose record alone does not make it clean. */
export function formatWithoutProfile(bans: Bans, why: WithoutProfile, { csv: { results } }: AccountTexts): string {
  const status = banStatusOf(bans)
  return status === 'clean' ? results[why] : `${results[status]}, ${results[why]}`
}

/** The bans of an account without a profile, and that it has none. `escape` makes Steam's own words safe for the target. */
export const formatBansWithoutProfile = (
  bans: Bans,
  why: WithoutProfile,
  texts: AccountTexts,
  escape: (word: string) => string,
): string =>
  why === 'noProfile' ? texts.batch.noProfile(formatBans(bans, texts, escape)) : formatBansOnRecord(bans, texts, escape)
