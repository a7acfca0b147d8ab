import { z } from 'zod'
import { lookupEach } from '../src/service/lookup-batch.ts'
import { MAX_BATCH } from '../src/model/account.ts'
import { readAccountList, readAccountsInMessage } from '../src/model/account-text.ts'
import type { AccountText } from '../src/model/account-text.ts'
import {
  BATCH_FILE,
  isUnavailable,
  readBatch,
  toBatch,
  toChecked,
  mergeDuplicates,
} from '../src/discord/batch-state.ts'
import type { Batch, CheckedEntry } from '../src/discord/batch-state.ts'
import type { Action, MessageCommand, SlashCommand } from '../src/discord/command.ts'
import { messageCommand, localizedOption, slashCommand } from '../src/discord/command-builders.ts'
import { filesOf, decodeText } from '../src/discord/files.ts'
import type { DiscordFile } from '../src/discord/files.ts'
import { CommandError } from '../src/discord/command-error.ts'
import type { Invocation } from '../src/discord/task.ts'
import { batchView } from '../src/discord/views/batch-view.ts'

/** Discord's limit for a text option. */
const MAX_PASTE = 6_000
/** What the file of a batch may weigh; fifteen thousand checked accounts take some 4 MiB. */
const BATCH_KIBIBYTES = 9 * 1024

const argumentsSchema = z.tuple([
  z.enum(['page', 'next', 'retry']),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
])

/** Checks the first entries of a new list and shows them. */
async function checkText(invocation: Invocation, read: AccountText) {
  await show(invocation, await checkNext(invocation, toBatch(read)), 0)
}

const show = ({ reply, texts }: Invocation, batch: Batch, page: number) => reply.show(batchView(batch, page, texts))

/** Checks the next entries that have not been looked up. */
async function checkNext(invocation: Invocation, batch: Batch): Promise<Batch> {
  const checked = await check(invocation, batch.waiting.slice(0, MAX_BATCH))
  return mergeDuplicates({
    ...batch,
    checked: [...batch.checked, ...checked],
    waiting: batch.waiting.slice(MAX_BATCH),
  })
}

/** Checks those again of which nothing is known because of Steam. */
async function checkAgain(invocation: Invocation, batch: Batch): Promise<Batch> {
  const places = batch.checked.flatMap((entry, index) => (isUnavailable(entry) ? [index] : [])).slice(0, MAX_BATCH)
  const again = await check(
    invocation,
    places.map((index) => batch.checked[index]?.input ?? ''),
  )
  const checked = batch.checked.map((entry, index) => again[places.indexOf(index)] ?? entry)
  return mergeDuplicates({ ...batch, checked })
}

async function check({ context, callContext, charge }: Invocation, inputs: string[]): Promise<CheckedEntry[]> {
  await charge(inputs.length)
  return (await lookupEach(context, inputs, callContext)).map(toChecked)
}

export const batchCommand: SlashCommand = {
  data: slashCommand('batch')
    .addStringOption((option) => localizedOption(option, 'accounts').setMaxLength(MAX_PASTE))
    .addAttachmentOption((option) => localizedOption(option, 'file'))
    .toJSON(),
  createTask(options) {
    const pasted = options.getString('accounts')
    const file = options.getAttachment('file')
    return {
      cost: 'free',
      async run(invocation) {
        const given = [
          ...(pasted === null ? [] : [pasted]),
          ...(file ? [decodeText(await invocation.downloadFile(file))] : []),
        ]
        if (given.every((text) => text.trim() === '')) throw new CommandError('nothing_given')
        const read = readAccountList(...given)
        if (read.accounts.length === 0) throw new CommandError('nothing_understood')
        await checkText(invocation, read)
      },
    }
  },
}

export const checkMessageCommand: MessageCommand = {
  data: messageCommand('checkMessage').toJSON(),
  createTask({ content, embeds }) {
    // Server logs often come as embeds of a webhook.
    const embedded = embeds.flatMap(({ title, description, url, fields, author, footer }) => [
      author?.name,
      author?.url,
      title,
      description,
      url,
      footer?.text,
      ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    ])
    const shown = [content, ...embedded].filter((part) => part !== null && part !== undefined).join('\n')
    return {
      cost: 'free',
      async run(invocation) {
        const read = readAccountsInMessage(shown)
        if (read.accounts.length === 0) throw new CommandError('no_account_in_message')
        await checkText(invocation, { ...read, notUnderstood: [] })
      },
    }
  },
}

/** Another page of a batch, the next entries of its list, or those again that Steam did not answer for. */
export const batchAction: Action = {
  name: 'batch',
  createTask(args, { message }) {
    const [what, page] = argumentsSchema.parse(args)
    return {
      cost: 'free',
      errorAsFollowUp: true,
      async run(invocation) {
        const batch = await readOwnBatch(
          invocation,
          filesOf(message).find(({ name }) => name === BATCH_FILE),
        )
        if (what === 'page') return show(invocation, batch, page)
        await show(invocation, await (what === 'next' ? checkNext : checkAgain)(invocation, batch), page)
      },
    }
  },
}

async function readOwnBatch(invocation: Invocation, file: DiscordFile | undefined): Promise<Batch> {
  if (!file) throw new CommandError('outdated_button')
  const text = decodeText(await invocation.downloadFile(file, BATCH_KIBIBYTES))
  try {
    return readBatch(text)
  } catch (cause) {
    throw new CommandError('outdated_button', { cause })
  }
}
