import { createPlurals } from '../../../lib/plural.ts'

const { counted } = createPlurals('en')

/** Texts of a batch that only its message has. */
export const batch = {
  /** Follows `duplicates` when an account is repeated more than once. */
  ofEntries: (count: number) => `of ${counted(count, { one: 'entry', other: 'entries' })}`,
  /** Accounts with bans that were seen before and that Steam no longer reports. */
  earlierBansCount: (count: number) =>
    `${counted(count, { one: 'account', other: 'accounts' })} with more bans earlier than Steam reports now.`,
  /** Watched accounts whose history the database could not give. */
  unreadableHistoryCount: (count: number) =>
    `${counted(count, { one: 'account', other: 'accounts' })} with unknown earlier bans, because the database does not answer.`,
  duplicatesTitle: 'Duplicates:',
  notRecognizedTitle: 'Not recognized:',
  bannedOnOtherPages: (banned: number) =>
    banned === 0
      ? 'no banned accounts on the other checked pages'
      : `${counted(banned, { one: 'banned account', other: 'banned accounts' })} on other pages`,
  /** How an input that led to no account was looked up. */
  readAsCustomUrl: 'looked up as a custom URL',
  readAsFriendCode: 'looked up as a custom URL or friend code',
  /** For a number that could be a friend code but stands in a line with ids. */
  notReadAsFriendCode: 'looked up as a custom URL, not as a friend code: put friend codes on lines of their own',
  /** The heading while a long list is checked. */
  checking: (total: number) => `Checking ${counted(total, { one: 'account', other: 'accounts' })}`,
  /** Which limit a long list waits for. */
  quotaEnded: {
    rate_limited: (when: string) => `Your lookups of this minute are used up. The check goes on ${when}.`,
    server_rate_limited: (when: string) =>
      `The lookups of this server for this minute are used up. The check goes on ${when}.`,
  },
  notFound: 'not found on Steam',
  files: 'rapsheet-batch.json is only for the buttons of this message.',
}
