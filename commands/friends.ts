import { z } from 'zod'
import type { FoundBy, SteamId } from '../src/model/steam-id.ts'
import { bannedFriends, checkedFriends, FRIEND_KINDS } from '../src/accounts/presentation/friend-filter.ts'
import { findName } from '../src/accounts/find-profiles.ts'
import { type PartialRecord, findOwnRecord } from '../src/accounts/find-record.ts'
import { scanPartsInSteps } from '../src/accounts/scan-friends.ts'
import { findEarlierBansOf, findSignedBan, notesFor } from '../src/accounts/discord/server-notes.ts'
import { accountFields, createAccountTask, withAccount } from '../src/accounts/discord/account-task.ts'
import type { Action, Invocation, SlashCommand, Task } from '../src/accounts/discord/command.ts'
import type { CommandCost } from '../src/discord/command.ts'
import { localized, localizedChoices, slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { accountArgument, numberArgument } from '../src/discord/custom-id.ts'
import { foundByArgument } from '../src/accounts/discord/found-by.ts'
import { MAX_FRIENDS, MAX_PARTS } from '../src/model/limits.ts'
import { CommandError } from '../src/discord/command-error.ts'
import { RapsheetError } from '../src/model/error.ts'
import { isPosted } from '../src/discord/post.ts'
import { runScan, SCAN_DEADLINE_MS, titleOfStop } from '../src/accounts/discord/run-scan.ts'
import {
  ALL_FRIENDS,
  BANNED_FRIENDS,
  friendsId,
  type FriendFilter,
  type FriendScan,
} from '../src/accounts/discord/views/friend-filter.ts'
import { friendsView } from '../src/accounts/discord/views/friends-view.ts'
import { scanningView, stoppedView, type ScanState } from '../src/accounts/discord/views/scan-view.ts'
import { COMMANDS, KINDS, OPTIONS } from '../src/accounts/discord/texts.ts'

const MAX_DAYS = 10_000

const argumentsSchema = z
  .tuple([
    accountArgument,
    numberArgument(2),
    z.union([z.literal('').transform(() => null), numberArgument(5)]),
    z.enum(FRIEND_KINDS),
    // Absent in buttons of versions that scanned only the first part of a list.
    numberArgument(4).default(0),
    foundByArgument.optional(),
  ])
  .transform(([account, page, within, kind, offset, foundBy]) => ({
    account,
    foundBy,
    filter: { page, within, kind, offset },
  }))

/** How a scan is charged, and how much of the list it checks. */
interface Extent {
  /** The cost of the first part. */
  cost: CommandCost
  /** The maximum number of parts. */
  parts: number
  /** Whether this is another page of an earlier scan, whose further parts are free while they are in memory. */
  isShownBefore: boolean
}

const NEW_SCAN: Extent = { cost: 'friends', parts: MAX_PARTS, isShownBefore: false }

function checkFriends(account: string, filter: FriendFilter, extent: Extent, known?: FoundBy): Task {
  const { cost } = extent
  const showScan = withAccount(account, known, (invocation: Invocation, resolved) =>
    scanAndShow(invocation, resolved, filter, extent),
  )
  return {
    cost: 'free',
    ...accountFields(account, (short) => friendsId(short, filter, known)),
    deadlineMs: SCAN_DEADLINE_MS,
    run: (invocation) =>
      runScan(invocation, 'friends', async (running) => {
        // Charged only if the scan starts.
        await running.charge(cost)
        await showScan(running)
      }),
  }
}

/** Scans the friends and shows the progress; then shows the result, or the findings of a stopped scan. */
async function scanAndShow(
  invocation: Invocation,
  account: Pick<ScanState, 'steamId' | 'foundBy'>,
  filter: FriendFilter,
  { parts, isShownBefore }: Extent,
) {
  const { context, callContext, reply, requestId, texts } = invocation
  const server = notesFor(invocation)
  let state: ScanState = {
    ...account,
    name: null,
    scanId: requestId,
    current: 0,
    total: null,
    totalFriends: 0,
    found: [],
    failed: 0,
    fetchedAt: 0,
    filter,
    record: null,
  }
  const { steamId } = account
  const ownFacts = Promise.all([
    findName(context, steamId, callContext).then((name) => void (state = { ...state, name })),
    findOwnBans(invocation, steamId).then((own) => void (state = { ...state, ...own })),
  ])
  // A stopped scan does not wait for these facts, so their failure is handled here.
  ownFacts.catch(() => {})
  reply.progress(scanningView(state, texts, server))
  try {
    const mayGoOn = async (from: number) =>
      from < filter.offset + parts * MAX_FRIENDS &&
      ((isShownBefore && context.rememberedScans.has(steamId, from)) || (await takeFurtherScan(invocation)))
    const steps = scanPartsInSteps(context, steamId, callContext, filter.offset, mayGoOn)
    for await (const { event, found, failed, fetchedAt } of steps) {
      if ('progress' in event) {
        state = { ...state, ...event.progress, found: [...state.found, ...found], failed, fetchedAt }
        reply.progress(scanningView(state, texts, server))
        continue
      }
      await ownFacts
      const { name, ownBan } = state
      const record = withNewestBans(invocation, steamId, state.record)
      const friends = checkedFriends(event).map(({ steamId: friend, banDetails: bans }) => ({
        steamId: friend,
        bans,
        fetchedAt: event.fetchedAt,
      }))
      const own = record ? [{ steamId, bans: record.bans.value, fetchedAt: record.bans.fetchedAt }] : []
      const pastBans = await server.findEarlierBans([...own, ...friends])
      const banned = await keepBanned(invocation, bannedFriends(event, filter))
      const allParts = context.rememberedScans.find(steamId)
      const result = { ...account, name, record, ownBan, pastBans, banned, allParts, ...event }
      await reply.show(friendsView(result, filter, texts, server))
    }
  } catch (error) {
    const title = titleOfStop(callContext.signal.reason, texts)
    if (title === undefined || invocation.audience === 'channel') throw error
    // Shows the friends found so far, marked as incomplete.
    await reply.show(stoppedView(title, state, texts, server))
  }
}

/** Charges a scan of a further part; false if the quota or the load does not allow it now, so that what was found so far is shown. */
async function takeFurtherScan({ charge }: Invocation): Promise<boolean> {
  try {
    await charge('friends')
    return true
  } catch (error) {
    if (error instanceof CommandError || error instanceof RapsheetError) return false
    throw error
  }
}

/** Keeps the banned friends for the button that watches them; undefined where there are none or no such button. */
async function keepBanned(
  { audience, guildId, pending }: Invocation,
  steamIds: SteamId[],
): Promise<FriendScan['banned']> {
  if (guildId === null || audience === 'channel' || steamIds.length === 0) return undefined
  return { id: await pending.save(BANNED_FRIENDS, steamIds), count: steamIds.length }
}

/** Updates the bans in `record` at the end of the scan; null if the newest record is incomplete. */
function withNewestBans({ context }: Invocation, steamId: SteamId, record: PartialRecord | null): PartialRecord | null {
  if (!record) return null
  const { value, ...age } = context.newestBans.of(steamId, record.bans)
  return value && { ...record, bans: { ...age, value } }
}

/** The record of the account, its earlier bans that are missing in the record, and its ban of the server. */
async function findOwnBans(invocation: Invocation, steamId: SteamId) {
  const { context, callContext } = invocation
  const server = notesFor(invocation)
  const [record, ownBan] = await Promise.all([
    findOwnRecord(context, steamId, callContext),
    findSignedBan(server, steamId),
  ])
  return { record, earlierBans: await findEarlierBansOf(server, steamId, record), ownBan }
}

export const friendsCommand: SlashCommand = {
  isForUsers: true,
  data: slashCommand(COMMANDS.friends)
    .addStringOption(accountOption)
    .addIntegerOption((option) => localized(option, OPTIONS.within).setMinValue(0).setMaxValue(MAX_DAYS))
    .addStringOption((option) => localized(option, OPTIONS.kind).addChoices(localizedChoices(FRIEND_KINDS, KINDS)))
    .toJSON(),
  createTask: (options) =>
    createAccountTask(options, (account) => {
      const within = options.getInteger('within')
      const kind = FRIEND_KINDS.find((name) => name === options.getString('kind')) ?? 'any'
      return checkFriends(account, { ...ALL_FRIENDS, within, kind }, NEW_SCAN)
    }),
}

function scanAgain(args: string[], extent: Extent): Task {
  const { account, filter, foundBy } = argumentsSchema.parse(args)
  return checkFriends(account, filter, extent, foundBy)
}

const partsArgument = numberArgument(1).pipe(z.int().min(1).max(MAX_PARTS))

/** The buttons that scan friends (such as Friends and Scan again), and the page buttons of a scan. */
export const friendsActions: Action[] = [
  { name: 'friends', createTask: (args) => scanAgain(args, NEW_SCAN) },
  {
    name: 'turn',
    createTask([count, ...args], { message }) {
      const parts = partsArgument.parse(count)
      // The pages of a recent scan come from the cache; a posted message may be days old.
      return scanAgain(args, { cost: isPosted(message) ? 'friends' : 'lookup', parts, isShownBefore: true })
    },
  },
]
