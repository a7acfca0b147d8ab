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
  withoutRepetitions,
} from '../src/discord/batch-state.ts'
import type { Batch, CheckedEntry } from '../src/discord/batch-state.ts'
import type { Action, MessageCommand, SlashCommand } from '../src/discord/command.ts'
import { messageCommand, named, slashCommand } from '../src/discord/define.ts'
import { filesIn, textOf } from '../src/discord/files.ts'
import type { KeptFile } from '../src/discord/files.ts'
import { Refusal } from '../src/discord/refusal.ts'
import type { Exchange } from '../src/discord/task.ts'
import { batchView } from '../src/discord/views/batch-view.ts'

/** Discord's limit for a text option. */
const MAX_PASTE = 6_000
/** What the file of a batch may weigh; fifteen thousand checked accounts take some 4 MiB. */
const BATCH_KIBIBYTES = 9 * 1024

const wordsSchema = z.tuple([
  z.enum(['page', 'next', 'retry']),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
])

/** Checks the first entries of a new list and shows them. */
async function checkText(exchange: Exchange, read: AccountText) {
  await show(exchange, await checkNext(exchange, toBatch(read)), 0)
}

const show = ({ reply, texts }: Exchange, batch: Batch, page: number) => reply.show(batchView(batch, page, texts))

/** Checks the next entries that have not been looked up. */
async function checkNext(exchange: Exchange, batch: Batch): Promise<Batch> {
  const checked = await check(exchange, batch.waiting.slice(0, MAX_BATCH))
  return withoutRepetitions({
    ...batch,
    checked: [...batch.checked, ...checked],
    waiting: batch.waiting.slice(MAX_BATCH),
  })
}

/** Checks those again of which nothing is known because of Steam. */
async function checkAgain(exchange: Exchange, batch: Batch): Promise<Batch> {
  const places = batch.checked.flatMap((entry, index) => (isUnavailable(entry) ? [index] : [])).slice(0, MAX_BATCH)
  const again = await check(
    exchange,
    places.map((index) => batch.checked[index]?.input ?? ''),
  )
  const checked = batch.checked.map((entry, index) => again[places.indexOf(index)] ?? entry)
  return withoutRepetitions({ ...batch, checked })
}

async function check({ context, callContext, charge }: Exchange, inputs: string[]): Promise<CheckedEntry[]> {
  await charge(inputs.length)
  return (await lookupEach(context, inputs, callContext)).map(toChecked)
}

export const batchCommand: SlashCommand = {
  data: slashCommand('batch')
    .addStringOption((option) => named(option, 'accounts').setMaxLength(MAX_PASTE))
    .addAttachmentOption((option) => named(option, 'file'))
    .toJSON(),
  open(options) {
    const pasted = options.getString('accounts')
    const file = options.getAttachment('file')
    return {
      cost: 'free',
      async run(exchange) {
        const given = [...(pasted === null ? [] : [pasted]), ...(file ? [textOf(await exchange.readFile(file))] : [])]
        if (given.every((text) => text.trim() === '')) throw new Refusal('nothing_given')
        const read = readAccountList(...given)
        if (read.accounts.length === 0) throw new Refusal('nothing_understood')
        await checkText(exchange, read)
      },
    }
  },
}

export const checkMessageCommand: MessageCommand = {
  data: messageCommand('checkMessage').toJSON(),
  open({ content, embeds }) {
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
      async run(exchange) {
        const read = readAccountsInMessage(shown)
        if (read.accounts.length === 0) throw new Refusal('no_account_in_message')
        await checkText(exchange, { ...read, notUnderstood: [] })
      },
    }
  },
}

/** Another page of a batch, the next entries of its list, or those again that Steam did not answer for. */
export const batchAction: Action = {
  name: 'batch',
  open(words, { message }) {
    const [what, page] = wordsSchema.parse(words)
    return {
      cost: 'free',
      isBeside: true,
      async run(exchange) {
        const batch = await readOwnBatch(
          exchange,
          filesIn(message).find(({ name }) => name === BATCH_FILE),
        )
        if (what === 'page') return show(exchange, batch, page)
        await show(exchange, await (what === 'next' ? checkNext : checkAgain)(exchange, batch), page)
      },
    }
  },
}

async function readOwnBatch(exchange: Exchange, file: KeptFile | undefined): Promise<Batch> {
  if (!file) throw new Refusal('outdated_button')
  const text = textOf(await exchange.readFile(file, BATCH_KIBIBYTES))
  try {
    return readBatch(text)
  } catch (cause) {
    throw new Refusal('outdated_button', { cause })
  }
}
