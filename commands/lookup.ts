import { z } from 'zod'
import type { Account } from '../src/model/account.ts'
import { type FoundBy, howFound } from '../src/accounts/presentation/found-by.ts'
import { lookupWithFacts } from '../src/accounts/lookup.ts'
import { findEarlierBans } from '../src/watch/earlier-bans.ts'
import { findWatch } from '../src/watch/find-watch.ts'
import { judgingOf } from '../src/policy/discord/judging.ts'
import { findEarlierNames } from '../src/watch/name-notes.ts'
import { readBriefly } from '../src/watch/read-briefly.ts'
import { selectWorthKnowing } from '../src/accounts/worth-knowing.ts'
import { accountFields, createAccountTask } from '../src/accounts/discord/account-task.ts'
import { accountArgument } from '../src/discord/custom-id.ts'
import type { Action, Invocation, SlashCommand, Task } from '../src/discord/command.ts'
import { accountOption, slashCommand } from '../src/discord/command-builders.ts'
import { foundByArgument } from '../src/accounts/discord/found-by.ts'
import { lookupView, type Watched } from '../src/accounts/discord/views/lookup-view.ts'
import { lookupId } from '../src/accounts/discord/views/account-parts.ts'

/** Refresh accepts cached answers up to this age, so that repeated clicks do not call Steam again. */
const FRESH_SECONDS = 10

const argumentsSchema = z.tuple([accountArgument, foundByArgument.optional()])

function showAccount(account: string, known?: FoundBy): Task {
  // Back would lead to this same lookup.
  const { backTo: _, ...fields } = accountFields(account, (short) => lookupId(short, known))
  return {
    cost: 'lookup',
    ...fields,
    async run(invocation) {
      const { context, callContext, guildId, now, reply, texts } = invocation
      const { account: found, facts } = await lookupWithFacts(context, account, callContext)
      const [{ watched, earlierNames }, earlierBans] = await Promise.all([
        findWatched(invocation, found),
        findEarlierBans(context, guildId, [{ ...found, fetchedAt: found.partsFetchedAt.bans }]),
      ])
      const isWatched = watched !== null && watched !== 'no list' && watched !== 'unreadable'
      const scan = context.rememberedScans.find(found.steamId)
      const worthKnowing = selectWorthKnowing({ facts, scan, isWatched, earlierNames }, Math.floor(now / 1_000))
      await reply.show(
        lookupView(found, known ?? howFound(account, found), texts, {
          watched,
          worthKnowing,
          judging: judgingOf(invocation),
          facts,
          earlierBans: earlierBans.get(found.steamId),
        }),
      )
    },
  }
}

/** An entry of the server's watch list, and the names that its account had before. */
interface FoundEntry {
  watched: Watched
  earlierNames: string[]
}

/**
 * The entry of an account on the server's watch list. A database that fails, or is busy, does not keep the bans from being shown.
 */
async function findWatched(
  { context, guildId }: Invocation,
  { steamId, profile: { personaname: name } }: Account,
): Promise<FoundEntry> {
  if (guildId === null) return { watched: 'no list', earlierNames: [] }
  // Most accounts are on no list, and a look-up of them waits for no database.
  if (!context.watched.has(steamId)) return { watched: null, earlierNames: [] }
  const found = await readBriefly(context.clock, async (): Promise<FoundEntry> => {
    const watched = await findWatch(context, guildId, steamId)
    // For servers that watch the account alone.
    return { watched, earlierNames: watched ? await findEarlierNames(context, steamId, name) : [] }
  })
  context.onName(steamId, name)
  return found ?? { watched: 'unreadable', earlierNames: [] }
}

export const lookupCommand: SlashCommand = {
  data: slashCommand('lookup').addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, showAccount),
}

/** The Back and Refresh buttons, and the select menu and the buttons that open an account of a list. */
export const lookupActions: Action[] = [
  { name: 'lookup', createTask: (args) => showAccount(...argumentsSchema.parse(args)) },
  {
    name: 'refresh',
    createTask: (args) => ({ ...showAccount(...argumentsSchema.parse(args)), freshWithinSeconds: FRESH_SECONDS }),
  },
  // In a new message, so that the next account can be opened from the list.
  {
    name: 'open',
    defersReply: true,
    createTask: (args, { values }) => showAccount(...argumentsSchema.parse(values[0]?.split(':') ?? args)),
  },
]
