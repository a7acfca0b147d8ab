import { z } from 'zod'
import { howFound } from '../src/accounts/presentation/profile-facts.ts'
import { compareAccounts, type ComparedAccount } from '../src/accounts/compare-accounts.ts'
import { notesFor } from '../src/accounts/discord/server-notes.ts'
import { createAccountTask } from '../src/accounts/discord/account-task.ts'
import { accountArgument, isShortForm } from '../src/discord/custom-id.ts'
import type { Action, SlashCommand, Task } from '../src/accounts/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption, otherAccountOption } from '../src/accounts/discord/options.ts'
import { AccountError } from '../src/accounts/discord/account-error.ts'
import { compareId, compareView, type ComparedSide } from '../src/accounts/discord/views/compare-view.ts'
import { COMMANDS } from '../src/accounts/discord/texts.ts'

/** Refresh accepts cached answers up to this age, so that repeated clicks do not call Steam again. */
const FRESH_SECONDS = 10
/** Number of lookups that a comparison costs. */
const LOOKUPS = 2

function showComparison(a: string, b: string): Task {
  return {
    cost: 'free',
    ...(isShortForm(a) && isShortForm(b) ? { retryId: compareId(a, b) } : {}),
    async run(invocation) {
      const { context, callContext, charge, reply, texts } = invocation
      await charge(LOOKUPS)
      const comparison = await compareAccounts(context, [a, b], callContext)
      if (!comparison) throw new AccountError('same_account', { subject: b })
      const [first, second] = comparison.sides
      const shown = [first.account, second.account].map(({ steamId, bans, partsFetchedAt }) => ({
        steamId,
        bans,
        fetchedAt: partsFetchedAt.bans,
      }))
      const server = notesFor(invocation)
      const earlier = server.findEarlierBans(shown)
      const sideOf = async (given: string, side: ComparedAccount): Promise<ComparedSide> => ({
        ...side,
        foundBy: howFound(given, side.account),
        earlierBans: (await earlier).get(side.account.steamId),
        ownBan: await server.ownBan(side.account.steamId),
      })
      const sides = await Promise.all([sideOf(a, first), sideOf(b, second)])
      await reply.show(compareView(comparison, sides, texts))
    },
  }
}

export const compareCommand: SlashCommand = {
  isForUsers: true,
  data: slashCommand(COMMANDS.compare).addStringOption(accountOption).addStringOption(otherAccountOption).toJSON(),
  createTask: (options) =>
    createAccountTask(options, (a) => createAccountTask(options, (b) => showComparison(a, b), { option: 'other' })),
}

/** The Refresh and Try again buttons of a comparison. */
export const compareAction: Action = {
  name: 'compare',
  createTask: (args) => ({
    ...showComparison(...z.tuple([accountArgument, accountArgument]).parse(args)),
    freshWithinSeconds: FRESH_SECONDS,
  }),
}
