import { createPlurals } from '../../lib/plural.ts'
import { forget, history, watch, watchErrorTitles, watchErrors } from './watch-en.ts'
import { daysAgo } from '../../accounts/words/values-en.ts'

const { noun, number } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const more = noun({ one: 'more change', other: 'more changes' })

/** Texts about when a ban happened. They name intervals, because Steam gives no exact time. */
export const when = {
  onDays: (days: string) => `on ${days}`,
  /** Writes a day of the month without its month: `3` in `3 or 4 May`. */
  dayAlone: (day: string) => day,
  or: 'or',
  betweenTimes: (from: string, to: string, day: string) => `on ${day} between ${from} and ${to} UTC`,
  between: (from: string, to: string) => `between ${from} and ${to}`,
  betweenMoments: (from: string, to: string) => `between ${from} and ${to} UTC`,
  /** The interval with moments that Discord formats. */
  happened: (from: string, to: string) => `between ${from} and ${to}`,
  happenedAt: (moment: string) => `on ${moment}`,
  moment: (day: string, time: string) => `${day}, ${time}`,
}

/** Texts about changes of a ban record. */
export const changes = {
  newOne: { vac: 'new VAC ban', game: 'new game ban', community: 'new Steam Community ban' },
  newMany: {
    vac: noun({ one: 'new VAC ban', other: 'new VAC bans' }),
    game: noun({ one: 'new game ban', other: 'new game bans' }),
  },
  /** Texts by the new trade standing; Steam's words are an open set. */
  newTrade: (status: string) =>
    status === 'banned' ? 'new trade ban' : status === 'probation' ? 'new trade probation' : `trade: ${status}`,
  /** Steam counts as many bans as before, but fewer days since the last ban. */
  newerBan: 'newer VAC or game ban',
  newerBanInFull: 'newer VAC or game ban, while Steam counts as many bans as before',
  lifted: (what: string) => `Steam no longer reports ${what}`,
  liftedOne: {
    vac: 'a VAC ban',
    game: 'a game ban',
    community: 'a Steam Community ban',
    trade: 'a trade restriction',
    tradeBan: 'a trade ban',
  },
  andMore: (what: string, count: number) => `${what}; ${more(count)}`,
  /** Labels of changed facts, as in `VAC bans 0 → 1`. */
  facts: { vac: 'VAC bans', game: 'Game bans', community: 'Steam Community ban', trade: 'Trade restriction' },
  newerBanDetail: (from: number, to: number) =>
    `Last ban ${daysAgo(from)} → ${daysAgo(to)}; Steam counts as many bans as before`,
  daysAgo: (count: number) => `${number(count)} d`,
  noRestriction: 'none',
}

/** English texts about watch lists, histories and alerts. */
export const en = {
  watchShow: { all: 'all', changed: 'changed', banned: 'banned', log: 'log of changes' },
  commands: {
    watch: { name: 'watch', description: 'Watch accounts, and get an alert when their bans change' },
    history: { name: 'history', description: 'What the bot has seen of the bans of an account, with dates' },
    forget: { name: 'forget', description: 'Delete what this server has stored about an account' },
  },
  subcommands: {
    add: { name: 'add', description: 'Put an account on the watch list of this server' },
    remove: { name: 'remove', description: 'Take an account off the watch list' },
    list: { name: 'list', description: 'Show the watch list' },
    import: { name: 'import', description: 'Put many accounts on the watch list: pasted text, a text file, or both' },
    channel: { name: 'channel', description: 'Choose where alerts go, and post a test message there' },
  },
  options: {
    reason: { name: 'reason', description: 'Why, in at most 200 characters; shown on the watch list and in alerts' },
    until: {
      name: 'until',
      description: 'When it leaves the list by itself: 30d, 6mo, 1y or a date such as 2027-12-31',
    },
    show: { name: 'show', description: 'Show only entries that changed or are banned, or who changed the list' },
    text: { name: 'text', description: 'Show only entries with this in their name, ID or note' },
    channel: { name: 'channel', description: 'The channel for alerts' },
    role: { name: 'role', description: 'The role that alerts mention; none by default' },
    joins: {
      name: 'joins',
      description: 'Whether watched accounts are reported when they join your game servers; on by default',
    },
  },
  /** The choices of the option `joins`. */
  watchJoins: { on: 'on', off: 'off' },
  buttons: {
    watch: 'Watch',
    stopWatching: 'Stop watching',
    history: 'History',
    forget: 'Forget',
    forgetAndLift: 'Forget and lift ban',
    watchAll: (count: number) => (count === 1 ? `Watch ${accounts(count)}` : `Watch all ${number(count)}`),
    watchBanned: (count: number) =>
      count === 1 ? `Watch ${number(count)} banned account` : `Watch the ${number(count)} banned`,
    confirmImport: (count: number) => `Confirm: add ${accounts(count)}`,
  },
  csv: {
    lastBanAfter: 'last_ban_after',
    lastBanBefore: 'last_ban_before',
    changedAt: 'changed_at',
    changedBy: 'changed_by',
    change: 'change',
    before: 'before',
    after: 'after',
    /** Columns of the interval in which something happened. */
    happenedAfter: 'happened_after',
    happenedBefore: 'happened_before',
    /** Columns of a join: the game server, when it asked, and the outcome. */
    gameServer: 'game_server',
    askedAt: 'asked_at',
    outcome: 'outcome',
    /** Changes of a watch list. */
    actions: {
      added: 'added',
      changed: 'changed',
      removed: 'removed',
      imported: 'imported',
      expired: 'end reached',
      channel_set: 'alert channel set',
      forgotten: 'forgotten',
    },
  },
  /** Problems that prevent messages in the channel for alerts. */
  sent: {
    noChannel: 'No channel is set for alerts. Set one with /watch channel, which needs *Manage Server*.',
    blocks: {
      channel_gone: () => 'The channel for alerts is gone. Set another one with /watch channel.',
      forbidden: (channel: string) =>
        `Discord does not let the bot write in ${channel}, the channel for alerts. Allow it, and repeat /watch channel to test it.`,
    },
  },
  when,
  changes,
  watch,
  history,
  forget,
  watchErrorTitles,
  watchErrors,
  /** Messages about changes of watched accounts. */
  alerts: {
    note: (who: string, note: string) => `Note by ${who}: ${note}`,
    onList: (when: string) => `On this server’s watch list since ${when}`,
    /** The interval in which Steam's record changed. */
    happened: (when: string) => `happened ${when}`,
    /** When the record with the change was seen. */
    seen: (when: string) => `seen ${when}`,
    digestTitle: (count: number) => `Watch list: bans of ${accounts(count)} changed`,
    /** Counts of the accounts of a digest by their most severe change. */
    digestCounts: {
      banned: (count: number) => `${accounts(count)} with a new ban`,
      restricted: (count: number) => `${accounts(count)} with a new trade restriction`,
      neutral: (count: number) => `${accounts(count)} with a ban or restriction that Steam no longer reports`,
    },
    /** Reasons why the alerts of a digest were held back. */
    marks: {
      parked:
        'Held back until now: no channel for alerts was set, Discord refused it, or it could not be reached for a week.',
      uncertain: 'Held back until now. Some of these may have been posted before.',
      restored: 'Perhaps posted before: the database was restored from a backup.',
    },
    allInFile: 'All changes are in alerts.csv.',
    /** For the message that is sent if a bug prevents the normal message. */
    notShown:
      'This cannot be shown in full because of an error in Rapsheet. Look the accounts up to see what has changed.',
    testTitle: 'Alerts will be posted here',
    test: 'This is a test message. Changes of the bans of watched accounts will be posted in this channel.',
    testRole: (role: string) => `Alerts will mention ${role}.`,
    testFile: 'Longer lists come as a file like this one.',
    testWithoutFile: 'The bot may not attach files in this channel, which longer lists need.',
  },
  /**
   * Messages about watched accounts that game servers asked about. They do not say that an account joined, because game servers ask in the
   * same way about the owner of a family-shared copy.
   */
  joins: {
    title: (account: string, server: string) => `Watched: ${account} at ${server}`,
    outcomes: {
      letIn: 'Let in: this account, or somebody with a copy of it.',
      wouldRefuse:
        'Let in: this account, or somebody with a copy of it. The rules would refuse it, but the mode was *observe*.',
      refused: 'Refused: this account, or somebody with a copy of it.',
      undecided: 'Undecided: this account, or somebody with a copy of it. What happens then is set on the game server.',
    },
    hint: 'A game server asks about the owner of a shared copy of Rust in the same way as about a player.',
    asked: (when: string) => `asked ${when}`,
    /** The outcomes in a list. */
    words: { letIn: 'let in', wouldRefuse: 'let in, would be refused', refused: 'refused', undecided: 'undecided' },
    digestTitle: (count: number) => `Watch list: game servers asked about ${accounts(count)}`,
    counts: {
      letIn: (count: number) => `${number(count)} let in`,
      wouldRefuse: (count: number) => `${number(count)} let in, would be refused`,
      refused: (count: number) => `${number(count)} refused`,
      undecided: (count: number) => `${number(count)} undecided`,
    },
    digestHint: 'Each line means this account, or somebody with a copy of it.',
    allInFile: 'All of them are in joins.csv.',
    /** For the message that is sent if a bug prevents the normal message. */
    notShown: 'This cannot be shown in full because of an error in Rapsheet. Look the accounts up instead.',
  },
}
