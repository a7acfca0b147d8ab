import type { PolicyMode, PolicyTerms } from '../../model/policy.ts'
import { ICONS } from '../../lib/tone.ts'
import type { RefusalReports } from '../database/policies.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { hasRules, refusingRules } from '../judge-rules.ts'
import type { Texts } from './texts.ts'
import { cancelButton, dangerButton } from '../../discord/confirm.ts'
import { charactersLeft, createView, row, type View } from '../../discord/view.ts'
import { REFUSED_ICON } from './policy-icons.ts'
import { cautionLine, formatRules } from './policy-parts.ts'
import { formatPreview, previewVerdict, type NamedPreview } from './policy-preview.ts'
import { resultView } from '../../discord/views/result-view.ts'

interface ShownMode extends RefusalReports {
  mode: PolicyMode
}

/** The message about the mode of a policy and how refusals are reported. `isChanged` is true in the answer to a change of the mode. */
export function modeView({ mode, notify, reportsBans }: ShownMode, isChanged: boolean, texts: Texts): View {
  const { policy, policyMode } = texts
  const lines = [
    `## 🛡️ ${isChanged ? policyMode.set[mode] : policyMode.title}`,
    policy.modes[mode],
    `**${policy.reports}** ${policy.reportsOf[notify]}. ${mode === 'observe' && notify === 'each' ? policyMode.inObserve : ''}`.trim(),
    ...(reportsBans ? [] : [policy.bansNotReported]),
    `-# ${policyMode.hint}`,
  ]
  return createView('neutral', [lines.join('\n')], [])
}

interface EnforceQuestion {
  terms: PolicyTerms
  version: number
  hasServers: boolean
  preview: NamedPreview
}

/** Warns that no rule refuses, because there is none, or because all of them only notify. */
function noRefusalLines(terms: PolicyTerms, { policyMode }: Texts): string[] {
  if (refusingRules(terms).length > 0) return []
  return [`${ICONS.restricted} ${hasRules(terms.rules) ? policyMode.onlyNotifying : policyMode.noRules}`]
}

/** Asks whether to refuse players from now on; shows the rules and their effect on the last joins. */
export function enforceQuestionView({ terms, version, hasServers, preview }: EnforceQuestion, texts: Texts): View {
  const { policy, policyMode, buttons } = texts
  const head = [
    `## ${ICONS.restricted} ${policyMode.question}`,
    policyMode.questionHint,
    ...noRefusalLines(terms, texts),
    ...(hasServers ? [] : [`${ICONS.restricted} ${policyMode.noServers}`]),
  ].join('\n')
  const rules = `**${policy.rules}**\n${formatRules(terms, policy.noRules, texts)}`
  const foot = cautionLine(texts)
  const verdict = previewVerdict(preview, terms, texts)
  const shown = formatPreview(preview, terms, charactersLeft([head, rules, foot, verdict]), texts)
  const enforce = dangerButton(REFUSED_ICON, buttons.enforce, toCustomId('policyenforce', version))
  const cancel = cancelButton('policyenforce', texts)
  return resultView('restricted', verdict, [head, rules, shown, foot], [row([enforce, cancel])])
}
