import type { Decision } from '../../src/model/policy.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { findName } from '../../src/service/find-name.ts'
import { addException, removeException } from '../../src/service/policy/exceptions.ts'
import { MAX_REASON_CHARACTERS } from '../../src/service/watch/reason.ts'
import { accountFields, createAccountTask, withAccount } from '../../src/discord/account-task.ts'
import { actorOf } from '../../src/discord/actor.ts'
import { accountOption, localizedChoices, localizedPolicyOption } from '../../src/discord/command-builders.ts'
import { CommandError } from '../../src/discord/command-error.ts'
import type { Invocation, Task } from '../../src/discord/command.ts'
import type { Subcommand } from '../../src/discord/subcommand.ts'
import { exceptionAddedView, exceptionRemovedView } from '../../src/discord/views/policy-exceptions-view.ts'

const DECISIONS = ['allow', 'deny', 'remove'] as const
/** The longest `until` that means anything, with room for mistakes that the answer can name. */
export const MAX_UNTIL = 40

/** What was typed about an exception. */
interface Given {
  decision: Decision
  reason: string
  until: string | null
}

/** Adds an exception for an account, and shows it. */
export function exceptAccount(account: string, { decision, reason, until }: Given): Task {
  return {
    cost: 'lookup',
    permission: 'ManageGuild',
    ...accountFields(account),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      if (reason.trim() === '') throw new CommandError('exception_reason_missing')
      const actor = actorOf(invocation)
      const added = await addException(context, { ...actor, steamId, decision, reason, until })
      const { mode = 'observe' } = context.policies.ofGuild(actor.guildId) ?? {}
      const name = await findName(context, steamId, callContext)
      await reply.show(exceptionAddedView({ ...added, mode }, { steamId, foundBy, name }, texts))
    }),
  }
}

const removeByAccount = (account: string): Task => ({
  cost: 'lookup',
  permission: 'ManageGuild',
  ...accountFields(account),
  run: withAccount(account, undefined, (invocation, { steamId }) => removeExceptionOf(invocation, steamId)),
})

/** Removes the exception of an account, and shows what it was. */
export async function removeExceptionOf(invocation: Invocation, steamId: SteamId): Promise<void> {
  const { context, callContext, reply, texts } = invocation
  const removed = await removeException(context, { ...actorOf(invocation), steamId })
  const name = await findName(context, steamId, callContext)
  await reply.show(exceptionRemovedView(removed, { steamId, name }, texts))
}

export const exceptSubcommand: Subcommand = {
  name: 'except',
  build: (command) =>
    command
      .addStringOption(accountOption)
      .addStringOption((option) =>
        localizedPolicyOption(option, 'decision')
          .setRequired(true)
          .addChoices(localizedChoices(DECISIONS, (texts, decision) => texts.policyDecisions[decision])),
      )
      .addStringOption((option) => localizedPolicyOption(option, 'reason').setMaxLength(MAX_REASON_CHARACTERS))
      .addStringOption((option) => localizedPolicyOption(option, 'until').setMaxLength(MAX_UNTIL)),
  createTask: (options) =>
    createAccountTask(options, (account) => {
      const decision = options.getString('decision', true)
      if (decision === 'remove') return removeByAccount(account)
      const reason = options.getString('reason') ?? ''
      const until = options.getString('until')
      return exceptAccount(account, { decision: decision === 'allow' ? 'allow' : 'deny', reason, until })
    }),
}
