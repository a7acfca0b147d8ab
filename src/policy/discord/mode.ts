import { z } from 'zod'
import { POLICY_MODES, REFUSAL_NOTICES, type PolicyMode } from '../../model/policy.ts'
import { policyStatus } from '../policy-status.ts'
import type { RefusalReports } from '../database/policies.ts'
import { saveTerms, setPolicyMode, setReports } from '../save-terms.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction } from '../../discord/confirm.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import type { Action, Invocation } from './command.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import type { Subcommand } from './command.ts'
import { enforceQuestionView, modeView } from './policy-mode-view.ts'
import { noPolicyView } from './policy-parts.ts'
import { namedPreview } from './policy-preview.ts'
import { OPTIONS, SUBCOMMANDS, BAN_REPORT_NAMES, MODE_NAMES, REPORT_NAMES } from './texts.ts'

interface ModeChange {
  mode: PolicyMode | undefined
  reports: Partial<RefusalReports>
}

/** Applies the given changes, except a change to `enforce`: because players would be refused then, the user is asked first. */
async function change(invocation: Invocation, { mode, reports }: ModeChange): Promise<void> {
  const { context, reply, texts } = invocation
  const actor = actorOf(invocation)
  const before = await policyStatus(context, actor.guildId)
  if (before === null) return reply.show(noPolicyView(texts))
  const { terms, version } = before.policy
  if (Object.keys(reports).length > 0) await setReports(context, { ...actor, ...reports })
  if (mode === 'enforce' && terms.mode === 'observe') {
    const preview = await namedPreview(invocation, terms)
    const hasServers = before.tokens.length > 0
    return reply.show(enforceQuestionView({ terms, version, hasServers, preview }, texts))
  }
  if (mode === 'observe') await setPolicyMode(context, { ...actor, mode })
  const { notify, reportsBans } = before.policy
  await reply.show(modeView({ mode: mode ?? terms.mode, notify, reportsBans, ...reports }, mode !== undefined, texts))
}

export const modeSubcommand: Subcommand = {
  name: SUBCOMMANDS.mode,
  build: (command) =>
    command
      .addStringOption((option) =>
        localized(option, OPTIONS.mode).addChoices(localizedChoices(POLICY_MODES, MODE_NAMES)),
      )
      .addStringOption((option) =>
        localized(option, OPTIONS.reports).addChoices(localizedChoices(REFUSAL_NOTICES, REPORT_NAMES)),
      )
      .addStringOption((option) =>
        localized(option, OPTIONS.banReports).addChoices(localizedChoices(BAN_REPORTS, BAN_REPORT_NAMES)),
      ),
  createTask(options) {
    const mode = POLICY_MODES.find((each) => each === options.getString('mode'))
    const notify = REFUSAL_NOTICES.find((each) => each === options.getString('reports'))
    const bans = options.getString('bans')
    const reports = { ...(notify && { notify }), ...(bans !== null && { reportsBans: bans === 'on' }) }
    return { cost: 'free', permission: 'ManageGuild', run: (invocation) => change(invocation, { mode, reports }) }
  },
}

/** The buttons of the question whether to refuse players from now on; the custom id contains the version that was shown. */
export const enforceAction: Action = confirmAction({
  name: 'policyenforce',
  args: z.tuple([numberArgument(9)]),
  permission: 'ManageGuild',
  cancel: (invocation) => change(invocation, NOTHING),
  run: (invocation, [fromVersion]) => enforce(invocation, fromVersion),
})

const NOTHING: ModeChange = { mode: undefined, reports: {} }
/** Whether refusals by own bans are reported. */
const BAN_REPORTS = ['on', 'off'] as const

async function enforce(invocation: Invocation, fromVersion: number): Promise<void> {
  const { context, reply, texts } = invocation
  const actor = actorOf(invocation)
  const status = await policyStatus(context, actor.guildId)
  if (status === null) return reply.show(noPolicyView(texts))
  const { terms, notify, reportsBans } = status.policy
  await saveTerms(context, { ...actor, terms: { ...terms, mode: 'enforce' }, fromVersion })
  await reply.show(modeView({ mode: 'enforce', notify, reportsBans }, true, texts))
}
