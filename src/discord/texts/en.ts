import { en as accountTexts } from '../../accounts/words/en.ts'
import { createPlurals } from '../../lib/plural.ts'
import { alerts } from '../../watch/words/alerts-en.ts'
import { batch } from '../../accounts/words/discord/batch-en.ts'
import { changes, dates, when } from '../../watch/words/changes-en.ts'
import { csv } from './csv-en.ts'
import { errors, errorTitles, steamFailures } from './errors-en.ts'
import { friends } from '../../accounts/words/discord/friends-en.ts'
import { inventory, stats } from '../../accounts/words/discord/game-en.ts'
import { policy, policyLog, policyMode } from '../../policy/words/policy-en.ts'
import { policyEdit, policyPreview } from '../../policy/words/policy-edit-en.ts'
import {
  policyErrors,
  policyErrorTitles,
  policyExceptions,
  policyTest,
  policyToken,
} from '../../policy/words/policy-access-en.ts'
import { databaseErrors, forget, history, watch, watchErrors, watchErrorTitles } from '../../watch/words/watch-en.ts'
import { policyLanguage, policyLine } from '../../policy/words/policy-line-en.ts'
import { refusals } from '../../policy/words/refusals-en.ts'

const { number, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** English: the fallback for other languages, and the list of all texts. */
export const en = {
  ...accountTexts,

  /** Links to what the operator has published. */
  published: { privacy: 'Privacy', terms: 'Terms of use' },

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
    text: { name: 'text', description: 'Show only entries with this in their name, ID or note' },
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

  /** Above the note that the user typed, below an error. */
  typedNote: 'Your note, to copy:',
  policyDecisions: { allow: 'always let in', deny: 'always refuse', remove: 'remove the exception' },
  policyModes: { observe: 'observe', enforce: 'enforce' },
  policyReports: { each: 'each refusal', daily: 'once a day' },
  watchShow: { all: 'all', changed: 'changed', banned: 'banned', log: 'log of changes' },
  /** Discord's limit is 5. */
  buttonsPerRow: 5,
  buttons: {
    friends: 'Friends',
    stats: 'Stats',
    inventory: 'Inventory',
    refresh: 'Refresh',
    /** Leads back to the look-up of the account. */
    account: 'Account',
    post: 'Post in channel',
    posted: 'Posted',
    previous: 'Previous page',
    next: 'Next page',
    checkNext: (count: number) => `Check the next ${number(count)}`,
    /** Goes on with a list whose check ended early. */
    continueBatch: 'Continue',
    checkFriend: (place: number) => `Check friend ${number(place)}`,
    checkFriends: (from: number, to: number) => `Check friends ${number(from)}–${number(to)}`,
    retry: (count: number) => `Try ${accounts(count)} again`,
    cancel: 'Cancel',
    stopScan: 'Stop and keep results',
    scanAgain: 'Scan again',
    tryAgain: 'Try again',
    checkBoth: 'Check both',
    /** Opens a form again with what was typed into it. */
    editEntry: 'Edit and send again',
    more: 'All stats',
    less: 'Key figures',
    watch: 'Watch',
    stopWatching: 'Stop watching',
    remove: 'Remove',
    lookUp: 'Look up',
    exempt: 'Exempt',
    lookUpOne: (letter: string) => `Look up ${letter}`,
    history: 'History',
    forget: 'Forget',
    watchAll: (count: number) => (count === 1 ? `Watch ${accounts(count)}` : `Watch all ${number(count)}`),
    watchBanned: (count: number) =>
      count === 1 ? `Watch ${number(count)} banned account` : `Watch the ${number(count)} banned`,
    numbers: 'Limits…',
    appeal: 'Appeal…',
    preview: 'Preview',
    save: 'Save',
    enforce: 'Start refusing',
    revoke: 'Revoke',
    revokeNow: 'Revoke the replaced token now',
    confirmImport: (count: number) => `Confirm: add ${accounts(count)}`,
  },

  common: {
    ...accountTexts.common,
    postedBy: (who: string, when: string) => `Posted by ${who} · ${when}`,
    /** Placeholder of the menu that opens a listed account. */
    openAccount: 'Open an account',
    page: (page: number, pages: number) => `page ${number(page)} of ${number(pages)}`,
  },

  dates,
  when,
  changes,
  friends,
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
  batch: { ...accountTexts.batch, ...batch },
  stats: { ...accountTexts.stats, ...stats },
  inventory: { ...accountTexts.inventory, ...inventory },
  compare: { ...accountTexts.compare, allInFile: 'All shared friends are in the file.' },
  policyLanguage,
  policyLine,
  alerts,
  refusals,
  csv,
  errorTitles,
  errors,
  steamFailures,
}
