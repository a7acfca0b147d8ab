import type { Message } from 'discord.js'
import { z } from 'zod'
import { createChildContext } from '../src/lib/call-context.ts'
import { findName } from '../src/service/find-name.ts'
import { resolveAccount } from '../src/service/resolve-account.ts'
import { scanFriendsInSteps } from '../src/service/scan-friends.ts'
import { accountArgument, backToAccount, createAccountTask } from '../src/discord/account-task.ts'
import type { NamedAccount } from '../src/discord/account-task.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { accountOption, localizedOption, slashCommand } from '../src/discord/command-builders.ts'
import { isPosted } from '../src/discord/interaction-router.ts'
import { howFound, foundByArgument } from '../src/discord/found-by.ts'
import type { FoundBy } from '../src/discord/found-by.ts'
import { showPrivate } from '../src/discord/private.ts'
import { CommandError } from '../src/discord/command-error.ts'
import { cancelledByUser } from '../src/discord/scans.ts'
import type { CommandCost, Invocation, Task } from '../src/discord/task.ts'
import { defaultTexts, localizationsOf } from '../src/discord/texts/catalogue.ts'
import type { Texts } from '../src/discord/texts/texts.ts'
import { FRIEND_KINDS } from '../src/discord/views/friend.ts'
import type { FriendFilter } from '../src/discord/views/friend.ts'
import { friendsId, friendsView, scanningView, stoppedView } from '../src/discord/views/friends-view.ts'
import type { ScanState } from '../src/discord/views/friends-view.ts'

/** Discord takes edits for 15 minutes; the last one is the answer. */
const DEADLINE_MS = 14 * 60_000
const MAX_DAYS = 10_000

const argumentsSchema = z
  .tuple([
    accountArgument,
    z.string().regex(/^\d{1,2}$/),
    z.string().regex(/^\d{0,5}$/),
    z.enum(FRIEND_KINDS),
    // Not there in buttons from before longer lists could be looked at.
    z
      .string()
      .regex(/^\d{1,4}$/)
      .default('0'),
    foundByArgument.optional(),
  ])
  .transform(([account, page, within, kind, offset, foundBy]) => ({
    account,
    foundBy,
    filter: { page: Number(page), within: within === '' ? null : Number(within), kind, offset: Number(offset) },
  }))

function checkFriends(account: NamedAccount, filter: FriendFilter, cost: CommandCost, known?: FoundBy): Task {
  return {
    cost: 'free',
    subject: account.typed,
    ...(account.short === undefined ? {} : { retryId: friendsId(account.short, filter, known) }),
    ...backToAccount(account),
    deadlineMs: DEADLINE_MS,
    async run(invocation) {
      const { charge, scans, requestId, userId } = invocation
      const scan = scans.start(requestId, userId)
      if (!scan) throw new CommandError('scan_running')
      try {
        // Not before it is clear that there will be a scan.
        await charge(cost)
        await runScan(invocation, account, filter, scan.signal, known)
      } finally {
        scan.end()
      }
    },
  }
}

async function runScan(
  invocation: Invocation,
  account: NamedAccount,
  filter: FriendFilter,
  cancel: AbortSignal,
  known?: FoundBy,
) {
  const { context, reply, requestId: scanId, texts } = invocation
  const callContext = createChildContext(invocation.callContext, cancel)
  const found = await resolveAccount(context, account.typed, callContext)
  const { steamId } = found
  const foundBy = known ?? howFound(account.typed, found)
  let state: ScanState = {
    steamId,
    name: null,
    foundBy,
    scanId,
    current: 0,
    total: null,
    totalFriends: 0,
    found: [],
    fetchedAt: 0,
    filter,
  }
  const naming = findName(context, steamId, callContext).then((name) => void (state = { ...state, name }))
  // A scan that has ended needs no heading any more.
  naming.catch(() => {})
  reply.progress(scanningView(state, texts))
  try {
    for await (const { event, found, unchecked, fetchedAt } of scanFriendsInSteps(
      context,
      steamId,
      callContext,
      filter,
    )) {
      if ('progress' in event) {
        state = { ...state, ...event.progress, found: [...state.found, ...found], fetchedAt }
        reply.progress(scanningView(state, texts))
      } else {
        await naming
        await reply.show(
          friendsView(
            { steamId, name: state.name, foundBy, total: state.total ?? 0, ...event, unchecked, fetchedAt },
            filter,
            texts,
          ),
        )
      }
    }
  } catch (error) {
    const title = titleOfEnd(callContext.signal.reason, texts)
    // What had been found is not thrown away, but never passed off as the whole.
    if (title === undefined) return showPrivate(invocation, { steamId, foundBy }, error)
    await reply.show(stoppedView(title, state, texts))
  }
}

/** What a scan that was stopped is headed with; undefined when it was not, but failed. */
function titleOfEnd(reason: unknown, texts: Texts): string | undefined {
  if (reason === cancelledByUser) return texts.friends.cancelled
  return reason instanceof CommandError && reason.code === 'too_slow' ? texts.errors.too_slow.title : undefined
}

const data = slashCommand('friends')
  .addStringOption(accountOption)
  .addIntegerOption((option) => localizedOption(option, 'within').setMinValue(0).setMaxValue(MAX_DAYS))
  .addStringOption((option) =>
    localizedOption(option, 'kind').addChoices(
      FRIEND_KINDS.map((kind) => ({
        name: defaultTexts.kinds[kind],
        name_localizations: localizationsOf((texts) => texts.kinds[kind]),
        value: kind,
      })),
    ),
  )
  .toJSON()

export const friendsCommand: SlashCommand = {
  data,
  createTask: (options) =>
    createAccountTask(options, (account) =>
      checkFriends(
        account,
        {
          page: 0,
          within: options.getInteger('within'),
          kind: FRIEND_KINDS.find((kind) => kind === options.getString('kind')) ?? 'any',
          offset: 0,
        },
        'friends',
      ),
    ),
}

function scanAction(name: string, costOf: (message: Message) => CommandCost): Action {
  return {
    name,
    createTask(args, { message }) {
      const { account, filter, foundBy } = argumentsSchema.parse(args)
      return checkFriends(account, filter, costOf(message), foundBy)
    },
  }
}

/** The scan by a button, its pages, and Cancel. */
export const friendsActions: Action[] = [
  scanAction('friends', () => 'friends'),
  // Turning a page finds nearly everything remembered, unless the message was posted, maybe days ago.
  scanAction('turn', (message) => (isPosted(message) ? 'friends' : 'lookup')),
  {
    name: 'cancel',
    ignoresLock: true,
    createTask(args) {
      const [scanId, account] = z.tuple([z.string(), accountArgument]).parse(args)
      return {
        cost: 'free',
        retryId: friendsId(account.typed, { page: 0, within: null, kind: 'any', offset: 0 }),
        ...backToAccount(account),
        async run({ scans, userId }) {
          if (scans.cancel(scanId, userId) === 'unknown') throw new CommandError('scan_gone')
        },
      }
    },
  },
]
