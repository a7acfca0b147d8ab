import { z } from 'zod'
import { findShownProfile } from '../src/accounts/find-profiles.ts'
import { readHistory } from '../src/watch/history.ts'
import { accountFields, createAccountTask, withAccount } from '../src/accounts/discord/account-task.ts'
import { findRememberedRecord } from '../src/accounts/find-record.ts'
import { findSignedBan, notesFor } from '../src/accounts/discord/server-notes.ts'
import { actorOf } from '../src/discord/actor.ts'
import type { Action, SlashCommand, Task } from '../src/discord/command.ts'
import type { HistoryItem } from '../src/accounts/discord/history-item.ts'
import { listBans } from '../src/bans/list-bans.ts'
import { bannedLine } from '../src/bans/discord/ban-parts.ts'
import { type Ban, isInForce } from '../src/model/ban.ts'
import type { SteamId } from '../src/model/steam-id.ts'
import type { Invocation as PolicyInvocation } from '../src/policy/discord/command.ts'
import { visitItems } from '../src/policy/discord/visits.ts'
import { readVisits } from '../src/policy/refusals.ts'
import type { Invocation as WatchInvocation } from '../src/watch/discord/command.ts'
import { formatLogLine } from '../src/watch/discord/log-messages.ts'
import { readChangesOf, toAuditLines } from '../src/watch/read-audit-log.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { accountArgument, numberArgument } from '../src/discord/custom-id.ts'
import { historyView } from '../src/watch/discord/history-view.ts'
import { historyId } from '../src/watch/discord/watch-parts.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

type Invocation = WatchInvocation & PolicyInvocation

/** Number of bans of an account from imports that its history shows. */
const MAX_BANS = 100

/** What the server and its players did: changes by the team, imported bans, refusals and joins. */
async function findItems({ context, isAllowed, texts, guildId }: Invocation, steamId: SteamId): Promise<HistoryItem[]> {
  if (guildId === null) return []
  const everyBan = { search: '', steamId, state: 'all' } as const
  const [changes, { bans }, visits] = await Promise.all([
    readChangesOf(context, guildId, steamId, isAllowed('ManageGuild')),
    listBans(context, guildId, everyBan, { limit: MAX_BANS, offset: 0 }),
    readVisits(context, { guildId, steamId, language: texts.language }),
  ])
  const others = context.otherChanges(texts.language)
  const hasEnded = (ban: Ban) => !isInForce(ban, context.clock.unixSeconds())
  return [
    // The heading of the message names the account.
    ...toAuditLines(changes).map((entry) => ({
      at: entry.at,
      text: formatLogLine({ ...entry, steamId: null }, null, others, texts),
    })),
    // Of an import, the log has only the number of bans.
    ...bans
      .filter(({ importNumber }) => importNumber !== null)
      .map((ban) => ({ at: ban.addedAt, text: bannedLine(ban, texts, { hasEnded: hasEnded(ban) }) })),
    ...visitItems(visits, texts),
  ]
}

function showHistory(account: string, page: number): Task<Invocation> {
  return {
    cost: 'lookup',
    // The server's own notes are in it.
    permission: 'ModerateMembers',
    ...accountFields(account, (short) => historyId(short, page)),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const record = findRememberedRecord(context, steamId, callContext)
      const [history, items, ownBan, profile] = await Promise.all([
        readHistory(context, actorOf(invocation).guildId, steamId),
        findItems(invocation, steamId),
        findSignedBan(notesFor(invocation), steamId),
        findShownProfile(context, steamId, callContext),
      ])
      const now = context.clock.unixSeconds()
      await reply.show(
        historyView({ ...history, items, ownBan, record, now }, { steamId, foundBy, ...profile }, page, texts),
      )
    }),
  }
}

export const historyCommand: SlashCommand<Invocation> = {
  data: slashCommand(COMMANDS.history).addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, (account) => showHistory(account, 0)),
}

/** The History button, and the page buttons of a history. */
export const historyAction: Action<Invocation> = {
  name: 'history',
  createTask: (args) => showHistory(...z.tuple([accountArgument, numberArgument(3)]).parse(args)),
}
