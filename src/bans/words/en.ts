import type { BanErrorCode } from '../../model/ban.ts'
import { createPlurals } from '../../lib/plural.ts'
import { ownBan } from './own-ban-en.ts'

const { counted, noun, number, plural } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const bans = noun({ one: 'ban', other: 'bans' })

/** English texts about ban lists. */
export const en = {
  commands: {
    banlist: {
      name: 'banlist',
      description: 'The bans of this server, by which your Rust game servers refuse players',
    },
  },
  banlistSubcommands: {
    add: { name: 'add', description: 'Ban one account, or up to 25 for the same reason' },
    remove: { name: 'remove', description: 'Lift the ban of an account' },
    list: { name: 'list', description: 'Show the bans, newest first, and search them' },
    import: { name: 'import', description: 'Add the bans of a list: bans.cfg, JSON, CSV or any text with accounts' },
    export: { name: 'export', description: 'Download all bans' },
    undo: { name: 'undo', description: 'Remove what the last import has added' },
  },
  banlistOptions: {
    accounts: { name: 'account', description: 'Whom to ban: any text with one account or up to 25' },
    reason: { name: 'reason', description: 'What the player reads, in at most 80 characters' },
    until: {
      name: 'until',
      description: 'When the ban ends: 30 days, 2 weeks or a date such as 2027-12-31; for good without it',
    },
    search: {
      name: 'search',
      description: 'Show only bans with this text in name, reason or note, of this Steam ID, or by this person',
    },
    by: { name: 'by', description: 'Show only bans by this person' },
    show: { name: 'show', description: 'Also show bans that have ended; active ones only by default' },
    list: { name: 'list', description: 'The list as text' },
    file: { name: 'file', description: 'The list as a file: bans.cfg, JSON, CSV or text' },
    format: {
      name: 'format',
      description: 'bans.cfg for game servers (if not given), or CSV or JSON with everything that is known',
    },
    note: { name: 'note', description: 'For moderators only, in at most 500 characters; never shown to the player' },
  },
  banShow: { active: 'active', expired: 'ended', all: 'all' },
  banFormats: { cfg: 'bans.cfg (game servers)', csv: 'CSV (spreadsheets)', json: 'JSON' },
  buttons: {
    confirmBans: (count: number) => `Confirm: add ${bans(count)}`,
    undoImport: (count: number) => `Remove ${bans(count)}`,
    banHere: 'Ban here',
    takeBack: 'Take back',
    liftBan: 'Lift ban',
    replaceBan: 'Replace',
    banExempted: 'Ban and remove exception',
  },
  ownBan,
  /** The form that bans accounts. */
  banForm: {
    title: 'Ban here',
    reason: 'Reason',
    reasonHint: 'The player reads it; at most 80 characters, may be empty',
    until: 'Until',
    untilHint: '30 days, 2 weeks or a date such as 2027-12-31; empty for good',
    note: 'Note',
    noteHint: 'For moderators only; never shown to the player',
    playerReads: (sentence: string) => `The player will read, with your reason in place of “…”:\n> ${sentence}`,
  },
  banlist: {
    reason: 'Reason',
    noReason: 'none',
    banned: (account: string) => `${account} is banned here`,
    bannedMany: (count: number) => `${accounts(count)} banned here`,
    ends: { atDate: (when: string) => `Until ${when}`, never: 'For good' },
    playerReads: (sentence: string) => `The player reads:\n> ${sentence}`,
    onlineStay: 'Players already online stay. To remove them too, type on the game server:',
    noGameServer: 'No game server is set up, so bans have no effect. Make a token for each with /policy token.',
    noneAsked: 'No game server has asked yet, so bans have no effect.',
    silent: (when: string) => `No game server has asked in the last day; the last one asked ${when}.`,
    replaced: (who: string, when: string) => `In place of the ban by ${who} ${when}.`,
    exceptionsRemoved: (count: number) =>
      `${counted(count, { one: 'exception was', other: 'exceptions were' })} removed: nothing lets these accounts in any more.`,
    liftedBy: (account: string, who: string, when: string) =>
      `${account} is no longer on the ban list of this server: ${who} lifted the ban ${when}.`,
    undoneBy: (who: string, when: string) => `${who} undid the last one ${when}.`,
    already: (account: string) => `${account} is banned here already`,
    alreadyMany: (count: number) => `${accounts(count)} banned here already; these bans stay as they are:`,
    replaceHint: 'Nothing was changed. *Replace* puts this in place of that ban:',
    exempted: (account: string) => `An exception always lets ${account} in`,
    exemptedMany: (count: number) => `Exceptions always let ${accounts(count)} in`,
    exemptedHint:
      'Nobody was banned. To ban and remove the exception too, you need both permissions *Ban Members* and *Manage Server*.',
    lifted: (account: string) => `${account} is no longer banned here`,
    liftedHint: 'The account may join again at once, unless the rules of the policy refuse it. It was:',
    liftedMany: (count: number) => `${accounts(count)} no longer banned here`,
    liftedManyHint:
      'They may join again at once, unless the rules of the policy refuse them. Bans that were changed since stay as they are. They were:',
    title: 'Ban list of this server',
    matching: bans,
    filtered: (filter: string) => `Filter: ${filter}`,
    withText: (text: string) => `with “${text}”`,
    byPerson: (who: string) => `by ${who}`,
    ended: (when: string) => `ended ${when}`,
    empty: 'The list is empty. Add bans with /banlist add, /banlist import or the button *Ban here*.',
    noMatch: 'No ban matches.',
    openEntry: 'Open a ban',
    room: (count: number, limit: number) => `${number(count)} of ${bans(limit)}`,
  },
  banImport: {
    title: 'Import of bans',
    format: (format: string) => `Recognised as: ${format}`,
    formats: {
      bans_cfg: 'the game’s bans.cfg',
      banlistex: 'what banlistex prints',
      banlist: 'what banlist prints, without names and reasons',
      bans_json: 'what bans prints (JSON)',
      central_json: 'bans.json of a central ban server',
      battlemetrics: 'bans of BattleMetrics (JSON)',
      rapsheet_json: 'an export of Rapsheet (JSON)',
      csv: 'a table (CSV)',
      text: 'text with accounts, without reasons',
    },
    fresh: (count: number) => counted(count, { one: 'new ban', other: 'new bans' }),
    present: (count: number) => `${bans(count)} on the list already`,
    differing: (count: number) =>
      `${bans(count)} on the list with another reason or end; ${plural(count, { one: 'it stays as it is', other: 'they stay as they are' })}`,
    exempted: (count: number) =>
      `${accounts(count)} with an exception left out; /banlist add bans ${plural(count, { one: 'it', other: 'them' })} and replaces the exception`,
    expired: (count: number) => `${bans(count)} ended already, left out`,
    repeated: (count: number) =>
      `${counted(count, { one: 'entry repeats', other: 'entries repeat' })} an account; the first entry counts`,
    cutNotes: (count: number, limit: number) =>
      `${counted(count, { one: 'note is', other: 'notes are' })} longer than ${number(limit)} characters and cut`,
    addresses: (count: number) =>
      `${counted(count, { one: 'IP address', other: 'IP addresses' })} left out, because only accounts are stored`,
    durations: (count: number) =>
      `${counted(count, { one: 'end is not a plain time; it is', other: 'ends are not plain times; they are' })} read as:`,
    duration: (line: string, written: string, end: string) => `line ${line}: ${written} → ${end}`,
    notUnderstood: (count: number) => `${counted(count, { one: 'line', other: 'lines' })} not understood:`,
    line: (line: string, written: string) => `line ${line}: ${written}`,
    nothingYet: 'Nothing has been changed yet.',
    nothingNew: 'Nothing to add',
    confirmHint: '*Confirm* reads this file again:',
    done: (importNumber: number, count: number) => `Import ${number(importNumber)}: ${bans(count)} added`,
    stayed: (count: number) =>
      `${bans(count)} of the list ${plural(count, { one: 'was', other: 'were' })} not added, because the accounts are banned already or have an exception.`,
    undoHint: 'Take it back with /banlist undo.',
    cancelled: 'Nothing was imported',
    undoQuestion: (importNumber: number, count: number) => `Undo import ${number(importNumber)} with ${bans(count)}?`,
    undoWhat: (who: string, when: string) =>
      `Imported by ${who} ${when}. Its bans that have not been changed since are removed; these accounts may join again at once.`,
    notUndone: 'The import stays',
    undone: (importNumber: number, count: number) => `Import ${number(importNumber)} undone: ${bans(count)} removed`,
    exported: (count: number) => `Export of ${bans(count)}`,
    exportedWithNotes: 'It has the private notes too, so keep it to yourselves.',
    exportedWithoutNotes: 'A bans.cfg has no private notes; export CSV or JSON for these.',
    nothingToExport: 'The list is empty, so there is nothing to export.',
  },
  /** Changes of the ban list in the log of the server. */
  banLog: {
    ban_added: (account: string) => `banned ${account}`,
    ban_changed: (account: string) => `changed the ban of ${account}`,
    ban_removed: (account: string) => `lifted the ban of ${account}`,
    reasonBefore: (reason: string) => `before: ${reason}`,
    bans_imported: (importNumber: number, count: number) => `imported ${bans(count)} (import ${number(importNumber)})`,
    bans_exported: (count: number, format: string) => `exported ${bans(count)} as ${format}`,
    ban_import_undone: (importNumber: number, count: number) =>
      `undid import ${number(importNumber)}: ${bans(count)} removed`,
  },
  /** The title of the column with the notes of bans; `csv.note` means remarks. */
  banCsv: { note: 'note' },
  csv: {
    importNumber: 'import',
    actions: {
      ban_added: 'banned',
      ban_changed: 'ban changed',
      ban_removed: 'ban lifted',
      bans_imported: 'bans imported',
      bans_exported: 'bans exported',
      ban_import_undone: 'import of bans undone',
    },
  },
  /** A new code is a compile error until it has a title. */
  banErrorTitles: {
    two_lists: 'One list at a time',
    not_a_player: 'Not a player',
    not_banned: 'Not banned here',
    ban_reason_too_long: 'The reason is too long',
    ban_note_too_long: 'The note is too long',
    too_many_accounts: 'Too many accounts at once',
    ban_list_full: 'The ban list is full',
    all_bans_full: 'The bot stores no more bans',
    exempted: 'An exception lets the account in',
    no_list: 'No list given',
    import_running: 'Another import is running',
    nothing_to_import: 'Nothing to import',
    nothing_to_undo: 'Nothing to undo',
    nothing_to_take_back: 'Nothing to take back',
  } satisfies Record<BanErrorCode, string>,
  banErrors: {
    two_lists: 'Give the list as text or as a file, not both. Nothing was changed.',
    not_a_player: (account: string) => `${account} cannot be the Steam ID of a player. Nobody was banned.`,
    not_banned: (account: string) => `${account} is not on the ban list of this server, or its ban has ended.`,
    ban_reason_too_long: (length: number, limit: number) =>
      `The reason has ${number(length)} characters; at most ${number(limit)} fit on the player’s screen. Shorten it; details belong in the note.`,
    ban_note_too_long: (length: number, limit: number) =>
      `The note has ${number(length)} characters; at most ${number(limit)} fit. Shorten it.`,
    too_many_accounts: (limit: number) =>
      `One command bans at most ${accounts(limit)}. Nobody was banned. For more, use /banlist import.`,
    ban_list_full: (limit: number) =>
      `The list of a server has room for ${bans(limit)}. Nothing was changed. Remove some with /banlist remove or /banlist undo.`,
    all_bans_full: (limit: number) =>
      `All ban lists of this bot together have room for ${bans(limit)}. Nothing was changed. Tell the person who runs the bot.`,
    exempted: (listed: string) => `Exceptions always let these accounts in: ${listed}. Nobody was banned.`,
    no_list: 'Attach a file such as the game’s bans.cfg, JSON or CSV (`file:`), or paste the list (`list:`).',
    import_running: 'Another import of this server is running. Nothing was changed. Try again in a minute.',
    nothing_to_import:
      'Each account of the list is on the ban list of this server already, or has an exception. Nothing was changed.',
    nothing_to_undo:
      'There is no import to undo, or it was undone already, or another one was made since. Nothing was changed.',
    nothing_to_take_back: 'None of these bans is on the list any more as you added it. Nothing was changed.',
  },
}
