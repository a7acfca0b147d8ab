import { z } from 'zod'
import { isSteamId } from '../../model/steam-id.ts'
import { IMPORT_LIMITS, importWatches, MAX_RESOLVED_NAMES, previewImport } from '../import-watches.ts'
import { readReason } from '../../model/reason.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Form, Invocation, Subcommand } from './command.ts'
import { accountHints } from '../../accounts/discord/options.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { cancelledView, confirmAction } from '../../discord/confirm.ts'
import { pendingId, type PendingKind } from '../../discord/pending.ts'
import { steamIdSchema } from '../../model/account.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { reasonField } from '../../discord/note-fields.ts'
import { readGivenAccounts, type GivenAccounts } from '../../accounts/discord/given-accounts.ts'
import { IMPORT_ACTION, importedView, importPreviewView } from './import-view.ts'
import { SUBCOMMANDS } from './texts.ts'

const countSchema = z.int().min(0)
const leftOutSchema = z.object({
  accounts: countSchema,
  limit: z.object({ code: z.enum(IMPORT_LIMITS), limit: countSchema }).nullable(),
  overNames: countSchema,
  unresolved: countSchema,
})
/** Numbers of accounts that a preview has left out because of a limit, and of custom URLs that it did not resolve. */
export type LeftOut = z.infer<typeof leftOutSchema>

const pendingSchema = z.object({ steamIds: z.array(steamIdSchema), reason: z.string(), leftOut: leftOutSchema })
/** The accounts that the Confirm button of a preview adds. */
const PENDING: PendingKind<z.infer<typeof pendingSchema>> = { name: 'watch import', schema: pendingSchema }

/** Shows the effect of importing these accounts, without writing anything. */
export async function showPreview(invocation: Invocation, list: GivenAccounts, given: string): Promise<void> {
  const { context, callContext, charge, pending, reply, texts } = invocation
  const reason = readReason(given)
  const names = list.accounts.filter((account) => !isSteamId(account)).length
  // Each custom URL costs a call to Steam.
  await charge(Math.min(MAX_RESOLVED_NAMES, names))
  const preview = await previewImport(context, actorOf(invocation).guildId, list, callContext)
  const { fitting: steamIds, overLimit, limit, overNames, unresolved } = preview
  const leftOut = {
    accounts: overLimit.length,
    limit,
    overNames: overNames.length,
    unresolved: unresolved.length,
  }
  const id = steamIds.length === 0 ? '' : await pending.save(PENDING, { steamIds, reason, leftOut })
  await reply.show(importPreviewView({ ...preview, spelling: list.spelling, reason, id }, texts))
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
export const importAction: Action = confirmAction({
  name: IMPORT_ACTION,
  args: z.tuple([pendingId]),
  permission: 'ManageGuild',
  cancel: ({ reply, texts: { watch } }) => reply.show(cancelledView(watch.cancelled, watch.cancelledHint)),
  async run(invocation, [id]) {
    const { context, pending, reply, texts } = invocation
    const { leftOut, ...kept } = await pending.load(PENDING, id)
    const imported = await importWatches(context, { ...actorOf(invocation), ...kept })
    await reply.show(importedView(imported, context.limits.maxPerGuild, texts, leftOut))
  },
})
