import { errorTitles, errors } from './errors-en.ts'
import { friends, kinds } from './friends-en.ts'
import { halfRecord, lookup, noProfile } from './lookup-en.ts'
import { stats } from './stats-en.ts'
import { daysAgo, values } from './values-en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'

/** Columns of tables about accounts, and words in their cells. */
const csv = {
  input: 'input',
  steamId: 'steam_id',
  name: 'name',
  result: 'result',
  vacBans: 'vac_bans',
  gameBans: 'game_bans',
  daysSinceLastBan: 'days_since_last_ban',
  communityBan: 'community_ban',
  tradeStatus: 'trade_standing',
  rustHours: 'rust_hours',
  /** Minutes beyond the full hours. */
  rustMinutes: 'rust_minutes',
  friendSince: 'friend_since',
  friendshipBegan: 'friendship_began',
  /** The columns that say since when A and B, the compared accounts, have the shared friend. */
  friendOfASince: 'friend_of_a_since',
  friendOfBSince: 'friend_of_b_since',
  profile: 'profile',
  note: 'note',
  /** When the ban record was fetched; for friends, when the oldest record of the scan was fetched. UTC. */
  checkedAt: 'checked_at',
  results: {
    private: 'no bans, profile private',
    banned: 'banned',
    restricted: 'trade restriction only',
    clean: 'no bans',
    /** Bans were seen before, and Steam reports none now. */
    neutral: 'no bans now, but earlier',
    /** Whether bans were seen before is unknown. */
    incomplete: 'no bans now, earlier ones unknown',
    noProfile: 'no profile',
    profileNotReturned: 'profile not returned',
    notFound: 'not found',
    unavailable: 'could not be checked',
    malformed: 'not recognized',
  },
  friendshipResults: { before: 'before the last ban', after: 'after the last ban', unclear: 'unclear' },
  yes: 'yes',
  no: 'no',
  private: 'private',
  unknown: 'unknown',
}

const { counted, noun, number, plural } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const checkedAccounts = noun({ one: 'checked account', other: 'checked accounts' })
const friendCount = noun({ one: 'friend', other: 'friends' })
const sharedFriends = noun({ one: 'shared friend', other: 'shared friends' })
const items = noun({ one: 'item', other: 'items' })

/** English: the list of all texts about accounts, without markup. */
export const en = {
  ...values,
  /** Words and sentences that several answers share. Names, codes and times are formatted by the caller. */
  common: {
    namelessAccount: '(name cannot be shown)',
    checked: (when: string) => `checked ${when}`,
    /** Replaces `checked` when parts of the answer have different ages. */
    checkedPart: (what: string, when: string) => `${what} checked ${when}`,
    foundByCustomUrl: (name: string) => `Found by custom URL ${name}: check that this is the player you mean.`,
    foundByFriendCode: (code: string) => `Found by friend code ${code}.`,
    /** Explains, next to an error about an account, how the input was looked up. */
    triedCustomUrl: (name: string) =>
      `${name} was looked up as a custom URL (steamcommunity.com/id/…), not as an in-game name.`,
    triedFriendCode: (code: string) => `${code} was looked up as a custom URL or friend code, not as an in-game name.`,
    /** Explains an error about a number with this many digits that is probably a mistyped SteamID64. */
    mistypedId: (digits: number) =>
      digits === STEAM_ID_DIGITS
        ? 'This SteamID64 cannot belong to a player. Copy the whole ID again.'
        : `A SteamID64 has ${STEAM_ID_DIGITS} digits, this one has ${number(digits)}. Copy the whole ID again.`,
    leftOut: (count: number) => `… and ${number(count)} more`,
    avatarOf: (name: string) => `Avatar of ${name}`,
    unknown: 'could not be checked',
    private: 'private',
    profile: 'profile',
  },
  /** The bans of a record, in words. */
  bans: {
    vac: noun({ one: 'VAC ban', other: 'VAC bans' }),
    game: noun({ one: 'game ban', other: 'game bans' }),
    community: 'Steam Community ban',
    trade: (status: string) =>
      status === 'banned' ? 'trade ban' : status === 'probation' ? 'trade probation' : `trade: ${status}`,
    last: (count: number) => `last ban ${daysAgo(count)}`,
    /** Replaces `last` when the date can be that of a VAC ban or of a game ban. */
    lastOfEither: (count: number) => `last ban ${daysAgo(count)} (VAC or game)`,
    none: 'no bans',
  },
  lookup,
  halfRecord,
  noProfile,
  /** Texts of a batch. */
  batch: {
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
  },
  friends,
  kinds,
  /** Texts of a comparison. `letter` is A or B, the short name of an account; dates are formatted by the caller. */
  compare: {
    title: 'Two accounts side by side',
    friendCount,
    friendsSince: (when: string) => `A and B have been friends since ${when}.`,
    friendsUndated: 'A and B are friends. Steam has no date.',
    notFriends: 'A and B are not friends.',
    friendshipUnknown: 'It is not known whether A and B are friends.',
    shared: sharedFriends,
    sharedAtLeast: (count: number) => `At least ${sharedFriends(count)}`,
    noneShared: 'No shared friends',
    sharedUnknown: 'Shared friends are not known',
    listPrivate: (letter: string) => `the friend list of ${letter} is private`,
    listUnavailable: (letter: string) => `the friend list of ${letter} could not be checked`,
    /** Steam lists friends without an id, so their accounts are unknown. */
    listUnreadable: (letter: string, count: number) => `Steam gives no ID for ${friendCount(count)} of ${letter}`,
    since: (letter: string, when: string) => `${letter} since ${when}`,
    sinceUnknown: (letter: string) => `${letter} since: unknown`,
    notChecked: 'bans not checked',
    noAnswer: 'These are facts, not an answer: people who play together share friends too.',
  },
  /** Facts that a moderator may want to notice, each with a label and a sentence. */
  worthKnowing: {
    title: 'Worth knowing',
    young: (age: string) => `New account: ${age}`,
    fewHours: (hours: string) => `Few hours in Rust: ${hours}`,
    rustNotOwned: 'No Rust of its own: never played, or only on a shared copy',
    hoursHidden: 'Hours hidden, although the profile is public',
    recentBan: (ban: string) => `Recent ban: ${ban}`,
    severalBans: (count: number) => `Several bans: ${number(count)} in total`,
    neverSetUp: 'Profile never set up',
    /** `when` is the time of the scan. */
    bannedFriends: (banned: number, checked: number, when: string) =>
      `Banned friends: ${number(banned)} of ${counted(checked, { one: 'checked friend', other: 'checked friends' })} ${plural(banned, { one: 'is', other: 'are' })} banned, checked ${when}`,
    earlierNames: (names: string) => `Names seen before: ${names}`,
  },
  stats,
  /** A Rust inventory. */
  inventory: {
    count: items,
    firstOnly: (shown: number, total: number) => `Only the first ${number(shown)} of ${items(total)} can be shown.`,
    empty: 'The inventory is public and contains no Rust items.',
    private: 'The inventory is private, so its items cannot be seen.',
    notTradable: 'not tradable',
    notMarketable: 'not marketable',
  },
  csv,
  errorTitles,
  errors,
}
