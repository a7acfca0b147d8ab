import {
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIStringSelectComponent,
} from 'discord.js'
import { DENYING_RULE_NAMES, FLAG_RULES, HIDDEN_MEANINGS, isSet, type PolicyMode } from '../../model/policy.ts'
import { ICONS } from '../../lib/tone.ts'
import { findContradictions, type TermsProblem } from '../../model/check-terms.ts'
import type { TokenStatus } from '../policy-status.ts'
import type { SavedTerms } from '../save-terms.ts'
import { cancelButton, cancelledView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { HIDEABLE_RULES, toAppealId, type HideableRule, type PolicyDraft } from './policy-draft.ts'
import type { Texts } from './texts.ts'
import { button, charactersLeft, createView, row, type View } from '../../discord/view.ts'
import { connectionLines, formatLine, formatRules, formatProblem, labelOf } from './policy-parts.ts'
import { formatPreview, previewVerdict, type NamedPreview } from './policy-preview.ts'
import { limitMenu } from './policy-numbers.ts'
import { resultView } from '../../discord/views/result-view.ts'

/** The draft of a policy, with components that change it. *Save* is shown only below a preview of a draft without contradictions. */
export function draftView(draft: PolicyDraft, preview: NamedPreview | null, texts: Texts): View {
  const { policyEdit: words, policy } = texts
  const { fromVersion, terms } = draft
  const problems = findContradictions(terms)
  const head = [
    `## 📝 ${words.title}`,
    fromVersion === 0 ? words.newPolicy : words.fromVersion({ version: String(fromVersion) }),
    policy.modes[terms.mode],
  ].join('\n')
  const rules = formatRules(terms, words.noRules, texts)
  const appeal = `**${policy.appeal}** ${terms.appeal === '' ? words.noAppeal : formatLine(terms.appeal)}`
  const before = [head, rules, appeal, ...problemParts(problems, texts)]
  const foot = preview === null && problems.length === 0 ? [words.previewFirst] : []
  const verdict = preview === null ? '' : previewVerdict(preview, terms, texts)
  const room = charactersLeft([...before, verdict])
  const shown = preview === null ? [] : [formatPreview(preview, terms, room, texts)]
  return resultView(
    problems.length > 0 ? 'restricted' : 'neutral',
    verdict,
    [...before, ...shown, ...foot],
    [
      flagMenu(draft, texts),
      limitMenu(draft, texts),
      ...notifyingMenus(draft, texts),
      ...hiddenMenus(draft, texts),
      row(draftButtons(draft, preview !== null && problems.length === 0, texts)),
    ],
  )
}

function problemParts(problems: readonly TermsProblem[], texts: Texts): string[] {
  if (problems.length === 0) return []
  const lines = problems.map((problem) => `- ${formatProblem(problem, texts)}`)
  return [[`${ICONS.restricted} **${texts.policyEdit.problem}**`, ...lines].join('\n')]
}

function draftButtons(draft: PolicyDraft, canBeSaved: boolean, texts: Texts): APIButtonComponent[] {
  const { buttons } = texts
  return [
    button('📣', buttons.appeal, toAppealId(draft)),
    button('🔎', buttons.preview, toCustomId('policydraft', 'preview')),
    ...(canBeSaved ? [button('💾', buttons.save, toCustomId('policydraft', 'save'))] : []),
    cancelButton('policydraft', texts),
  ]
}

type Menu = APIActionRowComponent<APIStringSelectComponent>

function flagMenu({ terms: { rules } }: PolicyDraft, { policyEdit }: Texts): Menu {
  const options = FLAG_RULES.map((rule) => ({
    label: policyEdit.flags[rule],
    value: rule,
    default: rules[rule] === true,
  }))
  return row([
    {
      type: ComponentType.StringSelect,
      custom_id: toCustomId('policyflags'),
      placeholder: policyEdit.chooseFlags,
      min_values: 0,
      max_values: options.length,
      options,
    },
  ])
}

/** A menu of the rules of the draft, in which those that only notify are chosen; none without a rule. */
function notifyingMenus({ terms }: PolicyDraft, texts: Texts): Menu[] {
  const options = DENYING_RULE_NAMES.filter((rule) => isSet(rule, terms.rules)).map((rule) => ({
    label: labelOf(rule, texts),
    value: rule,
    default: terms.actions[rule] === 'notify',
  }))
  if (options.length === 0) return []
  const placeholder = texts.policyEdit.chooseNotifying
  const custom_id = toCustomId('policynotifying')
  return [
    row([
      { type: ComponentType.StringSelect, custom_id, placeholder, min_values: 0, max_values: options.length, options },
    ]),
  ]
}

/** A menu for each rule of the draft that is about a fact that players can hide. The menu sets how the hidden fact counts. */
const hiddenMenus = (draft: PolicyDraft, texts: Texts): Menu[] =>
  HIDEABLE_RULES.filter((rule) => draft.terms.rules[rule] !== undefined).map((rule) => hiddenMenu(rule, draft, texts))

function hiddenMenu(rule: HideableRule, { terms }: PolicyDraft, { policyEdit }: Texts): Menu {
  const { [rule]: chosen = 'unknown' } = terms.onUnknown
  const { refuse, notify } = policyEdit.hidden[rule]
  const options =
    terms.actions[rule] === 'notify'
      ? // For a rule that notifies, `unknown` and `allow` are one: the account is not reported.
        (['unknown', 'deny'] as const).map((meaning) => ({
          label: notify[meaning],
          value: meaning,
          default: (meaning === 'deny') === (chosen === 'deny'),
        }))
      : HIDDEN_MEANINGS.map((meaning) => ({
          label: refuse[meaning],
          value: meaning,
          default: meaning === chosen,
          ...(meaning === 'unknown' && { description: policyEdit.undecidedHint }),
        }))
  return row([{ type: ComponentType.StringSelect, custom_id: toCustomId('policyhidden', rule), options }])
}

interface Saved extends SavedTerms {
  mode: PolicyMode
  /** The tokens of the server's game servers. */
  tokens: readonly TokenStatus[]
}

/** Says what was saved, and what to do next: to connect a game server or, once one has asked, what the mode suggests. */
export function savedView({ version, isChanged, mode, tokens }: Saved, texts: Texts): View {
  const { policyEdit: words } = texts
  const connection = connectionLines(tokens, texts)
  const lines = isChanged
    ? [
        `## 💾 ${words.saved({ version: String(version) })}`,
        ...(connection.length > 0 ? connection : [words.savedHint[mode]]),
      ]
    : [`### ℹ️ ${words.notChanged}`, words.notChangedHint]
  return createView('neutral', [lines.join('\n')], [])
}

export const draftCancelledView = ({ policyEdit: { cancelled, cancelledHint } }: Texts): View =>
  cancelledView(cancelled, cancelledHint)
