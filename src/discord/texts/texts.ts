import type { ErrorCode } from '../../model/error.ts'
import type { Stats } from '../../model/stats.ts'
import type { CommandErrorCode } from '../command-error.ts'

/** Values that an error text can contain, as literal Markdown. */
export interface ErrorFacts {
  /** The account or file as the user gave it. */
  subject: string
  /** When to try again, as a Discord timestamp. */
  when: string
  /** A limit or a number. */
  detail: string
  requestId: string
}

interface ErrorText {
  title: string
  text: (facts: ErrorFacts) => string
}

interface CommandText {
  /** Lower case, without spaces. */
  name: string
  description: string
}

type FormatCount = (count: number) => string

/** Counters that are shown under another one: deaths with the kills, both distances on horseback as one. */
type ShownElsewhere<Group extends keyof Stats> = Group extends 'survival'
  ? 'deaths'
  : Group extends 'misc'
    ? 'horseDistanceRiddenKm'
    : never

/** Every text that users read, in one language. Callers pass names and subjects as literal Markdown. */
export interface Texts {
  number: (value: number) => string
  /** A percentage, 0 to 100. */
  percent: (value: number) => string
  hours: (value: number) => string
  minutes: (value: number) => string
  seconds: (value: number) => string
  daysAgo: FormatCount
  /** Country names by two-letter code. */
  countries: Pick<Intl.DisplayNames, 'of'>

  commands: Record<'lookup' | 'batch' | 'friends' | 'stats' | 'inventory', CommandText> & {
    checkMessage: { name: string }
  }
  options: Record<'account' | 'accounts' | 'file' | 'within' | 'kind', CommandText>
  kinds: Record<'any' | 'vac' | 'game' | 'trade' | 'unknown', string>

  buttons: Record<
    | 'friends'
    | 'stats'
    | 'inventory'
    | 'refresh'
    | 'back'
    | 'post'
    | 'previous'
    | 'next'
    | 'cancel'
    | 'scanAgain'
    | 'tryAgain'
    | 'more'
    | 'less'
    | 'posted',
    string
  > &
    Record<'checkPrevious' | 'checkNext' | 'retry', FormatCount>

  common: {
    namelessAccount: string
    checked: (when: string) => string
    /** Replaces `checked` when the parts of an answer differ in age. */
    checkedPart: (what: string, when: string) => string
    foundByCustomUrl: (name: string) => string
    foundByFriendCode: (code: string) => string
    /** Explains, next to an error about an account, how the input was looked up. */
    triedCustomUrl: (name: string) => string
    triedFriendCode: (code: string) => string
    /** The same for a number with this many digits that is probably a mistyped SteamID64. */
    mistypedId: (digits: number) => string
    postedBy: (who: string, when: string) => string
    /** Placeholder of the menu that opens a listed account. */
    openAccount: string
    page: (page: number, pages: number) => string
    leftOut: FormatCount
    avatarOf: (name: string) => string
    /** The title of `platform_unavailable` where Steam did answer. */
    noUsableAnswer: string
    unknown: string
    private: string
    profile: string
  }

  bans: {
    vac: FormatCount
    game: FormatCount
    community: string
    trade: (status: string) => string
    last: (days: number) => string
    /** Replaces `last` when the date can be that of a VAC ban or of a game ban. */
    lastOfEither: (days: number) => string
    none: string
  }

  lookup: Record<
    | 'clean'
    | 'private'
    | 'vacBans'
    | 'gameBans'
    | 'lastBan'
    | 'sharedDate'
    | 'community'
    | 'communityBanned'
    | 'trade'
    | 'tradeBanned'
    | 'tradeProbation'
    | 'goodStanding'
    | 'rustHours'
    | 'noRust'
    | 'friendList'
    | 'friendsPublic'
    | 'account'
    | 'country'
    | 'customUrl'
    | 'steamProfile'
    | 'battleMetrics'
    | 'and',
    string
  > &
    Record<'banned' | 'restricted' | 'incomplete' | 'stale' | 'twoWeeks' | 'created', (what: string) => string> & {
      /** Replaces `clean` when the record is an expired one. */
      staleClean: string
      age: Record<'days' | 'months' | 'years', FormatCount>
      /** Names of the parts of an answer, for use within a sentence. */
      parts: Record<'bans' | 'profile' | 'rustHours' | 'friendsPrivate', string>
    }

  /** Steam left out the profile or the ban record, by the missing half; `wait` is a duration. */
  halfRecord: { title: string } & Record<'profile' | 'bans', (wait: string) => string>

  /** An account with a ban record that has no profile. */
  noProfile: {
    title: string
    withBans: (account: string, bans: string) => string
    withoutBans: (account: string) => string
  }

  batch: Record<
    | 'title'
    | 'restrictedCount'
    | 'withoutProfileCount'
    | 'notFoundCount'
    | 'uncheckedCount'
    | 'recognized'
    | 'duplicates'
    /** Follows the duplicates, where there are fewer different ones. */
    | 'ofEntries'
    | 'notRecognized'
    | 'waiting'
    | 'bannedOnOtherPages',
    FormatCount
  > &
    Record<
      | 'duplicatesTitle'
      | 'files'
      | 'notRecognizedTitle'
      /** Explains why names, and custom URLs next to ids, were not looked up. */
      | 'namesNotRecognized'
      | 'notFound'
      /** How an input that led to no account was looked up. */
      | 'readAsCustomUrl'
      | 'readAsFriendCode'
      /** Of a number that could be a friend code, but not where it was written. */
      | 'notReadAsFriendCode',
      string
    > &
    Record<'foundBy' | 'foundByFriendCode' | 'noProfile', (what: string) => string> & {
      bannedCount: (banned: number, checked: number) => string
    }

  friends: Record<
    'loadingList' | 'empty' | 'cancelled' | 'stoppedBeforeList' | 'hoursPrivate' | 'hoursUnknown' | 'sinceUnknown',
    string
  > &
    Record<'scanning' | 'title', (name: string) => string> &
    Record<'bannedSoFar' | 'noneBanned' | 'deleted' | 'beyondEnd' | 'lastBanWithin', FormatCount> & {
      progress: (current: number, total: number) => string
      result: (banned: number, checked: number, percent: string) => string
      /** Which part of a long friend list is checked. */
      part: (from: number, to: number, total: number) => string
      /** `plain` when there is no ban to compare with. */
      since: Record<'before' | 'after' | 'unclear' | 'plain', (when: string) => string>
      notChecked: (unavailable: number, total: number) => string
      filtered: (shown: number, filter: string) => string
      stoppedAfter: (current: number, total: number) => string
    }

  stats: {
    title: (name: string) => string
    /** Label of the statistics when the parts of an answer differ in age. */
    statistics: string
    officialOnly: string
    groups: Record<keyof Stats, string>
    killsAndDeaths: (kills: number, deaths: number) => string
    hitsOfShots: (hits: number, shots: number) => string
    headshots: FormatCount
    nothingCounted: string
    kilometres: FormatCount
    /** Labels with the same beginning, such as `Bullet hits: bears`, share a line. */
    counters: { [Group in keyof Stats]: Record<Exclude<keyof Stats[Group], ShownElsewhere<Group>>, string> }
  }

  inventory: Record<'empty' | 'private' | 'tradable' | 'marketable' | 'bound', string> & {
    title: (name: string) => string
    count: FormatCount
    firstOnly: (shown: number, total: number) => string
  }

  csv: Record<
    | 'input'
    | 'steamId'
    | 'name'
    | 'result'
    | 'vacBans'
    | 'gameBans'
    | 'daysSinceLastBan'
    | 'communityBan'
    | 'tradeStatus'
    | 'rustHours'
    /** Minutes beyond the full hours. */
    | 'rustMinutes'
    | 'friendSince'
    | 'friendshipBegan'
    | 'profile'
    | 'note'
    | 'yes'
    | 'no'
    | 'private'
    | 'unknown',
    string
  > & {
    results: Record<
      'banned' | 'restricted' | 'clean' | 'private' | 'noProfile' | 'notFound' | 'unavailable' | 'malformed',
      string
    >
    friendshipResults: Record<'before' | 'after' | 'unclear', string>
  }

  /** A new error code is a compile error until every language has a text for it. */
  errors: Record<ErrorCode | CommandErrorCode, ErrorText>
}
