import type { Message } from 'discord.js'
import { z } from 'zod'
import type { AccountText } from '../../model/account-text.ts'
import { isSteamId } from '../../model/steam-id.ts'
import { importWatches } from '../import-watches.ts'
import { MAX_RESOLVED_NAMES, previewImport } from '../preview-import.ts'
import { MAX_REASON_CHARACTERS, readReason } from '../../model/reason.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Invocation } from './command.ts'
import { localized } from '../../discord/command-builders.ts'
import { accountsOption, fileOption } from '../../accounts/discord/options.ts'
import { filesOf, loadStored } from '../../discord/files.ts'
import { readGivenAccounts } from '../../accounts/discord/given-accounts.ts'
import { IMPORT_FILE, readImport, type PendingImport } from './import-state.ts'
import type { Subcommand } from './command.ts'
import { importCancelledView, importedView, importPreviewView } from './import-view.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

/** Shows the effect of importing these accounts, without writing anything. */
export async function showPreview(invocation: Invocation, list: AccountText, given: string): Promise<void> {
  const { context, callContext, charge, reply, texts } = invocation
  const reason = readReason(given)
  const names = list.accounts.filter((account) => !isSteamId(account)).length
  // Each custom URL costs a call to Steam.
  await charge(Math.min(MAX_RESOLVED_NAMES, names))
  const preview = await previewImport(context, actorOf(invocation).guildId, list, callContext)
  await reply.show(importPreviewView(preview, reason, texts))
}

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  build: (command) =>
    command
      .addStringOption((option) =>
        localized(option, OPTIONS.reason).setRequired(true).setMaxLength(MAX_REASON_CHARACTERS),
      )
      .addStringOption(accountsOption)
      .addAttachmentOption(fileOption),
  createTask(options) {
    const reason = options.getString('reason', true)
    const pasted = options.getString('accounts')
    const file = options.getAttachment('file')
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      run: async (invocation) => showPreview(invocation, await readGivenAccounts(invocation, pasted, file), reason),
    }
  },
}

/** The Confirm and Cancel buttons of a preview. */
export const importAction: Action = {
  name: 'import',
  runsOnce: true,
  createTask(args, { message }) {
    const [button] = z.tuple([z.enum(['confirm', 'cancel'])]).parse(args)
    return {
      cost: 'free',
      permission: 'ManageGuild',
      errorAsFollowUp: true,
      async run(invocation) {
        const { context, reply, texts } = invocation
        if (button === 'cancel') return reply.show(importCancelledView(texts))
        const { leftOut, ...pending } = await loadImport(invocation, message)
        const imported = await importWatches(context, { ...actorOf(invocation), ...pending })
        await reply.show(importedView(imported, context.limits.maxPerGuild, texts, leftOut))
      },
    }
  },
}

/** The pending import, from the file of the message with its preview. */
async function loadImport({ downloadFile }: Invocation, message: Message): Promise<PendingImport> {
  return loadStored(filesOf(message), IMPORT_FILE, { download: downloadFile, parse: readImport })
}
