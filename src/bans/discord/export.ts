import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { exportBans } from '../export-bans.ts'
import { EXPORT_FORMATS, toBanFiles } from './ban-files.ts'
import { exportedView } from './ban-import-views.ts'
import type { Subcommand } from './command.ts'
import { MAX_LIST_BYTES } from './list-file.ts'
import { OPTIONS, SUBCOMMANDS, FORMATS } from './texts.ts'

export const exportSubcommand: Subcommand = {
  name: SUBCOMMANDS.export,
  build: (command) =>
    command.addStringOption((option) =>
      localized(option, OPTIONS.format).addChoices(localizedChoices(EXPORT_FORMATS, FORMATS)),
    ),
  createTask(options) {
    const format = EXPORT_FORMATS.find((each) => each === options.getString('format')) ?? 'cfg'
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, callContext, reply, texts, maxFileBytes: maxBytes } = invocation
        const bans = await exportBans(context, { ...actorOf(invocation), format })
        const facts = {
          format,
          now: context.clock.unixSeconds(),
          maxBytes,
          maxListBytes: MAX_LIST_BYTES,
          signal: callContext.signal,
        }
        await reply.show(exportedView(bans.length, await toBanFiles(bans, facts, texts), format, texts))
      },
    }
  },
}
