import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import type { OpenedForm } from '../../discord/command.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { importBans, newestImport, nothingToUndo, previewBanImport, undoImport } from '../import-bans.ts'
import {
  importCancelledView,
  importedView,
  importPreviewView,
  undoneView,
  undoQuestionView,
} from './ban-import-views.ts'
import type { Action, Form, Subcommand } from './command.ts'
import { readGivenList, readStoredList } from './list-file.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'

const IMPORT = 'banimportform'

const openImportForm = (texts: Texts): OpenedForm => ({
  permission: 'ManageGuild',
  title: texts.banImport.title,
  fields: listFields({ file: texts.banImport.fileHint }, texts),
})

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  build: (command) => command,
  createTask: () => ({ customId: toCustomId(IMPORT), open: openImportForm }),
}

/** The form of `/banlist import`, and of the button that opens it again after an error. */
export const importForm: Form = {
  name: IMPORT,
  open: (_, texts) => openImportForm(texts),
  createTask(_, { fields }) {
    const listed = readListFields(fields)
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      formId: toCustomId(IMPORT),
      async run(invocation) {
        const { context, reply, texts } = invocation
        const given = await readGivenList(invocation, listed)
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
