import type { Message } from 'discord.js'
import { z } from 'zod'
import { isSteamId } from '../../model/steam-id.ts'
import { importWatches, MAX_RESOLVED_NAMES, previewImport } from '../import-watches.ts'
import { readReason } from '../../model/reason.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Form, Invocation, Subcommand } from './command.ts'
import { accountHints } from '../../accounts/discord/options.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { filesOf, loadStored } from '../../discord/files.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { reasonField } from '../../discord/note-fields.ts'
import { readGivenAccounts, type GivenAccounts } from '../../accounts/discord/given-accounts.ts'
import { IMPORT_FILE, readImport, type PendingImport } from './import-state.ts'
import { importCancelledView, importedView, importPreviewView } from './import-view.ts'
import { SUBCOMMANDS } from './texts.ts'

/** Shows the effect of importing these accounts, without writing anything. */
export async function showPreview(invocation: Invocation, list: GivenAccounts, given: string): Promise<void> {
  const { context, callContext, charge, reply, texts } = invocation
  const reason = readReason(given)
  const names = list.accounts.filter((account) => !isSteamId(account)).length
  // Each custom URL costs a call to Steam.
  await charge(Math.min(MAX_RESOLVED_NAMES, names))
  const preview = await previewImport(context, actorOf(invocation).guildId, list, callContext)
  await reply.show(importPreviewView({ ...preview, spelling: list.spelling }, reason, texts))
}

const IMPORT = 'watchimport'

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  build: (command) => command,
  createTask: () => ({ customId: toCustomId(IMPORT), typed: {} }),
}

/** The form of `/watch import`. */
export const importForm: Form = {
  name: IMPORT,
  open: (_, texts) => ({
    permission: 'ManageGuild',
    title: texts.watch.form.titleOfImport,
    fields: [reasonField(texts.watch.form), ...listFields(accountHints(texts), texts)],
  }),
  createTask(_, { fields }) {
    const reason = fields.texts.get('reason') ?? ''
    const { pasted, files } = readListFields(fields)
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      form: { customId: toCustomId(IMPORT), typed: typedInto(fields) },
      run: async (invocation) => showPreview(invocation, await readGivenAccounts(invocation, pasted, files), reason),
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
