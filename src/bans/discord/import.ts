import type { Message } from 'discord.js'
import { z } from 'zod'
import { AccountError } from '../../accounts/discord/account-error.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { type DiscordFile, fileNamed, filesOf, readText } from '../../discord/files.ts'
import type { ViewFile } from '../../discord/view.ts'
import { finishInSlices } from '../../lib/finish-in-slices.ts'
import { BanError } from '../../model/ban.ts'
import { readBanListInSteps, type ReadBanList } from '../formats/read-ban-list.ts'
import { importBans, newestImport, nothingToUndo, previewBanImport, undoImport } from '../import-bans.ts'
import {
  importCancelledView,
  importedView,
  importPreviewView,
  undoneView,
  undoQuestionView,
} from './ban-import-views.ts'
import type { Action, Invocation, Subcommand } from './command.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

/** The file in which a preview keeps the list as it was given; *Confirm* reads it again. */
const LIST_FILE = 'ban-list.txt'
/** Enough for 50,000 bans in any format, and not more than Discord lets the bot attach to the preview. */
const MAX_KIBIBYTES = 9 * 1024
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
        const given = await readGiven(invocation, pasted, file)
        const list = await readList(invocation, given)
        const preview = await previewBanImport(context, actorOf(invocation).guildId, list.bans)
        await reply.show(importPreviewView(list, preview, { ...given, name: LIST_FILE }, texts))
      },
    }
  },
}

async function readGiven({ downloadFile }: Invocation, pasted: string, file: DiscordFile | null): Promise<ViewFile> {
  if (file && pasted.trim() !== '') throw new BanError({ code: 'two_lists' })
  if (file) return downloadFile(file, MAX_KIBIBYTES)
  if (pasted.trim() === '') throw new AccountError('nothing_given')
  return { name: LIST_FILE, data: Buffer.from(pasted) }
}

const readList = ({ context, callContext }: Invocation, file: ViewFile): Promise<ReadBanList> =>
  finishInSlices(readBanListInSteps(readText(file), context.clock.unixSeconds()), callContext.signal)

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
          const { bans } = await readList(invocation, await loadList(invocation, message))
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

async function loadList({ downloadFile }: Invocation, message: Message): Promise<ViewFile> {
  return downloadFile(fileNamed(filesOf(message), LIST_FILE), MAX_KIBIBYTES)
}
