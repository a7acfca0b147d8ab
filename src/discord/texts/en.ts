import type { ErrorCode } from '../../model/error.ts'
import type { Stats } from '../../model/stats.ts'
import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'
import { alerts } from './alerts-en.ts'
import { changes, dates, when } from './bans-en.ts'
import { compare } from './compare-en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { policy, policyLog, policyMode } from './policy-en.ts'
import { policyEdit, policyPreview } from './policy-edit-en.ts'
import { policyErrors, policyErrorTitles, policyExceptions, policyTest, policyToken } from './policy-access-en.ts'
import { databaseErrors, forget, history, watch, watchErrors, watchErrorTitles } from './watch-en.ts'
import { policyLanguage, policyLine } from './policy-line-en.ts'
import { refusals } from './refusals-en.ts'
import { worthKnowing } from './worth-knowing-en.ts'

const { number, plural, counted, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const friends = noun({ one: 'friend', other: 'friends' })
const items = noun({ one: 'item', other: 'items' })
const days = noun({ one: 'day', other: 'days' })
const daysAgo = (count: number) => (count === 0 ? 'today' : `${days(count)} ago`)

/** Values that an error text can contain, in Markdown; text from users is escaped. */
export interface ErrorFacts {
  /** The account or file as the user gave it. */
  subject: string
  /** When to try again, as a Discord timestamp. */
  when: string
  /** A limit or a number. */
  detail: string
  requestId: string
}

/** A new code is a compile error until it has a title and a text. */
const errorTitles = {
  malformed_account: 'Not recognized',
  account_not_found: 'Not found',
  friends_private: 'Friend list private',
  stats_private: 'Statistics private',
  stats_not_found: 'No statistics',
  platform_unavailable: 'Steam does not answer',
  platform_blocked: 'Steam blocks this bot',
  overloaded: 'Too many lookups',
  budget_spent: 'Today’s lookups are used up',
  key_refused: 'Steam key rejected',
  not_configured: 'Steam key missing',
  stopping: 'Restarting',
  image_url_malformed: 'No picture',
  image_host_refused: 'No picture',
  image_failed: 'No picture',
  rate_limited: 'Slow down',
  server_rate_limited: 'This server is busy',
  scan_running: 'One scan at a time',
  scan_gone: 'This scan is not running',
  too_slow: 'This took too long',
  interrupted: 'Interrupted',
  interrupted_change: 'Interrupted',
  outdated_button: 'This button is outdated',
  not_your_button: 'Not your buttons',
  not_permitted: 'Not allowed',
  server_only: 'Not for direct messages',
  needs_timeout_members: 'Not allowed',
  needs_manage_server: 'Not allowed',
  role_everyone: 'Not this role',
  discord_unavailable: 'Discord does not answer',
  invalid_numbers: 'Not saved in the draft',
  invalid_appeal: 'Not saved in the draft',
  exception_reason_missing: 'No reason given',
  unknown_command: 'Unknown command',
  several_accounts: 'More than one account',
  same_account: 'Twice the same account',
  nothing_given: 'Nothing to look up',
  nothing_understood: 'No account recognized',
  no_account_in_message: 'No account in this message',
  file_too_large: 'File too large',
  file_not_text: 'Not a text file',
  file_unavailable: 'File not readable',
  post_refused: 'Not allowed here',
  internal: 'Internal error',
} satisfies Record<ErrorCode, string> & Record<string, string>

/** What went wrong and what to do next. */
const errors: Record<keyof typeof errorTitles, (facts: ErrorFacts) => string> = {
  malformed_account: ({ subject }) =>
    `**${subject}** was not recognized as a Steam account. Enter a SteamID64 (17 digits), a profile, invite or trade link, a STEAM\\_ or \\[U:1:…] ID, a friend code or a custom URL. In-game names cannot be looked up.`,
  account_not_found: ({ subject }) =>
    `Steam has no account **${subject}**. Check the spelling. The account may also have been deleted or renamed.`,
  friends_private: ({ subject }) =>
    `The friend list of **${subject}** is private, so the friends could not be checked. This says nothing for or against the account.`,
  stats_private: ({ subject }) =>
    `The game details of **${subject}** are private. Only the owner of the account can change that.`,
  stats_not_found: ({ subject }) =>
    `Steam has no Rust statistics for **${subject}**: the account does not own Rust, has never played it, or does not exist.`,
  platform_unavailable: ({ when }) =>
    `Steam returned no usable answer, so nothing could be checked. Try again ${when}.`,
  platform_blocked: ({ when }) =>
    `Steam refuses all requests from this bot, so nothing could be checked. Try again ${when}. If it keeps happening, tell the person who runs the bot.`,
  overloaded: ({ when }) => `Too many lookups are running right now. Try again ${when}.`,
  budget_spent: ({ when }) =>
    `Steam limits requests per day, and there are not enough left for this. Try again ${when}.`,
  key_refused: () =>
    'Steam rejects the API key of this bot. Tell the person who runs the bot: STEAM_API_KEY has to be replaced.',
  not_configured: () => 'This bot has no Steam API key. Tell the person who runs the bot: STEAM_API_KEY has to be set.',
  stopping: () => 'The bot is restarting, and this lookup was not finished. Try again in a minute.',
  image_url_malformed: () => 'The picture cannot be shown.',
  image_host_refused: () => 'The picture cannot be shown.',
  image_failed: () => 'The picture cannot be shown.',
  rate_limited: ({ when }) => `You have reached your lookup limit for this minute. Try again ${when}.`,
  server_rate_limited: ({ when }) => `This server has reached its lookup limit for this minute. Try again ${when}.`,
  scan_running: () => 'You already have a friend scan running. Wait until it is done, or cancel it.',
  scan_gone: () => 'It has ended, or a restart of the bot interrupted it. Scan again to see the results.',
  interrupted: () => 'The bot was restarted before it could finish this lookup. Try again.',
  interrupted_change: () =>
    'The bot was restarted before it could answer. If this was to change something, look first whether it has been changed, then use the command again.',
  too_slow: () => 'The lookup was stopped, so nothing could be checked. Try again.',
  outdated_button: () => 'It comes from an older version of the bot. Use the command again.',
  not_your_button: () => 'These buttons belong to the person who used the command. Use the command yourself.',
  not_permitted: () => 'You need the permission to time out members to use the buttons of a posted message.',
  server_only: () => 'Use this on a server, not in a direct message.',
  needs_timeout_members: () => 'You need the permission *Timeout Members* for this.',
  needs_manage_server: () => 'You need the permission *Manage Server* for this.',
  role_everyone: () => 'Alerts do not mention everyone. Choose another role, or none.',
  discord_unavailable: () =>
    'Discord did not say whether the bot may post in this channel. Nothing was changed. Try again in a minute.',
  invalid_numbers: ({ detail }) => `${detail}The draft is as before. Open Numbers again.`.trim(),
  invalid_appeal: ({ detail }) => `${detail}The draft is as before. Open Appeal again.`.trim(),
  exception_reason_missing: () =>
    'Say why, with the option reason, so that others can tell later whether it still holds.',
  unknown_command: () => 'This command no longer exists. Discord can take a minute to show the new commands.',
  several_accounts: ({ detail }) =>
    `You gave ${detail} different IDs or names, but this command takes one account. Use /batch for several.`,
  same_account: ({ subject }) => `**${subject}** is the same account as the first one. Enter two different accounts.`,
  nothing_given: () => 'Enter accounts, attach a file, or both: IDs, profile links, custom URLs, or a player list.',
  nothing_understood: () =>
    'This contains no Steam account: no ID, profile link, friend code or custom URL. In-game names cannot be looked up.',
  no_account_in_message: () =>
    'This message contains no Steam ID and no profile link. Names in messages are not looked up. Use /batch for custom URLs.',
  file_too_large: ({ subject, detail }) =>
    `**${subject}** is larger than ${detail}. Split it, or send only the part with the accounts.`,
  file_not_text: ({ subject }) => `**${subject}** is not a text file. Send a .txt or .csv file.`,
  file_unavailable: ({ subject }) => `**${subject}** could not be downloaded from Discord. Send it again.`,
  post_refused: () =>
    'Discord does not let the bot write in this channel. Post in another channel, or ask a server admin.',
  internal: ({ requestId }) =>
    `Something failed in the bot. If it happens again, give this ID to the person who runs the bot: \`${requestId}\`.`,
}

/** Counters without a label, because another counts the same: `combat.deaths` and `misc.horseDistanceRidden`. */
type Unlabelled<Group extends keyof Stats> = Group extends 'survival' ? 'deaths' : 'horseDistanceRiddenKm'

/** English: the fallback for other languages, and the list of all texts. */
export const en = {
  number,
  /** A percentage, 0 to 100. */
  percent: (value: number) => `${number(value)}%`,
  hours: (value: number) => `${number(value)} h`,
  minutes: (value: number) => `${number(value)} min`,
  seconds: (value: number) => `${number(value)} s`,
  daysAgo,
  /** Country names by two-letter code. */
  countries: new Intl.DisplayNames('en', { type: 'region' }),

  commands: {
    lookup: { name: 'lookup', description: 'Steam bans, profile and Rust hours of one account' },
    batch: { name: 'batch', description: 'Steam bans of many accounts, from pasted text, a text file, or both' },
    friends: { name: 'friends', description: 'Check the friends of an account for bans' },
    compare: { name: 'compare', description: 'Two accounts side by side, and the friends they share' },
    stats: { name: 'stats', description: 'Rust statistics of an account' },
    inventory: { name: 'inventory', description: 'Rust items of an account' },
    watch: { name: 'watch', description: 'Watch accounts, and get an alert when their bans change' },
    history: { name: 'history', description: 'What the bot has seen of the bans of an account, with dates' },
    forget: { name: 'forget', description: 'Delete what this server has stored about an account' },
    policy: { name: 'policy', description: 'Decide which players your Rust game servers let in' },
    checkMessage: { name: 'Check Steam accounts' },
  },
  subcommands: {
    add: { name: 'add', description: 'Put an account on the watch list of this server' },
    remove: { name: 'remove', description: 'Take an account off the watch list' },
    list: { name: 'list', description: 'Show the watch list' },
    import: { name: 'import', description: 'Put many accounts on the watch list: pasted text, a text file, or both' },
    channel: { name: 'channel', description: 'Choose where alerts go, and post a test message there' },
    show: { name: 'show', description: 'Show the rules, what they did today, and which game servers ask' },
    edit: { name: 'edit', description: 'Change the rules: a draft, a preview of what they would have done, then Save' },
    test: { name: 'test', description: 'What the policy decides about an account now, and why' },
    except: { name: 'except', description: 'Always let an account in, always refuse it, or end its exception' },
    exceptions: { name: 'exceptions', description: 'Show all exceptions: who, why and until when' },
    token: {
      name: 'token',
      description: 'Make the line that a game server needs; without a name, list the game servers',
    },
    mode: { name: 'mode', description: 'Only observe, or refuse players; and how refusals are reported' },
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
    reason: { name: 'reason', description: 'Why, in at most 200 characters; shown on the watch list and in alerts' },
    until: {
      name: 'until',
      description: 'When it leaves the list by itself: 30d, 6mo, 1y or a date such as 2027-12-31',
    },
    show: { name: 'show', description: 'Show only entries that changed or are banned, or who changed the list' },
    text: { name: 'text', description: 'Show only entries with this in their name, ID or reason' },
    channel: { name: 'channel', description: 'The channel for alerts' },
    role: { name: 'role', description: 'The role that alerts mention; none by default' },
  },
  policyOptions: {
    decision: { name: 'decision', description: 'What applies to the account from now on' },
    reason: {
      name: 'reason',
      description: 'Why, in at most 200 characters; for moderators, never shown to the player',
    },
    until: { name: 'until', description: 'When it ends by itself: 12h, 30d, 6mo, 1y or a date such as 2027-12-31' },
    name: { name: 'name', description: 'The game server, as you call it; a name that is in use replaces its token' },
    mode: { name: 'mode', description: 'Whether players are refused' },
    reports: { name: 'reports', description: 'How refusals are reported in the channel for alerts' },
  },
  policyDecisions: { allow: 'always let in', deny: 'always refuse', remove: 'remove the exception' },
  policyModes: { observe: 'observe', enforce: 'enforce' },
  policyReports: { each: 'each refusal', daily: 'once a day' },
  kinds: {
    any: 'all except clean',
    vac: 'VAC bans',
    game: 'game bans',
    trade: 'trade restrictions',
    unknown: 'could not be checked',
  },

  watchShow: { all: 'all', changed: 'changed', banned: 'banned', log: 'log of changes' },

  buttons: {
    friends: 'Friends',
    stats: 'Stats',
    inventory: 'Inventory',
    refresh: 'Refresh',
    back: 'Back',
    post: 'Post in channel',
    posted: 'Posted',
    previous: 'Previous page',
    next: 'Next page',
    checkPrevious: (count: number) => `Check the previous ${number(count)}`,
    checkNext: (count: number) => `Check the next ${number(count)}`,
    retry: (count: number) => `Try ${accounts(count)} again`,
    cancel: 'Cancel',
    scanAgain: 'Scan again',
    tryAgain: 'Try again',
    more: 'More',
    less: 'Less',
    watch: 'Watch',
    stopWatching: 'Stop watching',
    remove: 'Remove',
    lookUp: 'Look up',
    exempt: 'Exempt',
    lookUpOne: (letter: string) => `Look up ${letter}`,
    history: 'History',
    forget: 'Forget',
    watchThese: (count: number) => `Watch these ${number(count)}`,
    numbers: 'Numbers…',
    appeal: 'Appeal…',
    preview: 'Preview',
    save: 'Save',
    enforce: 'Refuse players',
    revoke: 'Revoke',
    revokeNow: 'Revoke the replaced token now',
    confirmImport: (count: number) => `Confirm: add ${accounts(count)}`,
  },

  common: {
    namelessAccount: '(name cannot be shown)',
    checked: (when: string) => `checked ${when}`,
    /** Replaces `checked` when the parts of an answer differ in age. */
    checkedPart: (what: string, when: string) => `${what} checked ${when}`,
    foundByCustomUrl: (name: string) => `Found by custom URL *${name}*. This is not the in-game name.`,
    foundByFriendCode: (code: string) => `Found by friend code *${code}*.`,
    /** Explains, next to an error about an account, how the input was looked up. */
    triedCustomUrl: (name: string) =>
      `*${name}* was looked up as a custom URL (steamcommunity.com/id/…), not as an in-game name.`,
    triedFriendCode: (code: string) =>
      `*${code}* was looked up as a custom URL or friend code, not as an in-game name.`,
    /** The same for a number with this many digits that is probably a mistyped SteamID64. */
    mistypedId: (digits: number) =>
      digits === STEAM_ID_DIGITS
        ? 'This SteamID64 cannot belong to a player. Copy the whole ID again.'
        : `A SteamID64 has ${STEAM_ID_DIGITS} digits, this one has ${number(digits)}. Copy the whole ID again.`,
    postedBy: (who: string, when: string) => `Posted by ${who} · ${when}`,
    /** Placeholder of the menu that opens a listed account. */
    openAccount: 'Open an account',
    page: (page: number, pages: number) => `page ${number(page)} of ${number(pages)}`,
    leftOut: (count: number) => `… and ${number(count)} more`,
    avatarOf: (name: string) => `Avatar of ${name}`,
    /** The title of `platform_unavailable` where Steam did answer. */
    noUsableAnswer: 'No usable answer from Steam',
    unknown: 'could not be checked',
    private: 'private',
    profile: 'profile',
  },

  bans: {
    vac: noun({ one: 'VAC ban', other: 'VAC bans' }),
    game: noun({ one: 'game ban', other: 'game bans' }),
    community: 'community ban',
    trade: (status: string) =>
      status === 'banned' ? 'trade ban' : status === 'probation' ? 'trade probation' : `trade: ${status}`,
    last: (count: number) => `last ban ${daysAgo(count)}`,
    /** Replaces `last` when the date can be that of a VAC ban or of a game ban. */
    lastOfEither: (count: number) => `last ban ${daysAgo(count)} (VAC or game)`,
    none: 'no bans',
  },

  dates,
  when,
  changes,

  watch,
  history,
  forget,
  watchErrorTitles,
  watchErrors,
  databaseErrors,

  policy,
  policyMode,
  policyLog,
  policyEdit,
  policyPreview,
  policyTest,
  policyExceptions,
  policyToken,
  policyErrorTitles,
  policyErrors,

  lookup: {
    banned: (what: string) => `Banned: ${what}.`,
    restricted: (what: string) => `No VAC, game or community ban, but: ${what}.`,
    clean: 'No bans on record.',
    private: 'No bans on record, but the profile is private.',
    /** Replaces `clean` when the record is expired. */
    staleClean: 'No bans were on record at the last check.',
    stale: (when: string) => `There is no new answer from Steam. This result is from ${when} and may be outdated.`,
    incomplete: (what: string) => `No bans on record. Could not be checked: ${what}.`,
    vacBans: 'VAC bans',
    gameBans: 'Game bans',
    lastBan: 'Last ban',
    sharedDate: 'VAC or game: Steam does not say which',
    community: 'Community',
    communityBanned: 'banned',
    trade: 'Trade',
    tradeBanned: 'banned',
    tradeProbation: 'on probation',
    goodStanding: 'good standing',
    rustHours: 'Rust hours',
    noRust: 'none: does not own Rust, or played it for less than 3 minutes',
    twoWeeks: (hours: string) => `${hours} in the last two weeks`,
    friendList: 'Friend list',
    friendsPublic: 'public',
    account: 'Account',
    created: (date: string) => `created ${date}`,
    age: {
      days: (count: number) => (count === 0 ? 'less than a day old' : `${days(count)} old`),
      months: (count: number) => `${counted(count, { one: 'month', other: 'months' })} old`,
      years: (count: number) => `${counted(count, { one: 'year', other: 'years' })} old`,
    },
    country: 'Country in profile',
    customUrl: 'Custom URL',
    steamProfile: 'Steam profile',
    battleMetrics: 'BattleMetrics (RCON)',
    /** Names of the parts of an answer, for use within a sentence. */
    parts: { bans: 'bans', profile: 'profile', rustHours: 'Rust hours', friendsPrivate: 'friend list' },
    and: ' and ',
  },

  /** Steam left out the profile or the ban record; the key is the missing half, `wait` a duration. */
  halfRecord: {
    title: 'Incomplete answer from Steam',
    profile: (wait: string) => `Steam returned a ban record but no profile. Try again in ${wait} to confirm.`,
    bans: (wait: string) =>
      `Steam returned a profile without a ban record, so the bans could not be checked. Try again in ${wait}.`,
  },

  /** An account with a ban record that has no profile. */
  noProfile: {
    title: 'No profile',
    withBans: (account: string, bans: string) =>
      `${account} has no profile: deleted or never set up. Bans on record: ${bans}.`,
    withoutBans: (account: string) =>
      `${account} has no profile: deleted or never set up. Bans on record: none, which proves little without a profile.`,
  },

  batch: {
    title: accounts,
    bannedCount: (banned: number, checked: number) =>
      banned > 0
        ? `${number(banned)} of ${counted(checked, { one: 'checked account', other: 'checked accounts' })} banned.`
        : plural(checked, {
            one: `${accounts(checked)} checked: no ban on record.`,
            other: `None of ${number(checked)} checked accounts has a ban on record.`,
          }),
    restrictedCount: (count: number) => `${accounts(count)} with only a trade restriction.`,
    withoutProfileCount: (count: number) => `${accounts(count)} without a profile: deleted or never set up.`,
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
    files: 'rapsheet-batch.json is only for the buttons of this message.',
    notFound: 'not found on Steam',
    waiting: (count: number) => `${accounts(count)} not checked yet.`,
  },

  friends: {
    scanning: (name: string) => `Checking the friends of ${name}`,
    loadingList: 'Loading the friend list …',
    progress: (current: number, total: number) => `${number(current)} of ${number(total)} checked`,
    bannedSoFar: (count: number) => `${number(count)} banned so far`,
    title: (name: string) => `Friends of ${name}`,
    result: (banned: number, checked: number, percent: string) =>
      `${number(banned)} of ${counted(checked, { one: 'checked friend', other: 'checked friends' })} banned (${percent}).`,
    noneBanned: (checked: number) =>
      plural(checked, {
        one: `${number(checked)} friend checked: no ban on record.`,
        other: `None of ${number(checked)} checked friends has a ban on record.`,
      }),
    empty: 'The friend list is public and empty.',
    /** Which part of a long friend list is checked. */
    part: (from: number, to: number, total: number) =>
      `Part of the list: friends ${number(from)} to ${number(to)} of ${number(total)}, newest first.`,
    beyondEnd: (total: number) => `This part is empty: the list now has ${friends(total)}.`,
    notChecked: (unavailable: number, total: number) =>
      `${number(unavailable)} of ${friends(total)} could not be checked: bans unknown.`,
    deleted: (count: number) =>
      `${accounts(count)} on the list no longer ${plural(count, { one: 'exists', other: 'exist' })}.`,
    filtered: (shown: number, filter: string) =>
      `Filter: ${filter} · ${counted(shown, { one: 'match', other: 'matches' })}`,
    lastBanWithin: (count: number) => (count === 0 ? 'last ban today' : `last ban within ${days(count)}`),
    cancelled: 'Cancelled',
    stoppedBeforeList: 'Stopped before the friend list was loaded: no friend was checked.',
    stoppedAfter: (current: number, total: number) =>
      `Stopped after ${number(current)} of ${friends(total)}: the others were not checked.`,
    hoursPrivate: 'hours private',
    hoursUnknown: 'hours unknown',
    sinceUnknown: 'friends since: unknown',
    since: {
      before: (when: string) => `friends since ${when}, before the last ban`,
      /** When there is no ban to compare with. */
      plain: (when: string) => `friends since ${when}`,
      after: (when: string) => `friends since ${when}, after the last ban`,
      unclear: (when: string) => `friends since ${when}, unclear if before or after the last ban`,
    },
  },

  compare,
  worthKnowing,
  policyLanguage,
  policyLine,

  stats: {
    title: (name: string) => `Rust statistics of ${name}`,
    /** Label of the statistics when the parts of an answer differ in age. */
    statistics: 'statistics',
    officialOnly: 'Most counters run only on official servers, so these are not lifetime totals.',
    groups: {
      combat: 'Combat',
      survival: 'Survival',
      building: 'Building',
      resources: 'Resources',
      npc: 'Animals and scientists',
      items: 'Items',
      misc: 'Other',
    } satisfies Record<keyof Stats, string>,
    killsAndDeaths: (kills: number, deaths: number) =>
      `${counted(kills, { one: 'kill', other: 'kills' })}, ${counted(deaths, { one: 'death', other: 'deaths' })}`,
    hitsOfShots: (hits: number, shots: number) =>
      `${number(hits)} of ${counted(shots, { one: 'bullet', other: 'bullets' })} hit a player`,
    headshots: (count: number) => `${counted(count, { one: 'headshot', other: 'headshots' })} with any weapon`,
    nothingCounted: 'nothing counted yet',
    kilometres: (value: number) => `${number(value)} km`,
    /** Labels with the same beginning, such as `Bullet hits: bears`, share a line. */
    counters: {
      combat: {
        kills: 'Kills',
        deaths: 'Deaths',
        kd: 'K/D',
        headshots: 'Headshots',
        headshotRate: 'Headshot rate',
        bulletsFired: 'Bullets fired',
        bulletsHit: 'Hits on players',
        accuracy: 'Accuracy',
        wounded: 'Was wounded',
        woundedAssisted: 'Helped others up',
        beenPickedUp: 'Was helped up',
        bulletsHitEntities: 'Bullet hits: objects',
        bulletsHitBuildings: 'Bullet hits: buildings',
        bulletsHitPlayerCorpses: 'Bullet hits: player corpses',
        bulletsHitCorpses: 'Bullet hits: corpses',
        bulletsHitSigns: 'Bullet hits: signs',
        bulletsHitBears: 'Bullet hits: bears',
        bulletsHitBoars: 'Bullet hits: boars',
        bulletsHitWolves: 'Bullet hits: wolves',
        bulletsHitDeer: 'Bullet hits: deer',
        bulletsHitHorses: 'Bullet hits: horses',
        arrowsHitPlayers: 'Arrow hits: players',
        arrowsHitBuildings: 'Arrow hits: buildings',
        arrowsHitEntities: 'Arrow hits: objects',
        arrowsHitBears: 'Arrow hits: bears',
        arrowsHitBoars: 'Arrow hits: boars',
        arrowsHitWolves: 'Arrow hits: wolves',
        arrowsHitDeer: 'Arrow hits: deer',
        arrowsHitHorses: 'Arrow hits: horses',
        arrowsHitChickens: 'Arrow hits: chickens',
        shotgunFired: 'Shotgun shots',
        shotgunHitPlayers: 'Shotgun hits: players',
        shotgunHitBuildings: 'Shotgun hits: buildings',
        shotgunHitEntities: 'Shotgun hits: objects',
        shotgunHitHorses: 'Shotgun hits: horses',
        rocketsFired: 'Rockets fired',
        grenadesThrown: 'Grenades thrown',
        explosivesThrown: 'Explosives thrown',
        meleeStrikes: 'Melee strikes',
        meleeThrown: 'Melee weapons thrown',
        meleeThrownHitPlayers: 'Players hit by thrown melee',
        mlrsKills: 'MLRS kills',
      },
      survival: {
        suicides: 'Suicides',
        fallingDeaths: 'Deaths by falling',
        selfInflictedDeaths: 'Self-inflicted deaths',
        deathsByEntities: 'Deaths by objects',
        deathsByWolves: 'Deaths by wolves',
        deathsByBears: 'Deaths by bears',
        caloriesConsumed: 'Calories',
        waterConsumed: 'Water',
        comfortSeconds: 'In comfort',
        coldSeconds: 'In the cold',
        hotSeconds: 'In the heat',
        radiationSeconds: 'In radiation',
        beeAttacks: 'Bee attacks',
      },
      building: {
        structuresBuilt: 'Blocks placed',
        upgradesBuilt: 'Blocks upgraded',
        repairsDone: 'Repairs',
        cupboardsOpened: 'Cupboards opened',
        pipesConnected: 'Pipes connected',
        wiresConnected: 'Wires connected',
        hosesConnected: 'Hoses connected',
        tinCanAlarmsWired: 'Tin can alarms wired',
      },
      resources: {
        woodHarvested: 'Wood',
        stoneHarvested: 'Stone',
        clothHarvested: 'Cloth',
        leatherHarvested: 'Leather',
        metalOreAcquired: 'Metal ore',
        scrapAcquired: 'Scrap',
        lowGradeFuelAcquired: 'Low grade fuel',
        oreHits: 'Hits on ore',
        treeHits: 'Hits on trees',
      },
      npc: {
        scientistsKilled: 'Scientists',
        boarsKilled: 'Boars',
        bearsKilled: 'Bears',
        wolvesKilled: 'Wolves',
        deerKilled: 'Deer',
        chickensKilled: 'Chickens',
        horsesKilled: 'Horses',
        dwellersKilledFromTrain: 'Tunnel dwellers from a train',
        sharksKilledSpeargun: 'Sharks by speargun',
      },
      items: {
        itemsDropped: 'Dropped',
        itemsPickedUp: 'Picked up',
        itemsCrafted: 'Crafted',
        foodPickedUp: 'Food picked up',
        blueprintsStudied: 'Blueprints studied',
        itemsExamined: 'Examined',
        cansRecycled: 'Cans recycled',
        containersLooted: 'Containers looted',
      },
      misc: {
        barrelsBroken: 'Barrels broken',
        heliHits: 'Hits on helicopters',
        arrowsFired: 'Arrows fired',
        inventoryOpened: 'Inventory opened',
        craftingOpened: 'Crafting opened',
        mapOpened: 'Map opened',
        horseDistanceRidden: 'On horseback',
        horsesMounted: 'Horses mounted',
        boatWheelsMounted: 'Boats steered',
        helipadLandings: 'Helipad landings',
        cargoBridgeVisits: 'Cargo ship bridge visits',
        roadSeconds: 'On roads',
        voiceSeconds: 'Speaking',
        notesPlayed: 'Notes played',
        notesPlayedBinds: 'Notes played by key binds',
        fullKeyboardUses: 'Full keyboard uses',
        waves: 'Waves',
        playersWavedAt: 'Players waved at',
        missionsCompleted: 'Missions completed',
        carsShredded: 'Cars shredded',
        kayakDistance: 'By kayak',
        waterDistanceMainland: 'In water (mainland)',
        pokerHandsWon: 'Poker hands won',
        fishCaught: 'Fish caught',
      },
    } satisfies { [Group in keyof Stats]: Record<Exclude<keyof Stats[Group], Unlabelled<Group>>, string> },
  },

  inventory: {
    title: (name: string) => `Rust items of ${name}`,
    count: items,
    firstOnly: (shown: number, total: number) => `Only the first ${number(shown)} of ${items(total)} can be shown.`,
    empty: 'The inventory is public and contains no Rust items.',
    private: 'The inventory is private, so its items cannot be seen.',
    tradable: 'tradable',
    marketable: 'marketable',
    bound: 'neither tradable nor marketable',
  },

  alerts,
  refusals,

  csv: {
    input: 'input',
    steamId: 'steam_id',
    name: 'name',
    result: 'result',
    vacBans: 'vac_bans',
    gameBans: 'game_bans',
    daysSinceLastBan: 'days_since_last_ban',
    communityBan: 'community_ban',
    tradeStatus: 'trade_standing',
    lastBanAfter: 'last_ban_after',
    lastBanBefore: 'last_ban_before',
    checkedAt: 'checked_at',
    changedAt: 'changed_at',
    changedBy: 'changed_by',
    until: 'until',
    rustHours: 'rust_hours',
    /** Minutes beyond the full hours. */
    rustMinutes: 'rust_minutes',
    friendSince: 'friend_since',
    friendshipBegan: 'friendship_began',
    /** Since when each account of a comparison has the friend. */
    friendOfASince: 'friend_of_a_since',
    friendOfBSince: 'friend_of_b_since',
    profile: 'profile',
    note: 'note',
    change: 'change',
    before: 'before',
    after: 'after',
    /** The ends of the span of time in which something happened. */
    happenedAfter: 'happened_after',
    happenedBefore: 'happened_before',
    addedBy: 'added_by',
    addedAt: 'added_at',
    decision: 'decision',
    reason: 'reason',
    /** Of an account that was refused: when first and last on a day, how often a game server asked, and which. */
    firstAt: 'first_at',
    lastAt: 'last_at',
    times: 'times',
    gameServers: 'game_servers',
    policyVersion: 'policy_version',
    results: {
      private: 'no bans, profile private',
      banned: 'banned',
      restricted: 'trade restriction only',
      clean: 'no bans',
      noProfile: 'no profile',
      notFound: 'not found',
      unavailable: 'could not be checked',
      malformed: 'not recognized',
    },
    /** Changes of a watch list. */
    actions: {
      added: 'added',
      removed: 'removed',
      imported: 'imported',
      expired: 'end reached',
      channel_set: 'alert channel set',
      forgotten: 'forgotten',
      policy_saved: 'policy saved',
      policy_mode_set: 'policy mode set',
      policy_notify_set: 'policy reports set',
      exception_added: 'exception added',
      exception_removed: 'exception removed',
      exception_expired: 'exception ended',
      token_created: 'token made',
      token_revoked: 'token revoked',
    },
    decisions: { allow: 'always let in', deny: 'always refused' },
    friendshipResults: { before: 'before the last ban', after: 'after the last ban', unclear: 'unclear' },
    yes: 'yes',
    no: 'no',
    private: 'private',
    unknown: 'unknown',
  },

  errorTitles,
  errors,
}
