import type { Message } from 'discord.js'
import { z } from 'zod'
import { createChildContext } from '../src/lib/call-context.ts'
import { findName } from '../src/service/find-name.ts'
import { resolveAccount } from '../src/service/resolve-account.ts'
import { scanFriendsInSteps } from '../src/service/scan-friends.ts'
import { accountWord, backTo, openAccount } from '../src/discord/account.ts'
import type { NamedAccount } from '../src/discord/account.ts'
import type { Action, SlashCommand } from '../src/discord/command.ts'
import { accountOption, named, slashCommand } from '../src/discord/define.ts'
import { isPosted } from '../src/discord/open.ts'
import { originOf, originWord } from '../src/discord/origin.ts'
import type { Origin } from '../src/discord/origin.ts'
import { showPrivate } from '../src/discord/private.ts'
import { Refusal } from '../src/discord/refusal.ts'
import { cancelled } from '../src/discord/scans.ts'
import type { CostName, Exchange, Task } from '../src/discord/task.ts'
import { defaultTexts, localizationsOf } from '../src/discord/texts/catalogue.ts'
import type { Texts } from '../src/discord/texts/texts.ts'
import { FRIEND_KINDS } from '../src/discord/views/friend.ts'
import type { FriendFilter } from '../src/discord/views/friend.ts'
import { friendsId, friendsView, scanningView, stoppedView } from '../src/discord/views/friends-view.ts'
import type { ScanState } from '../src/discord/views/friends-view.ts'

/** Discord takes edits for 15 minutes; the last one is the answer. */
const DEADLINE_MS = 14 * 60_000
const MAX_DAYS = 10_000

const wordsSchema = z
  .tuple([
    accountWord,
    z.string().regex(/^\d{1,2}$/),
    z.string().regex(/^\d{0,5}$/),
    z.enum(FRIEND_KINDS),
    // Not there in buttons from before longer lists could be looked at.
    z
      .string()
      .regex(/^\d{1,4}$/)
      .default('0'),
    originWord.optional(),
  ])
  .transform(([account, page, within, kind, offset, origin]) => ({
    account,
    origin,
    filter: { page: Number(page), within: within === '' ? null : Number(within), kind, offset: Number(offset) },
  }))

function checkFriends(account: NamedAccount, filter: FriendFilter, cost: CostName, known?: Origin): Task {
  return {
    cost: 'free',
    subject: account.typed,
    ...(account.short === undefined ? {} : { again: friendsId(account.short, filter, known) }),
    ...backTo(account),
    deadlineMs: DEADLINE_MS,
    async run(exchange) {
      const { charge, scans, requestId, userId } = exchange
      const scan = scans.begin(requestId, userId)
      if (!scan) throw new Refusal('scan_running')
      try {
        // Not before it is clear that there will be a scan.
        await charge(cost)
        await runScan(exchange, account, filter, scan.signal, known)
      } finally {
        scan.end()
      }
    },
  }
}

async function runScan(
  exchange: Exchange,
  account: NamedAccount,
  filter: FriendFilter,
  cancel: AbortSignal,
  known?: Origin,
) {
  const { context, reply, requestId: scanId, texts } = exchange
  const callContext = createChildContext(exchange.callContext, cancel)
  const found = await resolveAccount(context, account.typed, callContext)
  const { steamId } = found
  const origin = known ?? originOf(account.typed, found)
  let state: ScanState = {
    steamId,
    name: null,
    origin,
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
            { steamId, name: state.name, origin, total: state.total ?? 0, ...event, unchecked, fetchedAt },
            filter,
            texts,
          ),
        )
      }
    }
  } catch (error) {
    const title = titleOfEnd(callContext.signal.reason, texts)
    // What had been found is not thrown away, but never passed off as the whole.
    if (title === undefined) return showPrivate(exchange, { steamId, origin }, error)
    await reply.show(stoppedView(title, state, texts))
  }
}

/** What a scan that was stopped is headed with; undefined when it was not, but failed. */
function titleOfEnd(reason: unknown, texts: Texts): string | undefined {
  if (reason === cancelled) return texts.friends.cancelled
  return reason instanceof Refusal && reason.code === 'too_slow' ? texts.errors.too_slow.title : undefined
}

const data = slashCommand('friends')
  .addStringOption(accountOption)
  .addIntegerOption((option) => named(option, 'within').setMinValue(0).setMaxValue(MAX_DAYS))
  .addStringOption((option) =>
    named(option, 'kind').addChoices(
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
  open: (options) =>
    openAccount(options, (account) =>
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

function scanAction(name: string, costOf: (message: Message) => CostName): Action {
  return {
    name,
    open(words, { message }) {
      const { account, filter, origin } = wordsSchema.parse(words)
      return checkFriends(account, filter, costOf(message), origin)
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
    isUrgent: true,
    open(words) {
      const [scanId, account] = z.tuple([z.string(), accountWord]).parse(words)
      return {
        cost: 'free',
        again: friendsId(account.typed, { page: 0, within: null, kind: 'any', offset: 0 }),
        ...backTo(account),
        async run({ scans, userId }) {
          if (scans.cancel(scanId, userId) === 'unknown') throw new Refusal('scan_gone')
        },
      }
    },
  },
]
