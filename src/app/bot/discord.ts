import { testChannel, type ChannelContext } from '../../watch/discord/test-channel.ts'
import { banChangeCells, formatBanChange, isOfBanList } from '../../bans/discord/ban-log.ts'
import { createPresets, type PresetsContext } from '../../bans/presets.ts'
import type { DoorContext, ListContext } from '../../bans/discord/command.ts'
import type { BotApi } from '../../discord/bot-api.ts'
import type { ErrorWords } from '../../discord/error-words.ts'
import { formatPolicyChange, policyChangeCells } from '../../policy/discord/policy-log.ts'
import { banAccounts } from '../../policy/ban-accounts.ts'
import type { PolicyCommandContext } from '../../policy/discord/command.ts'
import type { LogContext, UndoContext } from '../../watch/discord/command.ts'
import type { ForgetContext } from '../../watch/discord/forget-view.ts'
import {
  type CardContext,
  type ListNotes,
  type Reader,
  type ServerNotes,
  NO_OWN_BAN,
} from '../../accounts/discord/server-notes.ts'
import { readAccountInput } from '../../text/account-input.ts'
import { resolveStale } from '../../accounts/resolve-account.ts'
import type { ToolsCommandContext } from '../../tokens/discord/command.ts'
import { formatToolChange, isOfTools, toolChangeCells } from '../../tokens/discord/tool-log.ts'
import type { WatchContext } from '../../watch/watch-context.ts'
import type { Database } from '../database.ts'
import { forgetAccount, type ForgetOptions } from '../forget-account.ts'
import { accountsNotAnswered, errorView, outcomeOf, type UnansweredAccount } from './error-view.ts'
import { undoChange } from '../undo-change.ts'
import { findTexts, loadedTexts, type Texts } from './texts.ts'
import { banGameReason } from '../../policy/game-reason.ts'
import { gameServersOf } from '../../policy/policy-status.ts'
import { doorNotes, exceptionLine, listedDoor } from '../../policy/discord/policy-line.ts'
import { banStatusOf } from '../../accounts/presentation/ban-status.ts'
import { readBriefly } from '../../lib/read-briefly.ts'
import { type FoundDecision, isBan, isInForce } from '../../model/ban.ts'
import { noteOwnBan, noteOwnBans } from '../../bans/discord/account-notes.ts'
import { banHereButton, formatExcepted, lookUpButton, ownBanOf } from '../../bans/discord/ban-parts.ts'
import type { OwnDecision } from '../../discord/edit-pressed.ts'
import { BAN_ICON } from '../../lib/tone.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { createLogMessages } from '../../watch/discord/log-messages.ts'
import { noteWatched } from '../../watch/discord/account-notes.ts'
import { watchListedButtons } from '../../watch/discord/watch-parts.ts'
import { findEarlierBans, renewRecords } from '../../watch/history.ts'
import type { Judging } from '../../policy/judge.ts'
import { nonEmpty } from '../../discord/view.ts'

export { createBotApi } from '../../discord/bot-api.ts'
export { startBot } from '../../discord/bot.ts'
export { listGuilds } from '../../discord/bot-api.ts'
export { createPending } from '../../discord/pending.ts'
export { createDelivery } from '../../outbox/discord/run-delivery.ts'
export { noticeMessages, refusalMessages } from '../../policy/discord/refusal-messages.ts'
export { joinMessages } from '../../watch/discord/join-messages.ts'
export { alertMessages } from '../../watch/discord/alert-messages.ts'
export { findTexts }

/**
 * The dependencies of all commands, without the functions that one feature offers to another; `createCommandContext` adds those functions.
 */
export interface ServerContext
  extends WatchContext, PolicyCommandContext, ToolsCommandContext, ForgetOptions, ListContext {
  database: Database
  clock: WatchContext['clock']
  policies: PolicyCommandContext['policies']
  bans: PolicyCommandContext['bans']
}
/** All dependencies of all commands. */
export type CommandContext = ServerContext &
  PresetsContext &
  CardContext &
  ChannelContext &
  LogContext &
  ForgetContext &
  UndoContext &
  DoorContext

/** Creates the dependencies of all commands: adds to `context` the functions that one feature offers to another. */
export function createCommandContext(context: ServerContext, api: BotApi): CommandContext {
  return {
    ...context,
    presets: createPresets(context),
    notes: (reader) => createServerNotes(context, reader),
    banAccounts: (request) => banAccounts(context, request),
    gameReason(guildId, reason, language) {
      const policy = guildId === null ? undefined : context.policies.ofGuild(guildId)
      return banGameReason({ reason }, policy ?? { language, appeal: '' })
    },
    gameServers: (guildId) => gameServersOf(context, guildId),
    isBanned: (guildId, steamId) => isBan(context.bans.find(guildId, steamId)),
    forgetAccount: (account) => forgetAccount(context, account),
    undoChange: (id, actor) => undoChange(context, id, actor),
    testChannel: async (channel, locale, signal) => testChannel(api, channel, await findTexts(locale), signal),
    otherChanges,
  }
}

/** What a server has decided about an account: an exception, or its own ban. */
export function findDecision(
  { policies, bans, clock }: Pick<ServerContext, 'policies' | 'bans' | 'clock'>,
  guildId: string,
  steamId: SteamId,
): FoundDecision {
  const exception = policies.ofGuild(guildId)?.exceptions.get(steamId)
  const isExcepted = exception?.decision === 'allow' && isInForce(exception, clock.unixSeconds())
  return isExcepted ? 'excepted' : bans.find(guildId, steamId)
}

/** That an exception of a server always lets an account in; empty without one. */
function exceptedLine(context: ServerContext, guildId: string | null, steamId: SteamId, own: Texts): string {
  const isExcepted = guildId !== null && findDecision(context, guildId, steamId) === 'excepted'
  return isExcepted ? formatExcepted(own) : ''
}

/** What a server has decided about an account now: an exception, or its own ban, without a private text. */
export const createDecide =
  (context: CommandContext) =>
  (guildId: string, steamId: SteamId, own: Texts): OwnDecision => {
    const { mark, line } = ownBanOf(steamId, { findDecision: (each) => findDecision(context, guildId, each) }, own)
    const isBanned = mark === 'banned'
    return {
      line: `${isBanned ? `${BAN_ICON} ` : ''}${line}`,
      isBanned,
      buttons: [lookUpButton(steamId, own), ...(isBanned ? [] : [banHereButton(steamId, own)])],
    }
  }

/** Formats changes of the features other than the watch list. */
const otherChanges: LogContext['otherChanges'] = (language) => {
  const own = loadedTexts(language)
  return {
    sentence(change, characters, name) {
      const { action } = change
      if (isOfBanList(action)) return formatBanChange({ ...change, action }, characters, own, name)
      if (isOfTools(action)) return formatToolChange({ ...change, action }, own)
      return formatPolicyChange(change, characters, own, name)
    },
    cells({ action, detail }) {
      if (isOfBanList(action)) return banChangeCells({ action, detail }, own)
      if (isOfTools(action)) return toolChangeCells(detail)
      return policyChangeCells({ action, detail })
    },
  }
}

/** The messages that tell a team what was changed. */
export const logMessages = createLogMessages(otherChanges)

/** How failures are shown and named. While Steam cannot say what an account has done, its ban by the server itself is still shown. */
export const createErrors = (context: CommandContext): ErrorWords<Texts> => ({
  async view(failure, attempt, now, own) {
    const { guildId } = attempt
    const find = async (account: string): Promise<UnansweredAccount> => {
      const read = guildId === null ? null : readAccountInput(account)
      const known = read && (await resolveStale(context, read))
      return known
        ? { steamId: known.steamId, ...(await noteOwnBan(context, guildId, known.steamId, own)) }
        : NO_OWN_BAN
    }
    // The error is shown even if this fails, which would be a bug.
    const accounts = accountsNotAnswered(failure, attempt).map((account) => find(account).catch(() => NO_OWN_BAN))
    return errorView(failure, attempt, now, own, await Promise.all(accounts))
  },
  outcomeOf,
})

/** What the watch list, the policy and the ban list of a server add to answers about accounts. */
function createServerNotes(context: ServerContext, { guildId, mayManage, language, now }: Reader): ServerNotes {
  const own = loadedTexts(language)
  // Called only when an answer is shown, because the policy may change during a scan, which takes minutes.
  const judging = (): Judging | null => {
    const policy = guildId === null ? undefined : context.policies.ofGuild(guildId)
    return policy ? { policy, now } : null
  }
  const ownBan = (steamId: SteamId) => noteOwnBan(context, guildId, steamId, own)
  const list: ListNotes = {
    ownBans(steamIds) {
      const listed = noteOwnBans(context, guildId, steamIds, own)
      const factsOf = (id: SteamId) => [...nonEmpty(exceptedLine(context, guildId, id, own)), ...listed.factsOf(id)]
      return { ...listed, factsOf }
    },
    door: (listed) => listedDoor(judging(), listed, own),
    listButtons: (which, id, count) => (guildId === null ? [] : watchListedButtons(which, id, count, own)),
  }
  return {
    onAccount: async (account, facts) => {
      const [watched, banned] = await Promise.all([
        noteWatched(context, guildId, account, own),
        ownBan(account.steamId),
      ])
      const hasBans = banStatusOf(account.bans) !== 'clean'
      const noted = {
        ...watched,
        ownBan: banned,
      }
      const door = doorNotes(judging(), facts, { ownBan: banned.state, hasBans }, own)
      if (door.state !== 'excepted' || !mayManage || guildId === null) return { ...noted, door }
      const exception = await readBriefly(context.clock, () =>
        context.database.read(({ policyExceptions }) => policyExceptions.get(guildId, account.steamId)),
      )
      return { ...noted, door: exception ? { ...door, exception: exceptionLine(exception, own) } : door }
    },
    async ownBan(steamId) {
      const noted = await ownBan(steamId)
      const line = exceptedLine(context, guildId, steamId, own)
      return line === '' ? noted : { ...noted, verdict: line, line }
    },
    findEarlierBans: (shown) => findEarlierBans(context, guildId, shown),
    renewRecords: (shown) => renewRecords(context, guildId, shown),
    ...list,
  }
}
