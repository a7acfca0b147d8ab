import { z } from 'zod'
import { MAX_BATCH } from '../../model/limits.ts'
import { importWatches } from '../import-watches.ts'
import { actorOf } from '../../discord/actor.ts'
import { CommandError } from '../../discord/command-error.ts'
import type { Form } from './command.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { pendingId } from '../../discord/pending.ts'
import { BATCH, knownAccounts } from '../../accounts/discord/batch-state.ts'
import { BANNED_FRIENDS } from '../../accounts/discord/views/friend-filter.ts'
import { reasonField } from '../../discord/note-fields.ts'
import { importedView, showPreview } from './import.ts'

const argumentsSchema = z.tuple([z.enum(['all', 'banned']), pendingId, numberArgument(5)])

/** The Watch button of a batch or a friend scan, for the accounts that are kept for it. */
export const watchListedForm: Form = {
  name: 'watchthese',
  // More accounts than a batch has count as an import, which needs another permission and a preview.
  permission: (args) => (argumentsSchema.parse(args)[2] > MAX_BATCH ? 'ManageGuild' : 'ModerateMembers'),
  open(args, texts) {
    const { form } = texts.watch
    const [, , count] = argumentsSchema.parse(args)
    return { title: form.titleOfMany({ count }), fields: [reasonField(form.reasonHint, texts)] }
  },
  createTask(args, { fields }) {
    const [which, id] = argumentsSchema.parse(args)
    return {
      cost: 'free',
      async run(invocation) {
        const { context, isAllowed, pending, reply, texts } = invocation
        const reason = fields.texts.get('reason') ?? ''
        const steamIds =
          which === 'all' ? knownAccounts(await pending.load(BATCH, id)) : await pending.load(BANNED_FRIENDS, id)
        if (steamIds.length > MAX_BATCH) {
          if (!isAllowed('ManageGuild')) throw new CommandError('not_permitted', { detail: 'ManageGuild' })
          return showPreview(
            invocation,
            { accounts: steamIds, repeated: [], notRecognized: [], spelling: null },
            reason,
          )
        }
        const imported = await importWatches(context, { ...actorOf(invocation), steamIds, reason, undoClass: 'watch' })
        await reply.show(importedView(imported, context.limits.maxPerGuild, texts))
      },
    }
  },
}
