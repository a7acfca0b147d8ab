import { commandOf } from '../src/discord/subcommand.ts'
import { languageSubcommand } from '../src/watch/discord/language.ts'
import { logChannelSubcommand } from '../src/watch/discord/log-channel.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

export const settingsCommand = commandOf(COMMANDS.settings, [languageSubcommand, logChannelSubcommand], 'ManageGuild')
