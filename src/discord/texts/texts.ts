import type { ErrorCode } from '../../model/error.ts'
import type { Stats } from '../../model/stats.ts'
import type { CommandErrorCode } from '../command-error.ts'

/** What a sentence about a failure may name; texts are literal Markdown already. */
export interface ErrorFacts {
  /** What was asked about, as it was given. */
  subject: string
  /** When to try again, as Discord shows times. */
  when: string
  /** A limit or a number, in words. */
  detail: string
  requestId: string
}

interface ErrorText {
  title: string
  text: (facts: ErrorFacts) => string
}

interface CommandText {
  /** As it is typed: lower case, no spaces. */
  name: string
  description: string
}

type FormatCount = (count: number) => string

/** Counters that are shown under another one: deaths stand in combat, both counters of rides are one distance. */
type ShownElsewhere<Group extends keyof Stats> = Group extends 'survival'
  ? 'deaths'
  : Group extends 'misc'
    ? 'horseDistanceRiddenKm'
    : never

/** Every text a user reads, in one language. Names and subjects are given as literal Markdown. */
export interface Texts {
  number: (value: number) => string
  /** A percentage, 0 to 100. */
  percent: (value: number) => string
  hours: (value: number) => string
  minutes: (value: number) => string
  seconds: (value: number) => string
  daysAgo: FormatCount
  /** Names of countries by their two-letter codes. */
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
    | 'posted'
    | 'previousPart',
    string
  > &
    Record<'checkNext' | 'retry', FormatCount>

  common: {
    namelessAccount: string
    checked: (when: string) => string
    /** Instead of `checked`, where parts of an answer differ in age. */
    checkedPart: (what: string, when: string) => string
    foundByCustomUrl: (name: string) => string
    foundByFriendCode: (code: string) => string
    /** Shown with an error about an account that was named in this way. */
    triedCustomUrl: (name: string) => string
    triedFriendCode: (code: string) => string
    /** The same for a number that is probably a mistyped SteamID64, by its digits. */
    mistypedId: (digits: number) => string
    postedBy: (who: string, when: string) => string
    /** Stands on the menu of the accounts in a list. */
    createAccountTask: string
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
    trade: (standing: string) => string
    last: (days: number) => string
    none: string
    /** One date covers VAC and game bans alike. */
    either: string
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
      /** Instead of `clean`, where that is not known of today. */
      staleClean: string
      old: Record<'days' | 'months' | 'years', FormatCount>
      /** Names of an answer's parts, within a sentence. */
      parts: Record<'bans' | 'profile' | 'rustHours' | 'friendsPrivate', string>
    }

  /** While Steam leaves out half of an account's record, by which half; `wait` is a duration. */
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
    | 'understood'
    | 'repeated'
    | 'notUnderstood'
    | 'waiting'
    /** How many banned accounts are on other pages. */
    | 'elsewhere',
    FormatCount
  > &
    Record<
      | 'repeatedTitle'
      | 'files'
      | 'notUnderstoodTitle'
      /** Follows that title where a custom name or a friend code stands alone on a line of a table. */
      | 'namesInTable'
      | 'notFound'
      | 'unavailable'
      /** Said of a word that led to no account. */
      | 'readAsCustomUrl'
      | 'readAsFriendCode',
      string
    > &
    Record<'foundBy' | 'foundByFriendCode' | 'noProfile', (what: string) => string> & {
      bannedCount: (banned: number, checked: number) => string
    }

  friends: Record<
    'listing' | 'empty' | 'cancelled' | 'cancelledEarly' | 'hoursPrivate' | 'hoursUnknown' | 'sinceUnknown',
    string
  > &
    Record<'scanning' | 'title', (name: string) => string> &
    Record<'foundSoFar' | 'noneBanned' | 'gone' | 'beyondEnd', FormatCount> & {
      progress: (current: number, total: number) => string
      result: (banned: number, checked: number, percent: string) => string
      /** Which friendships of a longer list are looked at. */
      part: (from: number, to: number, total: number) => string
      /** `plain` where there is no ban to compare with. */
      since: Record<'before' | 'after' | 'unclear' | 'plain', (when: string) => string>
      notChecked: (checked: number, total: number, unavailable: number) => string
      filtered: (shown: number, what: string) => string
      filter: Record<'vac' | 'game' | 'trade' | 'unknown', string> & { within: FormatCount }
      cancelledText: (current: number, total: number) => string
    }

  stats: {
    title: (name: string) => string
    /** Label of the statistics, shown where another part of the answer has an age of its own. */
    statistics: string
    officialOnly: string
    groups: Record<keyof Stats, string>
    killsAndDeaths: (kills: number, deaths: number) => string
    hitsOfShots: (hits: number, shots: number) => string
    headshots: FormatCount
    nothing: string
    kilometres: FormatCount
    /** Labels of the form `Bullet hits: bears` are shown on one line, behind what they have in common. */
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
    | 'tradeStanding'
    | 'rustHours'
    /** Minutes beyond the full hours. */
    | 'rustMinutes'
    | 'friendSince'
    | 'befriended'
    | 'profile'
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
    befriendedResults: Record<'before' | 'after' | 'unclear', string>
  }

  /** A new code is a compile error here until every language has words for it. */
  errors: Record<ErrorCode | CommandErrorCode, ErrorText>
}
