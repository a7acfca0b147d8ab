import type { WatchErrorCode } from '../../model/watch.ts'
import { createPlurals } from '../../lib/plural.ts'

const { number, plural, counted, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const entries = noun({ one: 'entry', other: 'entries' })
const alerts = noun({ one: 'alert', other: 'alerts' })

/** `/watch`, and the buttons about watch lists. Names, reasons and times are formatted for Markdown by the caller. */
export const watch = {
  /** The text of the user who added an account; it is never the reason of a ban. */
  note: (note: string) => `Note: ${note}`,
  knownNow: (bans: string) => `Known now: ${bans}`,
  /** The line of a private lookup about the entry. */
  watched: (since: string, who: string, note: string) =>
    `On this server’s watch list since ${since}, note by ${who}: ${note}`,
  /** Replaces `watched` when the database fails. */
  notReadable: 'Whether this account is on the watch list could not be read.',
  watchedUntil: (when: string) => `watched until ${when}`,
  changedWhen: (when: string) => `changed ${when}`,
  lastBan: (when: string) => `last ban ${when}`,
  /** For a last ban whose date is known only as an interval of days. */
  lastBanBetween: (least: number, most: number) => `last ban ${number(least)} to ${number(most)} days ago`,
  notChecked: 'not checked yet: bans unknown',
  /** Shown after several checks without a record. */
  noRecord: 'Steam has no usable ban record, perhaps because there is no such account: bans unknown',
  /** Fields that Steam left out of a record. */
  unknownFields: (fields: string) => `could not be checked: ${fields}`,
  fields: { vac: 'VAC bans', game: 'game bans', community: 'Steam Community ban', trade: 'trade restriction' },

  added: (account: string) => `${account} is on the watch list`,
  addedUnchecked: 'Steam gave no ban record for now. The account is on the list, and is checked with the next ones.',
  room: (count: number, limit: number) => `${number(count)} of ${entries(limit)} in use`,

  removeQuestion: (account: string) => `Take ${account} off the watch list?`,
  removed: (account: string) => `${account} is off the watch list`,
  removedHint: 'What was seen of it so far is deleted in 30 days, unless another list still has it.',

  title: 'Watch list',
  /** Counts of entries by kind. */
  counts: {
    banned: (count: number, all: number) => `${number(count)} of ${number(all)} banned`,
    clean: (count: number, all: number) => `No ban on record for ${number(count)} of ${number(all)}`,
    restricted: (count: number) => `${number(count)} with only a trade restriction`,
    unknown: (count: number) => `${number(count)} unknown`,
  },
  log: 'Changes of the lists, the policy and the tokens',
  entries,
  /** Replaces the entries of an empty list. */
  empty: 'The list is empty. Add an account with /watch add, or with the button Watch below a lookup.',
  noMatch: 'No entry matches.',
  filtered: (filter: string, count: number) => `Filter: ${filter} · ${entries(count)}`,
  withText: (text: string) => `with “${text}”`,
  logCut: 'Older changes are not shown.',
  logWithoutPolicy: 'Changes of the policy, the ban list and the tokens are shown to members with *Manage Server*.',
  emptyLog: 'Nothing was changed in the last 400 days.',
  alertsGoTo: (channel: string) => `alerts go to ${channel}`,
  alertsMention: (role: string) => `and mention ${role}`,
  parked: (count: number) =>
    `${alerts(count)} could not be delivered. After /watch channel ${plural(count, { one: 'it comes', other: 'they come' })} in one message.`,
  waiting: (count: number) => `${alerts(count)} on the way.`,
  held: 'The lists come from a backup. Alerts are held until every account has been checked once.',
  stretched: (interval: string) =>
    `Each account is checked every ${interval}, which is less often than planned, because Steam limits requests per day.`,
  neverChecked: (count: number) => `${entries(count)} not checked yet: bans unknown.`,
  entriesWithoutRecord: (count: number) =>
    `${entries(count)} for which Steam has no usable ban record, perhaps because there is no such account: bans unknown.`,
  overdue: (count: number) =>
    `${entries(count)} not checked for more than two rounds: changes may have been missed so far.`,
  openEntry: 'Open an entry',

  importTitle: 'Import preview',
  nothingSavedYet: 'Nothing is saved yet.',
  importNew: noun({ one: 'new account', other: 'new accounts' }),
  importKnown: (count: number) => `${accounts(count)} already on the list`,
  importOver: (count: number) => `${accounts(count)} left out`,
  importLimits: {
    list_full: (limit: number) => `the list of a server has room for ${entries(limit)}`,
    total_full: (limit: number) => `all lists of this bot together have room for ${entries(limit)}`,
    import_full: (limit: number) => `one import adds ${accounts(limit)}; import the rest afterwards`,
  },
  importNotRecognized: (count: number) => `${counted(count, { one: 'line', other: 'lines' })} not recognized`,
  importNotFound: (count: number) =>
    `${counted(count, { one: 'custom URL or friend code', other: 'custom URLs or friend codes' })} that no account has`,
  importOverNames: (count: number, limit: number) =>
    `${counted(count, { one: 'custom URL or friend code', other: 'custom URLs or friend codes' })} left out, because one import looks up ${number(limit)}. Give the IDs instead, or import them afterwards`,
  importUnresolved: (count: number) =>
    `${counted(count, { one: 'custom URL or friend code', other: 'custom URLs or friend codes' })} left out, because no look-up was possible now. Give the IDs instead, or try again later`,
  importNothing: 'There is nothing to add.',
  importFile: 'rapsheet-import.json is only for the buttons of this message.',
  imported: (count: number) => `${accounts(count)} added to the watch list`,
  importedKnown: (count: number) => `${accounts(count)} left out: already on the list.`,
  importedHint: 'Bans are checked next. Only changes after that are reported.',
  cancelled: 'Import cancelled',
  cancelledHint: 'Nothing was saved.',

  channelSet: (channel: string) => `Alerts go to ${channel}`,
  channelNotSet: (channel: string) => `Alerts cannot go to ${channel}`,
  testPosted: 'A test message was posted there.',
  mentions: (role: string) => `Alerts mention ${role}.`,
  mentionsNone: 'Alerts mention no role. To change that, repeat the command with a role.',
  /** What `/watch channel` has set about joins. */
  reportsJoins: {
    on: 'Watched accounts that join your game servers with a policy are reported there too.',
    off: 'Watched accounts that join your game servers are not reported. To change that, repeat the command with joins:on.',
  },
  /** The choice in a line of the list or the log. */
  joinsReported: { on: 'joins are reported', off: 'joins are not reported' },
  notMentionable: (role: string) =>
    `The bot may not mention ${role}, so no one is notified. Allow everyone to mention this role, or give the bot *Mention @everyone, @here and All Roles*.`,
  noHistory:
    'The bot lacks the permission *Read Message History* there. Alerts work without it; after an outage of Discord one may come twice.',
  channelProblems: {
    view_channel:
      'The bot cannot see the channel. It lacks the permission *View Channel* there, or is not a member of this server: the invite link adds it.',
    send_messages: 'The bot lacks the permission *Send Messages* there.',
    attach_files: 'The bot lacks the permission *Attach Files* there, which alerts about many accounts need.',
    channel_gone: 'The channel was deleted.',
    not_for_messages: 'Messages cannot be posted in a channel of this kind. Choose a text or announcement channel.',
  },
  channelNotChanged: 'Nothing was changed. Fix this, then repeat the command.',
  released: (count: number) =>
    `${alerts(count)} that could not be delivered until now ${plural(count, { one: 'follows', other: 'follow' })} in one message.`,

  form: {
    title: 'Watch an account',
    titleOfMany: (count: number) => `Watch ${accounts(count)}`,
    reason: 'Note',
    reasonHint: 'Shown on the watch list and in alerts',
    until: 'Until',
    untilHint: 'For example 30d, 6mo or 2027-12-31; empty for no end',
  },
  noneInMessage: 'This message names no account that can be watched.',

  actions: {
    added: (account: string) => `added ${account}`,
    changed: (account: string) => `changed the note or end of ${account}`,
    removed: (account: string) => `removed ${account}`,
    imported: (count: number) => `imported ${accounts(count)}`,
    expired: (account: string) => `removed ${account}, which was to be watched until now`,
    channel_set: 'set the channel for alerts',
    forgotten: 'had an account forgotten',
  },
}

/** `/history`. */
export const history = {
  title: (account: string) => `History of ${account}`,
  /** When the service first checked the account. */
  since: (when: string) => `First checked on ${when}. Nothing is known of the time before.`,
  never:
    'This account was never checked for a watch list, so nothing is known of its past. /lookup shows its bans now.',
  /** When a record was first seen, and until when it was seen unchanged. */
  seen: (from: string, to: string) => `${from}, unchanged until ${to}`,
  first: (bans: string) => `First seen: ${bans}`,
  now: (bans: string) => `Now: ${bans}`,
}

/** `/forget`. */
export const forget = {
  question: (account: string) => `Forget ${account} on this server?`,
  what: 'For good, this deletes on this server: its entry on the watch list, which ends its alerts, its lines in the logs, its exception in the policy, its last joins, and the refusals and reports of it.',
  remains:
    'Alerts and messages about refusals that were posted stay in their channel, and backups of the bot keep what they have. What was seen of its bans and names is deleted in 30 days, unless another list still has it.',
  cancelled: 'Nothing was deleted',
  cancelledHint: 'What is stored about the account is as before.',
  done: (account: string) => `${account} is forgotten on this server`,
  wasWatched: 'It was on the watch list and was taken off.',
  hadException: 'Its exception in the policy was removed: the rules decide about it now.',
  wasNotWatched: 'It was not on the watch list.',
  isBanned:
    'It is banned here. The ban stays, with its reason and note, because this server decided about it and game servers ask about the ID. With *Forget and lift ban*, which needs *Ban Members* too, the ban is deleted as well.',
  banLifted: 'Its ban was lifted and deleted.',
  banStays: 'It stays banned here. /banlist remove lifts the ban.',
}

/** A new code is a compile error until it has a title. */
export const watchErrorTitles: Record<WatchErrorCode, string> = {
  already_watched: 'Already on the watch list',
  not_watched: 'Not on the watch list',
  list_full: 'The watch list is full',
  total_full: 'The bot watches no more accounts',
  reason_missing: 'No note given',
  reason_too_long: 'The note is too long',
  until_malformed: 'The end is not clear',
  until_past: 'The end has passed',
  until_too_far: 'The end is too far away',
  nothing_new: 'Nothing to add',
  role_everyone: 'Not this role',
  discord_unavailable: 'Discord does not answer',
}

/** Why a list could not be changed, and what to do next. */
export const watchErrors = {
  already_watched: (account: string, since: string, who: string, note: string) =>
    `${account} has been on the list since ${since}, note by ${who}: ${note}`,
  not_watched: (account: string) => `${account} is not on the watch list of this server. /watch list shows what is.`,
  list_full: (limit: number) =>
    `The watch list of a server has room for ${entries(limit)}. Remove some with /watch remove first.`,
  total_full: (limit: number) =>
    `All watch lists of this bot together have room for ${entries(limit)}. Tell the person who runs the bot.`,
  reason_missing: 'Say why the account is to be watched; the moderators who see an alert need to know it.',
  reason_too_long: (length: number, limit: number) =>
    `The note has ${counted(length, { one: 'character', other: 'characters' })}; at most ${number(limit)} fit. Shorten it.`,
  until_malformed: (value: string) =>
    `**${value}** is neither a time span nor a date. Write 12h, 30d, 2w, 6mo, 1y, 2027-12-31 or 31.12.2027.`,
  until_past: (value: string) => `**${value}** is not in the future. Give a later end, or none.`,
  until_too_far: (value: string) => `**${value}** is more than ten years away. Give an earlier end, or none.`,
  nothing_new: (count: number) => `All ${accounts(count)} are on the list already. Nothing was changed.`,
  role_everyone: 'Alerts do not mention everyone. Choose another role, or none.',
  discord_unavailable:
    'Discord did not say whether the bot may post in this channel. Nothing was changed. Try again in a minute.',
}
