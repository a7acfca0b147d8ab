import type { APIInteractionDataResolvedGuildMember, GuildMember } from 'discord.js'
import { z } from 'zod'
import { createChildContext } from '../src/lib/call-context.ts'
import { lookupEach, withNewestBans, type BatchOutcome } from '../src/accounts/lookup-batch.ts'
import { lookupMany } from '../src/accounts/lookup-many.ts'
import { RapsheetError } from '../src/model/error.ts'
import { MAX_BATCH, MAX_LONG_BATCH } from '../src/model/limits.ts'
import { readAccountsInMessage, type AccountText } from '../src/text/account-list.ts'
import {
  addChecked,
  BATCH,
  isUnavailable,
  readAccountsInNames,
  renewBatch,
  toBatch,
  toChecked,
  type Batch,
  type NamedAccounts,
} from '../src/accounts/discord/batch-state.ts'
import type { Action, Invocation, MessageCommand, SlashCommand, UserCommand } from '../src/accounts/discord/command.ts'
import { menuCommand, slashCommand } from '../src/discord/command-builders.ts'
import { accountsOption, fileOption } from '../src/accounts/discord/options.ts'
import { accountArgument, numberArgument } from '../src/discord/custom-id.ts'
import { pendingId } from '../src/discord/pending.ts'
import { AccountError, type WhatWasRead } from '../src/accounts/discord/account-error.ts'
import { describeUnread } from '../src/accounts/discord/describe-error.ts'
import { readMessage } from '../src/accounts/discord/message-text.ts'
import { CommandError } from '../src/discord/command-error.ts'
import { notesFor } from '../src/accounts/discord/server-notes.ts'
import { readGivenAccounts } from '../src/accounts/discord/given-accounts.ts'
import { runScan, SCAN_DEADLINE_MS, titleOfStop } from '../src/accounts/discord/run-scan.ts'
import { COMMANDS, type Texts } from '../src/accounts/discord/texts.ts'
import { batchProgressView, type QuotaWait } from '../src/accounts/discord/views/batch-progress-view.ts'
import { batchView } from '../src/accounts/discord/views/batch-view.ts'

/** Time limit of a list that shows no progress. */
const SHORT_DEADLINE_MS = 30_000

const argumentsSchema = z.tuple([z.enum(['page', 'next', 'retry']), pendingId, numberArgument(4)])

/** Looks up the first entries of a new list, and shows the list. */
const startBatch = (invocation: Invocation, list: AccountText, named?: NamedAccounts) =>
  check(invocation, toBatch(list, named), list.accounts, 0)

/** Shows a page of a batch, which is kept under `id` already if it is given. */
async function show(
  invocation: Invocation,
  checked: Batch,
  { page, id, ended }: { page: number; id?: string; ended?: string },
): Promise<void> {
  const { context, pending, reply, texts } = invocation
  const server = notesFor(invocation)
  const batch = await renewBatch(context.newestBans, server, checked)
  const kept = id ?? (await pending.save(BATCH, checked))
  await reply.show(batchView(batch, { page, id: kept, ended }, texts, server))
}

/** Looks up the first 500 of these entries of a batch and shows the results. More than 50 are charged in portions, with their results shown as they arrive. */
async function check(invocation: Invocation, batch: Batch, all: string[], page: number): Promise<void> {
  const inputs = all.slice(0, MAX_LONG_BATCH)
  if (inputs.length > MAX_BATCH) {
    return runScan(invocation, 'batch', (running) => checkMany(running, batch, inputs, page))
  }
  const { context, callContext, charge, texts } = invocation
  await charge(inputs.length)
  const deadline = new AbortController()
  const stopTimer = context.clock.setTimer(SHORT_DEADLINE_MS, () => deadline.abort())
  const outcomes = await lookupEach(context, inputs, createChildContext(callContext, deadline.signal))
    .catch((error: unknown) => {
      if (!deadline.signal.aborted) throw error
    })
    .finally(stopTimer)
  // Results so far are cached, so that continuing is cheap.
  if (!outcomes) return show(invocation, batch, { page, ended: texts.errorTitles.too_slow })
  const checked = new Map(outcomes.map((each) => [each.input, toChecked(each)]))
  await show(invocation, addChecked(batch, checked), { page })
}

async function checkMany(invocation: Invocation, before: Batch, inputs: string[], page: number): Promise<void> {
  const { context, callContext, reply, requestId, texts, now } = invocation
  const server = notesFor(invocation)
  const startedAt = context.clock.now()
  const outcomes = new Map<string, BatchOutcome>()
  // A long check waits for minutes, during which bans may change.
  const newest = () => new Map([...outcomes].map(([input, each]) => [input, toChecked(withNewestBans(context, each))]))
  let isShown = false
  const showProgress = (waiting: QuotaWait | null = null) => {
    isShown = true
    const results = newest()
    const batch = addChecked(before, results)
    const goesOnAt = waiting && now + context.clock.now() - startedAt + waiting.retryAfterMs
    const wait = waiting && { reason: waiting.reason, goesOnAt: Math.ceil((goesOnAt ?? 0) / 1000) }
    reply.progress(
      batchProgressView(
        { scanId: requestId, batch, results: [...results.values()], total: inputs.length, wait },
        texts,
        server,
      ),
    )
  }
  const allow = async (wanted: number) => {
    const allowance = await chargePortion(invocation, wanted)
    // Progress is shown only after the first charge, so that an error until then leaves the message unchanged.
    if (!isShown && 'count' in allowance) showProgress()
    return allowance
  }
  try {
    for await (const step of lookupMany(context, inputs, allow, callContext)) {
      if ('waiting' in step) {
        showProgress(step.waiting)
        continue
      }
      for (const outcome of step.outcomes) outcomes.set(outcome.input, outcome)
      showProgress()
    }
  } catch (error) {
    const { signal } = callContext
    const ended = isShown ? titleOfEnd(signal.aborted ? signal.reason : error, texts) : undefined
    if (ended === undefined) throw error
    return show(invocation, addChecked(before, newest()), { page, ended })
  }
  await show(invocation, addChecked(before, newest()), { page })
}

/**
 * Charges a portion of up to `wanted` lookups. When the quota is used up, returns how long to wait instead of throwing, because the next
 * minute begins soon.
 */
async function chargePortion({ chargeUpTo }: Invocation, wanted: number): Promise<{ count: number } | QuotaWait> {
  try {
    return { count: await chargeUpTo(wanted) }
  } catch (error) {
    const { code, retryAfterMs } = error instanceof CommandError ? error : {}
    if ((code !== 'rate_limited' && code !== 'server_rate_limited') || retryAfterMs === undefined) throw error
    return { reason: code, retryAfterMs }
  }
}

/** The title for a batch that ended early; undefined for an unexpected error. */
const titleOfEnd = (reason: unknown, texts: Texts) =>
  titleOfStop(reason, texts) ?? (reason instanceof RapsheetError ? texts.errorTitles[reason.code] : undefined)

export const batchCommand: SlashCommand = {
  isForUsers: true,
  data: slashCommand(COMMANDS.batch).addStringOption(accountsOption).addAttachmentOption(fileOption).toJSON(),
  createTask(options) {
    const pasted = options.getString('accounts')
    const file = options.getAttachment('file')
    return {
      cost: 'free',
      deadlineMs: SCAN_DEADLINE_MS,
      async run(invocation) {
        await startBatch(invocation, await readGivenAccounts(invocation, pasted, file ? [file] : []))
      },
    }
  },
}

export const checkMessageCommand: MessageCommand = {
  isForUsers: true,
  data: menuCommand('Message', COMMANDS.checkMessage.name).toJSON(),
  createTask(message) {
    const { author, webhookId } = message
    return {
      cost: 'free',
      deadlineMs: SCAN_DEADLINE_MS,
      async run(invocation) {
        const { texts: shown, unread } = await readMessage(message, invocation)
        const read = shown.map((text) => readAccountsInMessage(text))
        // A server log has no nickname, and only a server with the bot is asked for one.
        const hasNickname = !author.bot && webhookId === null && invocation.guildId !== null
        const named = hasNickname
          ? readAccountsInNames(author.id, { nickname: await invocation.nicknameOf(author.id) })
          : undefined
        const found = [
          ...read.flatMap(({ accounts }) => accounts),
          ...(named?.found ?? []).map(({ account }) => account),
        ]
        if (found.length === 0) throw whyNone(shown, unread, whatWasRead(named))
        // An account in several parts, such as a text and the link below it, is no duplicate.
        const accounts = [...new Set(found)]
        const repeated = read.flatMap((part) => part.repeated)
        const notRecognized = [
          ...read.flatMap((part) => part.notRecognized),
          ...unread.map((error) => describeUnread(error, invocation.texts)),
        ]
        await startBatch(invocation, { accounts, repeated, notRecognized }, named)
      },
    }
  },
}

/** The error for a message without an account in what was read of it. */
function whyNone(shown: string[], unread: readonly Error[], read: WhatWasRead): Error {
  const [reason] = unread
  if (reason === undefined) return new AccountError('no_account_in_message', { read })
  return shown.length === 0 ? reason : new AccountError('message_not_read', { read, unread })
}

const whatWasRead = (named: NamedAccounts | undefined): WhatWasRead =>
  named ? (named.isNicknameRead ? 'nickname_too' : 'nickname_unreadable') : 'no_nickname'

export const checkUserCommand: UserCommand = {
  isForUsers: true,
  data: menuCommand('User', COMMANDS.checkMessage.name).toJSON(),
  createTask({ targetUser, targetMember }) {
    const { id, globalName: displayName, username: userName } = targetUser
    return {
      cost: 'free',
      deadlineMs: SCAN_DEADLINE_MS,
      async run(invocation) {
        // A direct message has no members, so there is no nickname to read.
        const isDirect = targetMember === null && invocation.guildId === null
        const nickname = isDirect ? null : nicknameIn(targetMember)
        const named = readAccountsInNames(id, { nickname, displayName, userName })
        const read = isDirect ? 'no_nickname' : whatWasRead(named)
        if (named.found.length === 0) throw new AccountError('no_account_in_names', { read })
        const accounts = named.found.map(({ account }) => account)
        await startBatch(invocation, { accounts, repeated: [], notRecognized: [] }, named)
      },
    }
  },
}

/** The nickname of a member in either form of discord.js; undefined without a member. */
const nicknameIn = (member: GuildMember | APIInteractionDataResolvedGuildMember | null) =>
  member === null ? undefined : 'nickname' in member ? member.nickname : (member.nick ?? null)

/** The button that checks both accounts, below the error of a command that takes one account and got two. */
export const bothAction: Action = {
  name: 'both',
  createTask(args) {
    const accounts = z.tuple([accountArgument, accountArgument]).parse(args)
    return {
      cost: 'free',
      run: (invocation) => startBatch(invocation, { accounts, repeated: [], notRecognized: [] }),
    }
  },
}

/** The page, next and retry buttons of a batch. */
export const batchAction: Action = {
  name: 'batch',
  createTask(args) {
    const [button, id, page] = argumentsSchema.parse(args)
    return {
      cost: 'free',
      deadlineMs: SCAN_DEADLINE_MS,
      errorAsFollowUp: true,
      async run(invocation) {
        const batch = await invocation.pending.load(BATCH, id)
        if (button === 'page') return show(invocation, batch, { page, id })
        const failed = batch.checked.filter(isUnavailable).map(({ input }) => input)
        await check(invocation, batch, button === 'next' ? batch.waiting : failed, page)
      },
    }
  },
}
