import { lookupEach, MAX_BATCH } from '../src/service/batch.ts'
import type { BatchOutcome } from '../src/service/batch.ts'
import { readAccountList, readAccountsInMessage } from '../src/model/account-text.ts'
import type { AccountText } from '../src/model/account-text.ts'
import type { Action, MessageCommand, SlashCommand } from '../src/discord/command.ts'
import { messageCommand, named, slashCommand } from '../src/discord/define.ts'
import { Refusal } from '../src/discord/refusal.ts'
import type { Exchange } from '../src/discord/task.ts'
import { batchView, isUnavailable, TABLE_FILE, WAITING_FILE } from '../src/discord/views/batch.ts'
import type { BatchReport } from '../src/discord/views/batch.ts'

/** Discord's limit for a text option. */
const MAX_PASTE = 6_000
/** What a file of ours may weigh: a list is written out longer than it was given, and the table grows page by page. */
const OWN_FILE_KIBIBYTES = 9 * 1024

/** Accounts to check, with what is to be said of how they were read. */
type AccountsToCheck = AccountText & Pick<BatchReport, 'understood' | 'tableBefore'>

/** Checks the first fifty of a list; those that Steam says nothing of go to the end of what waits. */
async function checkAccounts(exchange: Exchange, { accounts, repeated, ...reading }: AccountsToCheck) {
  const { context, caller, charge, reply, texts } = exchange
  const now = accounts.slice(0, MAX_BATCH)
  await charge(now.length)
  const checked = await lookupEach(context, now, caller)
  const outcomes = checked.filter(isFirstOfItsAccount)
  const again = checked.filter((outcome) => !outcomes.includes(outcome)).map(({ input }) => input)
  const unavailable = outcomes.filter((outcome) => 'failure' in outcome && isUnavailable(outcome))
  const waiting = [...accounts.slice(MAX_BATCH), ...unavailable.map(({ input }) => input)]
  const report = { ...reading, outcomes, waiting, repeated: [...repeated, ...again] }
  await reply.show(batchView(report, Math.min(MAX_BATCH, waiting.length), texts))
}

/** Whether nobody before has the same account: a custom name and an id may both lead to it. */
function isFirstOfItsAccount(outcome: BatchOutcome, index: number, all: BatchOutcome[]): boolean {
  if (!('entry' in outcome)) return true
  const { steamId } = outcome.entry
  return all.findIndex((other) => 'entry' in other && other.entry.steamId === steamId) === index
}

const checkText = (exchange: Exchange, read: AccountText) =>
  checkAccounts(exchange, { ...read, understood: read.accounts.length })

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
        const given = [...(pasted === null ? [] : [pasted]), ...(file ? [await exchange.readFile(file)] : [])]
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

/** Next: goes on with what the message's own files say is still to be checked, and was checked before. */
export const batchAction: Action = {
  name: 'batch',
  open(_, message) {
    const find = (wanted: string) => message.attachments.find(({ name }) => name === wanted)
    return {
      cost: 'free',
      isBeside: true,
      async run(exchange) {
        const [waiting, table] = [find(WAITING_FILE), find(TABLE_FILE)]
        if (!waiting || !table) throw new Refusal('outdated_button')
        const accounts = (await exchange.readFile(waiting, OWN_FILE_KIBIBYTES))
          .split('\n')
          .filter((line) => line !== '')
        const tableBefore = await exchange.readFile(table, OWN_FILE_KIBIBYTES)
        await checkAccounts(exchange, { accounts, repeated: [], notUnderstood: [], tableBefore })
      },
    }
  },
}
