import { lazyDateFormat } from '../../lib/lazy.ts'
import { createPlurals } from '../../lib/plural.ts'

const { number } = createPlurals('en')
const UTC = { timeZone: 'UTC' } as const

/** Values that an error text can contain, in Markdown; text from users is escaped. */
export interface ErrorFacts {
  /** The file as the user named it. */
  subject: string
  /** When to try again, relative to now. */
  when: string
  requestId: string
}

/** English texts of the bot itself; features have their own. */
export const en = {
  /** Links to documents that the operator has published. */
  published: { privacy: 'Privacy', terms: 'Terms of use' },
  /** The line above the typed note that a message about an error repeats. */
  typedNote: 'What you typed, to copy:',
  /** Discord's limit is 5. */
  buttonsPerRow: 5,
  buttons: {
    post: 'Post in channel',
    posted: 'Posted',
    previous: 'Previous page',
    next: 'Next page',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    /** Button that reopens a form with the typed values. */
    editEntry: 'Edit and send again',
    remove: 'Remove',
  },
  common: {
    until: 'Until',
    addedBy: (who: string, when: string) => `added by ${who} ${when}`,
    untilWhen: (when: string) => `until ${when}`,
    byItself: 'the bot',
    postedBy: (who: string, when: string) => `Posted by ${who} · ${when}`,
    page: (page: number, pages: number) => `page ${number(page)} of ${number(pages)}`,
  },
  /** Texts of messages that the bot posts by itself. */
  sent: {
    /** For a message that may have been sent before. */
    repeated: 'Possibly repeated: it is unknown whether Discord has shown this message before.',
  },
  csv: {
    until: 'until',
    addedBy: 'added_by',
    addedAt: 'added_at',
    reason: 'reason',
  },
  dates: {
    day: lazyDateFormat('en-GB', { dateStyle: 'long', ...UTC }),
    dayAndMonth: lazyDateFormat('en-GB', { day: 'numeric', month: 'long', ...UTC }),
    dayOfMonth: lazyDateFormat('en-GB', { day: 'numeric', ...UTC }),
    time: lazyDateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...UTC }),
  },
  errorTitles: {
    server_rate_limited: 'This server is busy',
    scan_running: 'One scan at a time',
    scan_gone: 'This scan is not running',
    interrupted: 'Interrupted',
    interrupted_change: 'Interrupted',
    outdated_button: 'This button is outdated',
    not_your_button: 'Not your buttons',
    not_permitted: 'Not allowed',
    server_only: 'Not for direct messages',
    needs_timeout_members: 'Not allowed',
    needs_ban_members: 'Not allowed',
    needs_manage_server: 'Not allowed',
    discord_failed: 'Discord has a problem',
    unknown_command: 'Unknown command',
    file_unavailable: 'File not readable',
    post_refused: 'Not allowed here',
    internal: 'Internal error',
  },
  errors: {
    server_rate_limited: ({ when }: ErrorFacts) =>
      `This server has reached its lookup limit for this minute. Try again ${when}.`,
    scan_running: () => 'You already have a scan of this kind running. Wait until it is done, or stop it.',
    scan_gone: () => 'It has ended, or a restart of the bot interrupted it. Scan again to see the results.',
    interrupted: () => 'The bot was restarted before it could finish this lookup. Try again.',
    interrupted_change: () =>
      'The bot was restarted before it could answer. If this was to change something, look first whether it has been changed, then use the command again.',
    outdated_button: () => 'It comes from an older version of the bot. Use the command again.',
    not_your_button: () => 'These buttons belong to the person who used the command. Use the command yourself.',
    not_permitted: () => 'You need the permission *Timeout Members* to use the buttons of a posted message.',
    server_only: () => 'Use this on a server, not in a direct message.',
    needs_timeout_members: () => 'You need the permission *Timeout Members* for this.',
    needs_ban_members: () => 'You need the permission *Ban Members* for this.',
    needs_manage_server: () => 'You need the permission *Manage Server* for this.',
    discord_failed: () =>
      'Discord could not do what this command needs, so it may be undone or half done. Look what is so now, then try again in a minute.',
    unknown_command: () => 'This command no longer exists. Discord can take a minute to show the new commands.',
    file_unavailable: ({ subject }: ErrorFacts) => `${subject} could not be downloaded from Discord. Send it again.`,
    post_refused: () =>
      'Discord does not let the bot write in this channel. Post in another channel, or ask a server admin.',
    internal: ({ requestId }: ErrorFacts) =>
      `Something failed in the bot. If it happens again, give this ID to the person who runs the bot: \`${requestId}\`.`,
  },
}
