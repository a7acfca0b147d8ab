import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { cancelledView, confirmAction } from '../../discord/confirm.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { chosenBans, type ImportChoice } from '../formats/chosen-bans.ts'
import type { ReadBanList } from '../formats/read-ban-list.ts'
import { importBans, newestImport, nothingToUndo, previewBanImport, undoImport } from '../import-bans.ts'
import { importedView, importPreviewView, undoneView, undoQuestionView } from './ban-import-views.ts'
import type { Action, Form, Invocation, Subcommand } from './command.ts'
import { readGivenList, readStoredList, type StoredList } from './list-file.ts'
import { SUBCOMMANDS } from './texts.ts'

const IMPORT = 'banimportform'

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  build: (command) => command,
  createTask: () => ({ customId: toCustomId(IMPORT), typed: {} }),
}

/** The form of `/banlist import`. */
export const importForm: Form = {
  name: IMPORT,
  open: (_, texts) => ({
    permission: 'ManageGuild',
    title: texts.banImport.title,
    fields: listFields({ file: texts.banImport.fileHint }, texts),
  }),
  createTask(_, { fields }) {
    const listed = readListFields(fields)
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      form: { customId: toCustomId(IMPORT), typed: typedInto(fields) },
      run: async (invocation) =>
        showPreview(invocation, await readGivenList(invocation, listed), { unreadEnds: false, unclear: false }),
    }
  },
}

/** Shows what the import of a list with this choice would do. */
async function showPreview(invocation: Invocation, given: StoredList, choice: ImportChoice) {
  const { context, reply, texts } = invocation
  const { list } = given
  const { guildId } = actorOf(invocation)
  const effect = await previewBanImport(context, guildId, chosenBans(list, choice))
  await reply.show(
    importPreviewView(given, { ...effect, stayBanned: countBanned(context, guildId, list) }, choice, texts),
  )
}

/** Number of accounts whose bans a list lifts and that are banned here; 0 while the bans of the server cannot be read. */
function countBanned({ bans, clock }: Invocation['context'], guildId: string, { liftedAccounts }: ReadBanList): number {
  const now = clock.unixSeconds()
  return bans.isKnown(guildId) ? liftedAccounts.filter((steamId) => bans.find(guildId, steamId, now)).length : 0
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

/** A part of the choice in the custom id of a button. */
const isChosen = z.enum(['0', '1']).transform((digit) => digit === '1')

export const importActions: Action[] = [
  {
    // The buttons of a preview, with the choice that is shown or imported.
    name: 'banimport',
    runsOnce: true,
    createTask(args, { message }) {
      const [button, unreadEnds, unclear] = z
        .tuple([z.enum(['confirm', 'show', 'cancel']), isChosen.default(false), isChosen.default(false)])
        .parse(args)
      const choice = { unreadEnds, unclear }
      return {
        cost: button === 'show' ? 'lookup' : 'free',
        permission: 'ManageGuild',
        errorAsFollowUp: true,
        async run(invocation) {
          const { context, reply, texts } = invocation
          if (button === 'cancel') return reply.show(cancelledView(texts.banImport.cancelled))
          const stored = await readStoredList(invocation, message)
          if (button === 'show') return showPreview(invocation, stored, choice)
          const bans = chosenBans(stored.list, choice)
          const imported = await importBans(context, actorOf(invocation), bans)
          await reply.show(importedView(imported, bans.length - imported.count, texts))
        },
      }
    },
  },
  // The buttons of the question whether to undo an import.
  confirmAction({
    name: 'banundo',
    args: z.tuple([numberArgument(15), numberArgument(15)]),
    permission: 'ManageGuild',
    cancel: ({ reply, texts }) => reply.show(cancelledView(texts.banImport.notUndone)),
    async run(invocation, [number, at]) {
      const { context, reply, texts } = invocation
      await reply.show(undoneView(await undoImport(context, { ...actorOf(invocation), number, at }), texts))
    },
  }),
]
