import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { importBans, newestImport, nothingToUndo, previewBanImport, undoImport } from '../import-bans.ts'
import {
  importCancelledView,
  importedView,
  importPreviewView,
  undoneView,
  undoQuestionView,
} from './ban-import-views.ts'
import type { Action, Subcommand } from './command.ts'
import { readGivenList, readStoredList } from './list-file.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

/** Discord's limit for a text option. */
const MAX_PASTE = 6_000

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  build: (command) =>
    command
      .addAttachmentOption((option) => localized(option, OPTIONS.file))
      .addStringOption((option) => localized(option, OPTIONS.list).setMaxLength(MAX_PASTE)),
  createTask(options) {
    const file = options.getAttachment('file')
    const pasted = options.getString('list') ?? ''
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, reply, texts } = invocation
        const given = await readGivenList(invocation, pasted, file)
        const preview = await previewBanImport(context, actorOf(invocation).guildId, given.list.bans)
        await reply.show(importPreviewView(given, preview, texts))
      },
    }
  },
}

export const undoSubcommand: Subcommand = {
  name: SUBCOMMANDS.undo,
  build: (command) => command,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const newest = await newestImport(context, guildId)
      if (!newest) throw await context.database.read(({ audit }) => nothingToUndo(audit, guildId))
      await reply.show(undoQuestionView(newest, texts))
    },
  }),
}

export const importActions: Action[] = [
  {
    // The Confirm and Cancel buttons of a preview.
    name: 'banimport',
    runsOnce: true,
    createTask(args, { message }) {
      const [button] = z.tuple([z.enum(['confirm', 'cancel'])]).parse(args)
      return {
        cost: 'free',
        permission: 'ManageGuild',
        errorAsFollowUp: true,
        async run(invocation) {
          const { context, reply, texts } = invocation
          if (button === 'cancel') return reply.show(importCancelledView(texts.banImport.cancelled))
          const { bans } = await readStoredList(invocation, message)
          const imported = await importBans(context, actorOf(invocation), bans)
          await reply.show(importedView(imported, bans.length - imported.added, texts))
        },
      }
    },
  },
  {
    // The buttons of the question whether to undo an import.
    name: 'banundo',
    runsOnce: true,
    createTask(args) {
      const [importId, button] = z.tuple([numberArgument(15), z.literal('cancel').optional()]).parse(args)
      return {
        cost: 'free',
        permission: 'ManageGuild',
        errorAsFollowUp: true,
        async run(invocation) {
          const { context, reply, texts } = invocation
          if (button === 'cancel') return reply.show(importCancelledView(texts.banImport.notUndone))
          await reply.show(undoneView(await undoImport(context, { ...actorOf(invocation), importId }), texts))
        },
      }
    },
  },
]
