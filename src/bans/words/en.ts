import { createPlurals } from '../../lib/plural.ts'
import { ownBan } from './own-ban-en.ts'

const { counted, noun, number } = createPlurals('en')
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
  },
  banlistOptions: {
    accounts: { name: 'account', description: 'Whom to ban: any text with one account or up to 25' },
    reason: { name: 'reason', description: 'What the player reads, in at most 80 characters' },
    until: {
      name: 'until',
      description: 'When the ban ends: 30 days, 2 weeks or a date such as 2027-12-31; for good without it',
    },
    note: { name: 'note', description: 'For moderators only, in at most 500 characters; never shown to the player' },
  },
  buttons: {
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
    noGameServer: 'No game server is set up, so the list refuses nobody. Make a token for each with /policy token.',
    noneAsked: 'No game server has asked yet, so the list refuses nobody.',
    silent: (when: string) => `No game server has asked in the last day; the last one asked ${when}.`,
    replaced: (who: string, when: string) => `In place of the ban by ${who} ${when}.`,
    exceptionsRemoved: (count: number) =>
      `${counted(count, { one: 'exception was', other: 'exceptions were' })} removed: nothing lets these accounts in any more.`,
    already: (account: string) => `${account} is banned here already`,
    alreadyMany: (count: number) => `${accounts(count)} banned here already; these bans stay as they are:`,
    replaceHint: 'Nothing was changed. *Replace* puts this in place of that ban:',
    exempted: (account: string) => `An exception always lets ${account} in`,
    exemptedMany: (count: number) => `Exceptions always let ${accounts(count)} in`,
    exemptedHint:
      'Nobody was banned. To ban and remove the exception too, you need both permissions *Ban Members* and *Manage Server*.',
    lifted: (account: string) => `${account} is no longer banned here`,
    liftedHint: 'The account may join again at once, unless the rules of the policy refuse it. It was:',
    room: (count: number, limit: number) => `${number(count)} of ${bans(limit)}`,
  },
  banErrorTitles: {
    not_a_player: 'Not a player',
    not_banned: 'Not banned here',
    ban_reason_too_long: 'The reason is too long',
    ban_note_too_long: 'The note is too long',
    too_many_accounts: 'Too many accounts at once',
    ban_list_full: 'The ban list is full',
    all_bans_full: 'The bot stores no more bans',
    exempted: 'An exception lets the account in',
    nothing_to_import: 'Nothing to import',
    nothing_to_undo: 'Nothing to undo',
  },
  banErrors: {
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
    nothing_to_import: 'Every ban of the list is on the ban list of this server already. Nothing was changed.',
    nothing_to_undo: 'This import was undone already, or another one was made since. Nothing was changed.',
  },
}
