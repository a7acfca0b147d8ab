import type { Bans } from '../model/account.ts'
import { banStatusOf } from './ban-status.ts'
import type { AccountTexts } from './texts/account-texts.ts'

/** The status of an account without a profile, whose record alone does not make it clean. */
export function formatWithoutProfile(bans: Bans, { csv: { results } }: AccountTexts): string {
  const status = banStatusOf(bans)
  return status === 'clean' ? results.noProfile : `${results[status]}, ${results.noProfile}`
}
