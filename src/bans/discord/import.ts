import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { cancelledView, confirmAction } from '../../discord/confirm.ts'
import { pendingId, type PendingKind } from '../../discord/pending.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { chosenBans } from '../formats/chosen-bans.ts'
import { type DecodedBanList, decodedBanListSchema } from '../formats/read-list-file.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { importBans, newestImport, nothingToUndo, previewBanImport, undoImport } from '../import-bans.ts'
import { importedView, importPreviewView, type ListChoice, undoneView, undoQuestionView } from './ban-import-views.ts'
import type { Action, Form, Invocation, Subcommand } from './command.ts'
import { readGivenList } from './list-file.ts'
import { SUBCOMMANDS } from './texts.ts'

const IMPORT = 'banimportform'

/** The list of a preview. */
const LIST: PendingKind<DecodedBanList> = { name: 'ban list', schema: decodedBanListSchema }

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
      async run(invocation) {
        const list = await readGivenList(invocation, listed)
        const id = await invocation.pending.save(LIST, list)
        await showPreview(invocation, list, { id, unreadEnds: false, unclear: false })
      },
    }
  },
}

/** Shows what the import of a list with this choice would do. */
async function showPreview(invocation: Invocation, list: DecodedBanList, choice: ListChoice): Promise<void> {
  const { context, reply, texts } = invocation
  const { guildId } = actorOf(invocation)
  const effect = await previewBanImport(context, guildId, chosenBans(list, choice))
  const stayBanned = countBanned(context, guildId, list.liftedAccounts)
  await reply.show(importPreviewView(list, { ...effect, stayBanned }, choice, texts))
}

/** How many accounts are banned here; 0 while the bans of the server cannot be read. */
function countBanned({ bans, clock }: Invocation['context'], guildId: string, accounts: readonly SteamId[]): number {
  const now = clock.unixSeconds()
  return bans.isKnown(guildId) ? accounts.filter((steamId) => bans.find(guildId, steamId, now)).length : 0
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
  // The buttons of a preview, with the choice that is shown or imported.
  confirmAction({
    name: 'banimport',
    args: z.tuple([z.enum(['confirm', 'show']), pendingId, isChosen, isChosen]),
    permission: 'ManageGuild',
    cancel: ({ reply, texts }) => reply.show(cancelledView(texts.banImport.cancelled)),
    async run(invocation, [button, id, unreadEnds, unclear]) {
      const { context, pending, reply, texts } = invocation
      const list = await pending.load(LIST, id)
      const choice = { unreadEnds, unclear }
      if (button === 'show') return showPreview(invocation, list, { id, ...choice })
      const bans = chosenBans(list, choice)
      const imported = await importBans(context, actorOf(invocation), bans)
      await reply.show(importedView(imported, bans.length - imported.count, texts))
    },
  }),
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
