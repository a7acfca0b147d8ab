import type { CallContext } from '../../lib/call-context.ts'
import type { Context } from '../../accounts/context.ts'
import { findName } from '../../accounts/find-profiles.ts'
import type { Facts } from '../../model/facts.ts'
import type { Policy } from '../../model/policy.ts'
import type { FactPart, Verdict } from '../../model/verdict.ts'
import { gatherFacts } from '../gather-facts.ts'
import { reportingRules } from '../judge.ts'
import { partsOf } from '../judge-rules.ts'
import { findOwnBans, getVerdict } from '../get-verdict.ts'
import { notesFor } from '../../accounts/discord/server-notes.ts'
import { accountFields, createAccountTask, withAccount } from '../../accounts/discord/account-task.ts'
import { actorOf } from '../../discord/actor.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import type { Task } from './command.ts'
import type { Subcommand } from './command.ts'
import { noPolicyView } from './policy-parts.ts'
import { policyVerdictView } from './policy-verdict-view.ts'
import { SUBCOMMANDS } from './texts.ts'

function testAccount(account: string): Task {
  return {
    cost: 'lookup',
    permission: 'ManageGuild',
    ...accountFields(account),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const policy = context.policies.ofGuild(guildId)
      if (!policy) return reply.show(noPolicyView(texts))
      const [{ facts: judgedBy, ...judged }, name] = await Promise.all([
        getVerdict(context, policy, steamId, callContext, {
          own: findOwnBans(context.bans, guildId, steamId, context.clock.unixSeconds()),
        }),
        findName(context, steamId, callContext),
      ])
      const facts = await completed(context, policy, judged.verdict, judgedBy, callContext)
      const { bans } = facts
      const shown = bans.kind === 'known' ? [{ steamId, bans: bans.value, fetchedAt: bans.fetchedAt }] : []
      const earlierBans = (await notesFor(invocation).findEarlierBans(shown)).get(steamId)
      const now = context.clock.unixSeconds()
      const account = { steamId, foundBy, name, earlierBans }
      await reply.show(policyVerdictView({ ...judged, facts }, policy, account, now, texts))
    }),
  }
}

/**
 * Adds the facts that the verdict did not need: bans and profile, because the answer begins with what Steam says about the account, and
 * those that notifying rules need.
 */
async function completed(
  context: Context,
  policy: Policy,
  verdict: Verdict,
  facts: Facts,
  callContext: CallContext,
): Promise<Facts> {
  const shown = new Set<FactPart>(['bans', 'profile', ...partsOf(reportingRules(policy, verdict))])
  const unasked = [...shown].filter((part) => facts[part].kind === 'unasked')
  if (unasked.length === 0) return facts
  const gathered = await gatherFacts(context, facts.steamId, unasked, callContext)
  return { ...facts, ...Object.fromEntries(unasked.map((part) => [part, gathered[part]])) }
}

export const testSubcommand: Subcommand = {
  name: SUBCOMMANDS.test,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) => createAccountTask(options, testAccount),
}
