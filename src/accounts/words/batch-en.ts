import { createPlurals } from '../../lib/plural.ts'

const { number, plural, counted, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const checkedAccounts = noun({ one: 'checked account', other: 'checked accounts' })

/** Many accounts at once. */
export const batch = {
  title: accounts,
  bannedCount: (banned: number, checked: number) =>
    banned > 0
      ? `${number(banned)} of ${checkedAccounts(checked)} banned.`
      : plural(checked, {
          one: `${accounts(checked)} checked: no ban on record.`,
          other: `None of ${number(checked)} checked accounts has a ban on record.`,
        }),
  restrictedCount: (count: number) => `${number(count)} with only a trade restriction.`,
  withoutProfileCount: (count: number) => `${checkedAccounts(count)} without a profile: deleted or never set up.`,
  profileNotReturnedCount: (count: number) => `Profile not returned by Steam: ${accounts(count)}.`,
  notFoundCount: (count: number) => `${accounts(count)} not found on Steam.`,
  uncheckedCount: (count: number) => `${accounts(count)} could not be checked: bans unknown.`,
  duplicates: noun({ one: 'duplicate', other: 'duplicates' }),
  notRecognized: (count: number) => `${counted(count, { one: 'line', other: 'lines' })} not recognized`,
  /** Explains why names, and custom URLs next to ids, were not looked up. */
  namesNotRecognized:
    'In-game names cannot be looked up. Enter custom URLs as profile links, or put custom URLs and friend codes in a list of their own.',
  foundBy: (name: string) => `found by custom URL ${name}`,
  foundByFriendCode: (code: string) => `found by friend code ${code}`,
  noProfile: (bans: string) => `no profile: deleted or never set up; bans on record: ${bans}`,
  waiting: (count: number) => `${accounts(count)} not checked yet.`,
}
