/** Values that an error text can contain, formatted by the caller; text from users is made safe for the target. */
export interface LookupErrorFacts {
  /** The account or file as the user gave it. */
  subject: string
  /** When to try again, relative to now: `in 2 minutes`. */
  when: string
  /** A limit or a number. */
  detail: string
  /** Whether the request takes all lookups of a minute, so that it is allowed only as the first request of a minute. */
  needsWholeMinute?: boolean | undefined
  /** The forms of older ids: `STEAM_` and `[U:1:…]`. */
  steam2Form: string
  steam3Form: string
}

/** Titles of the failures of a look-up. */
export const errorTitles = {
  malformed_account: 'Not recognized',
  account_not_found: 'Not found',
  friends_private: 'Friend list private',
  stats_private: 'Statistics private',
  stats_not_found: 'No statistics',
  platform_unavailable: 'Steam does not answer',
  overloaded: 'Too many lookups',
  budget_spent: 'Today’s lookups are used up',
  image_url_malformed: 'No picture',
  image_host_refused: 'No picture',
  image_failed: 'No picture',
  rate_limited: 'Slow down',
  too_slow: 'This took too long',
  same_account: 'Twice the same account',
  nothing_understood: 'No account recognized',
  file_too_large: 'File too large',
  file_not_text: 'Not a text file',
}

/** What went wrong and what to do next. */
export const errors: Record<keyof typeof errorTitles, (facts: LookupErrorFacts) => string> = {
  malformed_account: ({ subject, steam2Form, steam3Form }) =>
    `${subject} was not recognized as a Steam account. Enter a SteamID64 (17 digits), a profile, invite or trade link, a ${steam2Form} or ${steam3Form} ID, a friend code or a custom URL. In-game names cannot be looked up.`,
  account_not_found: ({ subject }) =>
    `Steam has no account ${subject}. Check the spelling. The account may also have been deleted or renamed.`,
  friends_private: ({ subject }) =>
    `The friend list of ${subject} is private, so the friends could not be checked. This says nothing for or against the account.`,
  stats_private: ({ subject }) =>
    `The game details of ${subject} are private. Only the owner of the account can change that.`,
  stats_not_found: ({ subject }) =>
    `Steam has no Rust statistics for ${subject}: the account does not own Rust, has never played it, or does not exist.`,
  platform_unavailable: ({ when }) => `Nothing could be checked, so this says nothing about bans. Try again ${when}.`,
  overloaded: ({ when }) => `Too many lookups are running right now. Try again ${when}.`,
  budget_spent: ({ when }) =>
    `Steam limits requests per day, and there are not enough left for this. Try again ${when}.`,
  image_url_malformed: () => 'The picture cannot be shown.',
  image_host_refused: () => 'The picture cannot be shown.',
  image_failed: () => 'The picture cannot be shown.',
  rate_limited: ({ when, needsWholeMinute }) =>
    needsWholeMinute
      ? `This takes all lookups of a minute, and some are used already. Try again ${when}, and look nothing else up before.`
      : `You have reached your lookup limit for this minute. Try again ${when}.`,
  too_slow: () => 'The lookup was stopped, so nothing could be checked. Try again.',
  same_account: ({ subject }) => `${subject} is the same account as the first one. Enter two different accounts.`,
  nothing_understood: () =>
    'This contains no Steam account: no ID, profile link, friend code or custom URL. In-game names cannot be looked up.',
  file_too_large: ({ subject, detail }) =>
    `${subject} is larger than ${detail}. Split it, or send only the part with the accounts.`,
  file_not_text: ({ subject }) => `${subject} is not a text file. Send a .txt or .csv file.`,
}
