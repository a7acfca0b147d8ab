import type { Message } from 'discord.js'
import { z } from 'zod'
import { lookupEach } from '../src/service/lookup-batch.ts'
import { MAX_BATCH } from '../src/model/limits.ts'
import { readAccountsInMessage, type AccountText } from '../src/model/account-text.ts'
import {
  BATCH_FILE,
  isUnavailable,
  readBatch,
  toBatch,
  toChecked,
  mergeDuplicates,
  type Batch,
  type CheckedEntry,
} from '../src/discord/batch-state.ts'
import type { Action, Invocation, MessageCommand, SlashCommand } from '../src/discord/command.ts'
import { accountsOption, fileOption, messageCommand, slashCommand } from '../src/discord/command-builders.ts'
import { numberArgument } from '../src/discord/custom-id.ts'
import { decodeText, filesOf } from '../src/discord/files.ts'
import { CommandError } from '../src/discord/command-error.ts'
import { judgingOf } from '../src/discord/judging.ts'
import { readGivenAccounts } from '../src/discord/given-accounts.ts'
import { batchView } from '../src/discord/views/batch-view.ts'

/** Maximum size of a stored batch; 15,000 checked accounts take about 4 MiB. */
const BATCH_KIBIBYTES = 9 * 1024

const argumentsSchema = z.tuple([z.enum(['page', 'next', 'retry']), numberArgument(4)])

/** Looks up the first entries of a new list and shows them. */
async function startBatch(invocation: Invocation, list: AccountText) {
  await show(invocation, await checkNext(invocation, toBatch(list)), 0)
}

const show = (invocation: Invocation, batch: Batch, page: number) =>
  invocation.reply.show(batchView(batch, page, invocation.texts, judgingOf(invocation)))

/** Looks up the next waiting entries. */
async function checkNext(invocation: Invocation, batch: Batch): Promise<Batch> {
  const checked = await check(invocation, batch.waiting.slice(0, MAX_BATCH))
  return mergeDuplicates({
    ...batch,
    checked: [...batch.checked, ...checked],
    waiting: batch.waiting.slice(MAX_BATCH),
  })
}

/** Repeats lookups that failed because of Steam or this server. */
async function retryUnavailable(invocation: Invocation, batch: Batch): Promise<Batch> {
  const failed = batch.checked.filter(isUnavailable).slice(0, MAX_BATCH)
  const inputs = failed.map(({ input }) => input)
  const retried = new Map((await check(invocation, inputs)).map((entry) => [entry.input, entry]))
  return mergeDuplicates({ ...batch, checked: batch.checked.map((entry) => retried.get(entry.input) ?? entry) })
}

async function check({ context, callContext, charge }: Invocation, inputs: string[]): Promise<CheckedEntry[]> {
  await charge(inputs.length)
  return (await lookupEach(context, inputs, callContext)).map(toChecked)
}

export const batchCommand: SlashCommand = {
  data: slashCommand('batch').addStringOption(accountsOption).addAttachmentOption(fileOption).toJSON(),
  createTask(options) {
    const pasted = options.getString('accounts')
    const file = options.getAttachment('file')
    return {
      cost: 'free',
      async run(invocation) {
        await startBatch(invocation, await readGivenAccounts(invocation, pasted, file))
      },
    }
  },
}

export const checkMessageCommand: MessageCommand = {
  data: messageCommand('checkMessage').toJSON(),
  createTask({ content, embeds }) {
    // Webhooks often post server logs as embeds.
    const embedTexts = embeds.flatMap(({ title, description, url, fields, author, footer }) => [
      author?.name,
      author?.url,
      title,
      description,
      url,
      footer?.text,
      ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    ])
    // Missing parts become empty lines.
    const shownText = [content, ...embedTexts].join('\n')
    return {
      cost: 'free',
      async run(invocation) {
        const list = readAccountsInMessage(shownText)
        if (list.accounts.length === 0) throw new CommandError('no_account_in_message')
        await startBatch(invocation, { ...list, notRecognized: [] })
      },
    }
  },
}

/** The page, next and retry buttons of a batch. */
export const batchAction: Action = {
  name: 'batch',
  createTask(args, { message }) {
    const [button, page] = argumentsSchema.parse(args)
    return {
      cost: 'free',
      errorAsFollowUp: true,
      async run(invocation) {
        const batch = await loadBatch(invocation, message)
        if (button === 'page') return show(invocation, batch, page)
        const lookUp = button === 'next' ? checkNext : retryUnavailable
        await show(invocation, await lookUp(invocation, batch), page)
      },
    }
  },
}

/** The batch that a message stores. */
async function loadBatch(invocation: Invocation, message: Message): Promise<Batch> {
  const file = filesOf(message).find(({ name }) => name === BATCH_FILE)
  if (!file) throw new CommandError('outdated_button')
  const text = decodeText(await invocation.downloadFile(file, BATCH_KIBIBYTES))
  try {
    return readBatch(text)
  } catch (cause) {
    throw new CommandError('outdated_button', { cause })
  }
}
