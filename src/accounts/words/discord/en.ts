import { createPlurals } from '../../../lib/plural.ts'
import type { LookupErrorFacts } from '../errors-en.ts'

const { counted, noun, number } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** English texts about accounts that only Discord shows; `AccountTexts` has the texts that the page shows too. */
export const en = {
  commands: {
    lookup: { name: 'lookup', description: 'Steam bans, profile and Rust hours of one account' },
    batch: { name: 'batch', description: 'Steam bans of many accounts, from pasted text, a text file, or both' },
    friends: { name: 'friends', description: 'Check the friends of an account for bans' },
    compare: { name: 'compare', description: 'Two accounts side by side, and the friends they share' },
    stats: { name: 'stats', description: 'Rust statistics of an account' },
    inventory: { name: 'inventory', description: 'Rust items of an account' },
    checkMessage: { name: 'Check Steam accounts' },
  },
  options: {
    account: {
      name: 'account',
      description: 'SteamID64, profile, invite or trade link, custom URL, STEAM_…, [U:1:…], friend code or status row',
    },
    other: { name: 'other', description: 'The account to compare it with, in any of these forms' },
    accounts: { name: 'accounts', description: 'Accounts in any format: IDs, links, a player list' },
    file: { name: 'file', description: 'A .txt or .csv file with accounts' },
    within: { name: 'within', description: 'Show only friends with a VAC or game ban in the last … days' },
    kind: {
      name: 'kind',
      description: 'Show only friends with this kind of ban, or friends that could not be checked',
    },
  },
  buttons: {
    friends: 'Friends',
    stats: 'Stats',
    inventory: 'Inventory',
    refresh: 'Refresh',
    /** Button back to the lookup of the account. */
    account: 'Account',
    checkNext: (count: number) => `Check the next ${number(count)}`,
    /** Button that continues a list whose check ended early. */
    continueBatch: 'Continue',
    checkFriend: (place: number) => `Check friend ${number(place)}`,
    checkFriends: (from: number, to: number) => `Check friends ${number(from)}–${number(to)}`,
    retry: (count: number) => `Try ${accounts(count)} again`,
    stopScan: 'Stop and keep results',
    scanAgain: 'Scan again',
    checkBoth: 'Check both',
    more: 'All stats',
    less: 'Key figures',
    lookUp: 'Look up',
    lookUpOne: (letter: string) => `Look up ${letter}`,
  },
  common: {
    bansUnknown: 'Bans unknown: Steam gave no usable answer.',
    /** Placeholder of the menu that opens a listed account. */
    openAccount: 'Open an account',
  },
  /** Texts about a batch that only Discord shows. */
  batch: {
    /** Follows `duplicates` when an account is repeated more than once. */
    ofEntries: (count: number) => `of ${counted(count, { one: 'entry', other: 'entries' })}`,
    /** Number of accounts with earlier bans that Steam no longer reports. */
    earlierBansCount: (count: number) =>
      `${counted(count, { one: 'account', other: 'accounts' })} with more bans earlier than Steam reports now.`,
    /** Number of watched accounts whose history the database could not return. */
    unreadableHistoryCount: (count: number) =>
      `${counted(count, { one: 'account', other: 'accounts' })} with unknown earlier bans, because the database does not answer.`,
    duplicatesTitle: 'Duplicates:',
    notRecognizedTitle: 'Not recognized:',
    bannedOnOtherPages: (banned: number) =>
      banned === 0
        ? 'no banned accounts on the other checked pages'
        : `${counted(banned, { one: 'banned account', other: 'banned accounts' })} on other pages`,
    /** For an entry that failed: how its input was looked up. */
    readAsCustomUrl: 'looked up as a custom URL',
    readAsFriendCode: 'looked up as a custom URL or friend code',
    /** For a number that could be a friend code, in a line with ids. */
    notReadAsFriendCode: 'looked up as a custom URL, not as a friend code: put friend codes on lines of their own',
    /** The heading while a long list is checked. */
    checking: (total: number) => `Checking ${counted(total, { one: 'account', other: 'accounts' })}`,
    /** Why the check of a long list pauses, by the quota that is used up, and when it goes on. */
    quotaEnded: {
      rate_limited: (when: string) => `Your lookups of this minute are used up. The check goes on ${when}.`,
      server_rate_limited: (when: string) =>
        `The lookups of this server for this minute are used up. The check goes on ${when}.`,
    },
    notFound: 'not found on Steam',
    files: 'rapsheet-batch.json is only for the buttons of this message.',
  },
  /** A friend scan in Discord. */
  friends: {
    /** Replaces `progress` when checks have failed; `checked` and `unknown` add up to `current`. */
    progressWithUnknown: (current: number, total: number, checked: number, unknown: number) =>
      `${number(current)} of ${number(total)} done: ${number(checked)} checked, ❔ ${number(unknown)} unknown`,
    /** Follows the number of friends that could not be checked. */
    listedLast: 'Listed last.',
    /**
     * Follows the number of friends that could not be checked when a filter leaves these friends out; `filter` is the option that lists
     * them.
     */
    listedWith: (filter: string) => `To list: ${filter}`,
    /** Number of banned friends among the checked friends. */
    ofChecked: (banned: number, checked: number) => `${number(banned)} of ${number(checked)}`,
    /** Replaces `result` and `noneBanned` when several parts of a list were scanned. */
    resultOfParts: (part: string, before: string, all: string) =>
      `${part} checked friends in this part banned, ${before} in the parts before it, ${all} in all.`,
    /** The result of the parts before this one, when the scan of this part ended early. */
    partsBefore: (before: string) => `In the parts before it ${before} checked friends are banned.`,
    /** Watched friends with earlier bans that Steam no longer reports; `names` may name only the first few. */
    earlierBans: (count: number, names: string) =>
      `${counted(count, { one: 'watched friend', other: 'watched friends' })} with more bans earlier than Steam reports now: ${names}`,
    stoppedByYou: 'Stopped by you',
    /** Result of a scan that ended early. */
    bannedOfChecked: (count: number) => `${number(count)} banned among those checked`,
    /** Ban status of the account whose friends are scanned; it may say that the bans were not checked. */
    ownStatus: (status: string) => `This account: ${status}`,
  },
  /** Texts about statistics that only Discord shows. */
  stats: { title: (name: string) => `${name} · Rust statistics` },
  /** Texts about an inventory that only Discord shows. */
  inventory: {
    title: (name: string) => `${name} · Rust items`,
    showing: (from: number, to: number) => `showing ${number(from)}–${number(to)}`,
    /** Explains why not all items can be shown. */
    steamGave: (count: number) => (count === 0 ? 'Steam gave none of them' : `Steam gave the first ${number(count)}`),
    /** Label of the items when parts of the answer have different ages. */
    items: 'items',
    /** Label before the numbers of the items that are pictured. */
    pictures: 'Pictures',
  },
  compare: { allInFile: 'All shared friends are in the file.' },
  errorTitles: {
    platform_blocked: 'Steam blocks this bot',
    key_refused: 'Steam key rejected',
    not_configured: 'Steam key missing',
    stopping: 'Restarting',
    several_accounts: 'More than one account',
    nothing_given: 'Nothing to look up',
    no_account_in_message: 'No account in this message',
  },
  errors: {
    platform_blocked: ({ when }: LookupErrorFacts) =>
      `Steam refuses all requests from this bot, so this says nothing about bans. Try again ${when}. If it keeps happening, tell the person who runs the bot.`,
    key_refused: () =>
      'Steam rejects the API key of this bot, so nothing could be checked. Tell the person who runs the bot: STEAM_API_KEY has to be replaced.',
    not_configured: () =>
      'This bot has no Steam API key, so nothing could be checked. Tell the person who runs the bot: STEAM_API_KEY has to be set.',
    stopping: () => 'The bot is restarting, and this lookup was not finished. Try again in a minute.',
    several_accounts: ({ detail }: LookupErrorFacts) =>
      `You gave ${detail} different IDs or names, but this command takes one account. Use /batch for several.`,
    nothing_given: () => 'Enter accounts, attach a file, or both: IDs, profile links, custom URLs, or a player list.',
    no_account_in_message: () =>
      'This message contains no Steam ID and no profile link. Names in messages are not looked up. Use /batch for custom URLs.',
  },
  /** Errors when Steam gave no usable answer about an account. */
  steamFailures: {
    bansUnknown: (title: string) => `${title}, bans unknown`,
    /** Replaces `platform_unavailable` when Steam did answer. */
    unusable: 'Steam’s answer is unusable',
    unusableText: (when: string) =>
      `Steam answered, but the answer makes no sense, so this says nothing about bans. Try again ${when}.`,
    /** The profile or the ban record is missing. */
    incomplete: 'Steam’s answer is incomplete',
    /** When to try again with the button below the text. The text also has to be true after that time. */
    withButton: (when: string) => `with the button (ready ${when})`,
  },
  /** Earlier bans that Steam no longer reports. */
  earlierBans: {
    noBan: 'no ban',
    noBanNow: 'Steam reports no ban now.',
    /** Used when the database, which stores earlier bans, does not answer. */
    unreadable: 'The database does not answer, so earlier bans are unknown.',
    /** Steam reports fewer bans than before; the number of missing bans decides between `one` and `other`. */
    seenEarlier: {
      one: (now: string, earlier: string, until: string) =>
        `Steam reports ${now} now; ${earlier} was seen until ${until}.`,
      other: (now: string, earlier: string, until: string) =>
        `Steam reports ${now} now; ${earlier} were seen until ${until}.`,
    },
    /**
     * Replaces `seenEarlier` when the record has no ban, but a trade restriction or unknown fields, so that "no ban" would say too much.
     */
    noLongerReported: (earlier: string, until: string) => `Steam no longer reports ${earlier}, seen until ${until}.`,
  },
}
