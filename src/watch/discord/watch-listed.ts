import type { Message } from 'discord.js'
import { z } from 'zod'
import { MAX_BATCH } from '../../model/limits.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { importWatches } from '../import-watches.ts'
import { actorOf } from '../../discord/actor.ts'
import { CommandError } from '../../discord/command-error.ts'
import type { Form, Invocation } from './command.ts'
import type { Permission } from '../../discord/command.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import { readAccountCsv } from '../../accounts/presentation/account-table.ts'
import { readText, filesOf } from '../../discord/files.ts'
import { reasonField } from '../../discord/note-fields.ts'
import { importedView, showPreview } from './import.ts'

/** Maximum size of a table; 15,000 accounts take about 2 MiB. */
const TABLE_KIBIBYTES = 9 * 1024

const argumentsSchema = z.tuple([z.enum(['all', 'banned']), numberArgument(5)])

/** More accounts than a batch has count as an import, which needs another permission and a preview. */
const permissionFor = (count: number): Permission => (count > MAX_BATCH ? 'ManageGuild' : 'ModerateMembers')

/** The Watch button of a batch or a friend scan, for the accounts in the table of its message. */
export const watchListedForm: Form = {
  name: 'watchthese',
  open(args, { watch: { form } }) {
    const [, count] = argumentsSchema.parse(args)
    return { permission: permissionFor(count), title: form.titleOfMany({ count }), fields: [reasonField(form)] }
  },
  createTask(args, { message, fields }) {
    const [which, count] = argumentsSchema.parse(args)
    return {
      cost: 'free',
      permission: permissionFor(count),
      async run(invocation) {
        const { context, isAllowed, reply, texts } = invocation
        const reason = fields.texts.get('reason') ?? ''
        const steamIds = await loadAccounts(invocation, message, which)
        if (steamIds.length > MAX_BATCH) {
          if (!isAllowed('ManageGuild')) throw new CommandError('needs_manage_server')
          return showPreview(
            invocation,
            { accounts: steamIds, repeated: [], notRecognized: [], spelling: null },
            reason,
          )
        }
        const imported = await importWatches(context, { ...actorOf(invocation), steamIds, reason })
        await reply.show(importedView(imported, context.limits.maxPerGuild, texts))
      },
    }
  },
}

/** The accounts in the table of a message. */
async function loadAccounts(
  { downloadFile }: Invocation,
  message: Message | null,
  which: 'all' | 'banned',
): Promise<SteamId[]> {
  const file = message && filesOf(message).find(({ name }) => name.endsWith('.csv'))
  if (!file) throw new CommandError('outdated_button')
  const accounts = readAccountCsv(readText(await downloadFile(file, TABLE_KIBIBYTES)))
  const steamIds = accounts.filter(({ isBanned }) => which === 'all' || isBanned).map(({ steamId }) => steamId)
  if (steamIds.length === 0) throw new CommandError('outdated_button')
  return steamIds
}
