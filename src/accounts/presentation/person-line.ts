import { ICONS } from '../../lib/tone.ts'
import type { Account } from '../../model/account.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { banStatusOf } from './ban-status.ts'
import { formatKnownHours, hoursOf } from './hours.ts'
import { flagOf, formatShortAge } from './profile-facts.ts'

/**
 * Hours, age and country of an account in one line, and `friends`, a text about its banned friends; what the player hides is named as hidden,
 * what could not be checked as such. `escape` makes text from Steam safe for the target.
 */
export function formatPerson(
  account: Account,
  { friends = '', escape }: { friends?: string; escape: (word: string) => string },
  texts: AccountTexts,
): string {
  const { card, lookup } = texts
  const { bans, profile, friendsPrivate, unavailable } = account
  const hours = hoursOf(account)
  const age = formatShortAge(account, texts)
  const hidden = [
    ...(hours === null ? [lookup.parts.rustHours] : []),
    ...(age === null ? [card.age] : []),
    ...(friendsPrivate && !unavailable.includes('friendsPrivate') ? [lookup.parts.friendsPrivate] : []),
  ]
  // The verdict about an account without bans names what could not be checked.
  const isNamed = banStatusOf(bans) === 'clean'
  const unchecked = isNamed ? [] : unavailable.map((part) => lookup.parts[part])
  return [
    hours ? (hours.total === 0 ? card.noHours : formatKnownHours(hours, texts)) : '',
    age ?? '',
    profile.loccountrycode === null ? '' : flagOf(profile.loccountrycode, escape),
    friends,
    hidden.length > 0 ? `${ICONS.private} ${lookup.hidden({ what: texts.commas(hidden) })}` : '',
    unchecked.length > 0 ? `${ICONS.incomplete} ${lookup.notChecked({ what: texts.list(unchecked) })}` : '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}
