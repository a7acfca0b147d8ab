import { createPlurals } from '../../../lib/plural.ts'
import { batch } from './batch-en.ts'
import { friends } from './friends-en.ts'
import { inventory, stats } from './game-en.ts'

const { number, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** What only Discord shows about accounts, in English; `AccountTexts` has what the page shows too. */
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
    /** Leads back to the look-up of the account. */
    account: 'Account',
    checkNext: (count: number) => `Check the next ${number(count)}`,
    /** Goes on with a list whose check ended early. */
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
  batch,
  friends,
  stats,
  inventory,
  compare: { allInFile: 'All shared friends are in the file.' },
  /** Where Steam did not answer about an account. */
  steamFailures: {
    bansUnknown: (title: string) => `${title}, bans unknown`,
    /** In place of `platform_unavailable`, where Steam did answer. */
    unusable: 'Steam’s answer is unusable',
    unusableText: (when: string) =>
      `Steam answered, but the answer makes no sense, so this says nothing about bans. Try again ${when}.`,
    /** The profile or the ban record is missing. */
    incomplete: 'Steam’s answer is incomplete',
    /** When to try again, above the button that does; also true once that time has passed. */
    withButton: (when: string) => `with the button (ready ${when})`,
  },
  /** Bans that were seen before and that Steam no longer reports. */
  earlierBans: {
    noBan: 'no ban',
    noBanNow: 'Steam reports no ban now.',
    /** The bans that Steam no longer reports are stored in the database. */
    unreadable: 'The database does not answer, so earlier bans are unknown.',
    /** Steam reports fewer bans than it did; by the number of the earlier ones. */
    seenEarlier: {
      one: (now: string, earlier: string, until: string) =>
        `Steam reports ${now} now; ${earlier} was seen until ${until}.`,
      other: (now: string, earlier: string, until: string) =>
        `Steam reports ${now} now; ${earlier} were seen until ${until}.`,
    },
    /** Where it is not known that there is no other ban or restriction. */
    noLongerReported: (earlier: string, until: string) => `Steam no longer reports ${earlier}, seen until ${until}.`,
  },
}
