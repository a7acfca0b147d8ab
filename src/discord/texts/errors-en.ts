import type { ErrorCode } from '../../model/error.ts'
import {
  errors as lookupErrors,
  errorTitles as lookupErrorTitles,
  type LookupErrorFacts,
} from '../../accounts/words/errors-en.ts'

/** Values that an error text can contain, in Markdown; text from users is escaped. */
export interface ErrorFacts extends LookupErrorFacts {
  requestId: string
}

/** A new code is a compile error until it has a title and a text. */
export const errorTitles = {
  ...lookupErrorTitles,
  platform_blocked: 'Steam blocks this bot',
  key_refused: 'Steam key rejected',
  not_configured: 'Steam key missing',
  stopping: 'Restarting',
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
  needs_manage_server: 'Not allowed',
  role_everyone: 'Not this role',
  discord_unavailable: 'Discord does not answer',
  discord_failed: 'Discord has a problem',
  invalid_numbers: 'Not all of it is in the draft',
  invalid_appeal: 'Not saved in the draft',
  unknown_command: 'Unknown command',
  several_accounts: 'More than one account',
  nothing_given: 'Nothing to look up',
  no_account_in_message: 'No account in this message',
  file_unavailable: 'File not readable',
  post_refused: 'Not allowed here',
  internal: 'Internal error',
} satisfies Record<ErrorCode, string> & Record<string, string>

type BotErrors = Record<Exclude<keyof typeof errorTitles, keyof typeof lookupErrors>, (facts: ErrorFacts) => string>

/** Where Steam did not answer about an account. */
export const steamFailures = {
  bansUnknown: (title: string) => `${title}, bans unknown`,
  /** In place of `platform_unavailable`, where Steam did answer. */
  unusable: 'Steam’s answer is unusable',
  unusableText: (when: string) =>
    `Steam answered, but the answer makes no sense, so this says nothing about bans. Try again ${when}.`,
  /** The profile or the ban record is missing. */
  incomplete: 'Steam’s answer is incomplete',
  /** When to try again, above the button that does; also true once that time has passed. */
  withButton: (when: string) => `with the button (ready ${when})`,
}

/** What went wrong and what to do next. */
export const errors: typeof lookupErrors & BotErrors = {
  ...lookupErrors,
  platform_blocked: ({ when }) =>
    `Steam refuses all requests from this bot, so this says nothing about bans. Try again ${when}. If it keeps happening, tell the person who runs the bot.`,
  key_refused: () =>
    'Steam rejects the API key of this bot, so nothing could be checked. Tell the person who runs the bot: STEAM_API_KEY has to be replaced.',
  not_configured: () =>
    'This bot has no Steam API key, so nothing could be checked. Tell the person who runs the bot: STEAM_API_KEY has to be set.',
  stopping: () => 'The bot is restarting, and this lookup was not finished. Try again in a minute.',
  server_rate_limited: ({ when }) => `This server has reached its lookup limit for this minute. Try again ${when}.`,
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
  needs_manage_server: () => 'You need the permission *Manage Server* for this.',
  role_everyone: () => 'Alerts do not mention everyone. Choose another role, or none.',
  discord_unavailable: () =>
    'Discord did not say whether the bot may post in this channel. Nothing was changed. Try again in a minute.',
  discord_failed: () =>
    'Discord could not do what this command needs, so it may be undone or half done. Look what is so now, then try again in a minute.',
  invalid_numbers: ({ detail }) => `${detail}The other fields are in the draft. Open Limits again for this.`.trim(),
  invalid_appeal: ({ detail }) => `${detail}The draft is as before. Open Appeal again.`.trim(),
  unknown_command: () => 'This command no longer exists. Discord can take a minute to show the new commands.',
  several_accounts: ({ detail }) =>
    `You gave ${detail} different IDs or names, but this command takes one account. Use /batch for several.`,
  nothing_given: () => 'Enter accounts, attach a file, or both: IDs, profile links, custom URLs, or a player list.',
  no_account_in_message: () =>
    'This message contains no Steam ID and no profile link. Names in messages are not looked up. Use /batch for custom URLs.',
  file_unavailable: ({ subject }) => `${subject} could not be downloaded from Discord. Send it again.`,
  post_refused: () =>
    'Discord does not let the bot write in this channel. Post in another channel, or ask a server admin.',
  internal: ({ requestId }) =>
    `Something failed in the bot. If it happens again, give this ID to the person who runs the bot: \`${requestId}\`.`,
}
