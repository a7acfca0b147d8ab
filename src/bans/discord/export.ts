import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { createFairQueue } from '../../lib/limits/fair-queue.ts'
import { exportBanParts, type StoredBan } from '../list-bans.ts'
import { EXPORT_FORMATS, type ExportFormat, toBanFiles } from './ban-files.ts'
import type { Subcommand } from './command.ts'
import { MAX_LIST_BYTES } from './list-file.ts'
import { FORMATS, OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
import { createView, fileLink, type View, type ViewFile } from '../../discord/view.ts'
import { BAN_ICON } from './ban-parts.ts'

/** Number of exports at a time, of which each is for another Discord server, because a whole list is in memory until its files are written. */
const EXPORTS_AT_ONCE = 2
const inTurn = createFairQueue(EXPORTS_AT_ONCE)

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
        const { signal } = callContext
        const now = context.clock.unixSeconds()
        const actor = actorOf(invocation)
        const { files, count } = await inTurn(
          actor.guildId,
          async () => {
            const bans: StoredBan[] = []
            for await (const part of exportBanParts(context, { ...actor, format })) {
              signal.throwIfAborted()
              bans.push(...part)
            }
            const facts = { format, now, maxBytes, maxListBytes: MAX_LIST_BYTES, signal }
            return { files: await toBanFiles(bans, facts, texts), count: bans.length }
          },
          signal,
        )
        await reply.show(exportedView(count, files, format, texts))
      },
    }
  },
}

/** The message with the files of an export. */
export function exportedView(
  count: number,
  files: ViewFile[],
  format: ExportFormat,
  { banImport: words }: Texts,
): View {
  if (count === 0) return createView('neutral', [`### ${BAN_ICON} ${words.nothingToExport}`], [])
  const hint = format === 'cfg' ? words.exportedWithoutNotes : words.exportedWithNotes
  const head = `## ${BAN_ICON} ${words.exported({ count })}\n-# ${hint}`
  return createView('neutral', [head, ...files.map(fileLink)], [], files)
}
