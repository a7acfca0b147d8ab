import { reasonsSubcommand } from '../src/bans/discord/reasons.ts'
import type { Invocation as BanInvocation } from '../src/bans/discord/command.ts'
import { commandOf } from '../src/discord/subcommand.ts'
import { languageSubcommand } from '../src/watch/discord/language.ts'
import { logChannelSubcommand } from '../src/watch/discord/log-channel.ts'
import type { Invocation as WatchInvocation } from '../src/watch/discord/command.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

export const settingsCommand = commandOf<BanInvocation & WatchInvocation>(
  COMMANDS.settings,
  [languageSubcommand, logChannelSubcommand, reasonsSubcommand],
  'ManageGuild',
)
