import { z } from 'zod'
import { noticesIn, POLICY_MODES, REFUSAL_NOTICES, type PolicyMode, type PolicyTerms } from '../../model/policy.ts'
import { policyStatus, type TokenStatus } from '../policy-status.ts'
import type { RefusalReports } from '../database/policies.ts'
import { saveTerms, setPolicyMode, setReports } from '../save-terms.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction, questionButtons } from '../../discord/confirm.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import type { Action, Invocation, Subcommand, Task } from './command.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { noPolicyView, cautionLine, connectionLines, formatRules } from './policy-parts.ts'
import { namedPreview, formatPreview, previewVerdict, type NamedPreview } from './policy-preview.ts'
import { OPTIONS, SUBCOMMANDS, BAN_REPORT_NAMES, MODE_NAMES, REPORT_NAMES, type Texts } from './texts.ts'
import { ICONS } from '../../lib/tone.ts'
import { refusingRules } from '../judge-rules.ts'
import { charactersLeft, createView, row, type View } from '../../discord/view.ts'
import { resultView } from '../../discord/views/result-view.ts'

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
    const { tokens } = before
    return reply.show(enforceQuestionView({ terms, version, tokens, preview }, texts))
  }
  if (mode === 'observe') await setPolicyMode(context, { ...actor, mode })
  const { notify, reportsBans } = before.policy
  await reply.show(modeView({ mode: mode ?? terms.mode, notify, reportsBans, ...reports }, mode !== undefined, texts))
}

/** Applies changes as `change` does. */
export const changeMode = (wanted: ModeChange): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  run: (invocation) => change(invocation, wanted),
})

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
        localized(option, OPTIONS.bans).addChoices(localizedChoices(BAN_REPORTS, BAN_REPORT_NAMES)),
      ),
  createTask(options) {
    const mode = POLICY_MODES.find((each) => each === options.getString('mode'))
    const notify = REFUSAL_NOTICES.find((each) => each === options.getString('reports'))
    const bans = options.getString('bans')
    const reports = { ...(notify && { notify }), ...(bans !== null && { reportsBans: bans === 'on' }) }
    return changeMode({ mode, reports })
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

interface ShownMode extends RefusalReports {
  mode: PolicyMode
}

/** The message about the mode of a policy and how refusals are reported. `isChanged` is true in the answer to a change of the mode. */
export function modeView({ mode, notify, reportsBans }: ShownMode, isChanged: boolean, texts: Texts): View {
  const { policy, policyMode } = texts
  const lines = [
    `## 🛡️ ${isChanged ? policyMode.set[mode] : policyMode.title}`,
    policy.modes[mode],
    `**${policy.reports}** ${policy.reportsOf[notify]}. ${noticesIn(mode, notify) === notify ? '' : policyMode.inObserve}`.trim(),
    ...(reportsBans ? [] : [policy.bansNotReported]),
    `-# ${policyMode.hint}`,
  ]
  return createView('neutral', [lines.join('\n')], [])
}

interface EnforceQuestion {
  terms: PolicyTerms
  version: number
  tokens: readonly TokenStatus[]
  preview: NamedPreview
}

/** Asks whether to refuse players from now on; shows the rules and their effect on the last joins. */
export function enforceQuestionView({ terms, version, tokens, preview }: EnforceQuestion, texts: Texts): View {
  const { policy, policyMode } = texts
  const head = [
    `## ${ICONS.restricted} ${policyMode.question}`,
    policyMode.questionHint,
    // All rules may only notify.
    ...(refusingRules(terms).length > 0 ? [] : [`${ICONS.restricted} ${policy.noRefusal}`]),
    ...connectionLines(tokens, texts),
  ].join('\n')
  const rules = `**${policy.rules}**\n${formatRules(terms, policy.noRules, texts)}`
  const foot = cautionLine(texts)
  const verdict = previewVerdict(preview, terms, texts)
  const shown = formatPreview(preview, terms, charactersLeft([head, rules, foot, verdict]), texts)
  const buttons = questionButtons(toCustomId('policyenforce', version), texts)
  return resultView('restricted', verdict, [head, rules, shown, foot], [row(buttons)])
}
