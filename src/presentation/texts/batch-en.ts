import { createPlurals } from '../../lib/plural.ts'

const { number, plural, counted, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** Many accounts at once. */
export const batch = {
  title: accounts,
  bannedCount: (banned: number, checked: number) =>
    banned > 0
      ? `${number(banned)} of ${counted(checked, { one: 'checked account', other: 'checked accounts' })} banned.`
      : plural(checked, {
          one: `${accounts(checked)} checked: no ban on record.`,
          other: `None of ${number(checked)} checked accounts has a ban on record.`,
        }),
  restrictedCount: (count: number) => `${accounts(count)} with only a trade restriction.`,
  withoutProfileCount: (count: number) => `${accounts(count)} of these without a profile: deleted or never set up.`,
  notFoundCount: (count: number) => `${accounts(count)} not found on Steam.`,
  uncheckedCount: (count: number) => `${accounts(count)} could not be checked: bans unknown.`,
  recognized: (count: number) => `${accounts(count)} recognized`,
  duplicates: noun({ one: 'duplicate', other: 'duplicates' }),
  /** Follows `duplicates` when an account is repeated more than once. */
  ofEntries: (count: number) => `of ${counted(count, { one: 'entry', other: 'entries' })}`,
  notRecognized: (count: number) => `${counted(count, { one: 'line', other: 'lines' })} not recognized`,
  duplicatesTitle: 'Duplicates:',
  notRecognizedTitle: 'Not recognized:',
  /** Explains why names, and custom URLs next to ids, were not looked up. */
  namesNotRecognized:
    'In-game names cannot be looked up. Enter custom URLs as profile links, or put custom URLs and friend codes in a list of their own.',
  bannedOnOtherPages: (banned: number) =>
    banned === 0
      ? 'no banned accounts on other pages'
      : `${counted(banned, { one: 'banned account', other: 'banned accounts' })} on other pages`,
  foundBy: (name: string) => `found by custom URL ${name}`,
  foundByFriendCode: (code: string) => `found by friend code ${code}`,
  /** How an input that led to no account was looked up. */
  readAsCustomUrl: 'looked up as a custom URL',
  readAsFriendCode: 'looked up as a custom URL or friend code',
  /** For a number that could be a friend code but stands in a line with ids. */
  notReadAsFriendCode: 'looked up as a custom URL, not as a friend code: put friend codes on lines of their own',
  noProfile: (bans: string) => `no profile: deleted or never set up; bans on record: ${bans}`,
  notFound: 'not found on Steam',
  waiting: (count: number) => `${accounts(count)} not checked yet.`,
}
