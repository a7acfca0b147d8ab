import { z } from 'zod'
import { findProfiles } from '../src/accounts/find-profiles.ts'
import { actorOf } from '../src/discord/actor.ts'
import { localized, slashCommand } from '../src/discord/command-builders.ts'
import { fitFilterText, MAX_FILTER_CHARACTERS, pageAction } from '../src/discord/list.ts'
import { pageOf } from '../src/discord/views/parts.ts'
import type { Action, SlashCommand, Task } from '../src/watch/discord/command.ts'
import { LOG, logView } from '../src/watch/discord/log-view.ts'
import { COMMANDS, LOG_OPTIONS } from '../src/watch/discord/texts.ts'
import { type LogFilter, readAuditLog, toAuditLines } from '../src/watch/read-audit-log.ts'

function showLog(page: number, filter: LogFilter): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    async run(invocation) {
      const { context, callContext, isAllowed, reply, texts } = invocation
      const log = await readAuditLog(context, actorOf(invocation).guildId, isAllowed('ManageGuild'), filter)
      const { shown } = pageOf(toAuditLines(log.entries), page)
      const steamIds = shown.flatMap(({ steamId, count }) => (steamId === null || count > 1 ? [] : [steamId]))
      const profiles = await findProfiles(context, steamIds, callContext)
      const names = new Map([...profiles].map(([steamId, { name }]) => [steamId, name]))
      await reply.show(logView({ ...log, filter, names }, page, context.otherChanges(texts.language), texts))
    },
  }
}

export const logCommand: SlashCommand = {
  data: slashCommand(COMMANDS.log)
    .addStringOption((option) => localized(option, LOG_OPTIONS.search).setMaxLength(MAX_FILTER_CHARACTERS))
    .addUserOption((option) => localized(option, LOG_OPTIONS.by))
    .toJSON(),
  createTask: (options) =>
    showLog(0, {
      search: fitFilterText(options.getString('search') ?? ''),
      userId: options.getUser('by')?.id ?? '',
    }),
}

const shownSchema = z.tuple([z.string().regex(/^\d*$/)]).rest(z.string())

/** The page buttons of the log. */
export const logAction: Action = pageAction(LOG, (page, shown) => {
  const [userId, ...search] = shownSchema.parse(shown)
  return showLog(page, { userId, search: search.join(':') })
})
