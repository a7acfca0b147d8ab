import { ComponentType, type APIButtonComponent, type APISelectMenuOption } from 'discord.js'
import {
  DENYING_RULE_NAMES,
  HIDDEN_MEANINGS,
  isFlagRule,
  isSet,
  NUMBER_RULES,
  type PolicyMode,
  type PolicyTerms,
  policyTermsSchema,
  type OnUnknown,
} from '../../model/policy.ts'
import { ICONS } from '../../lib/tone.ts'
import { DENIES_HIDDEN, findContradictions, type TermsProblem } from '../../model/check-terms.ts'
import { keysOf } from '../../model/objects.ts'
import type { TokenStatus } from '../policy-status.ts'
import type { SavedTerms } from '../save-terms.ts'
import { cancelButton, cancelledView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import type { Texts } from './texts.ts'
import { button, charactersLeft, createView, row, type View } from '../../discord/view.ts'
import { connectionLines, formatLine, formatRules, formatProblem, labelOf, SWITCHED_RULES } from './policy-parts.ts'
import { hiddenText, ruleSentences } from '../rule-texts.ts'
import { formatPreview, previewVerdict, type NamedPreview } from './policy-preview.ts'
import { writeNumber } from './policy-numbers.ts'
import { resultView } from '../../discord/views/result-view.ts'
import { z } from 'zod'
import type { PendingKind } from '../../discord/pending.ts'

/** A policy that is edited in a message, before it is saved. */
export interface PolicyDraft {
  /** The version that is edited; 0 when the server had no policy. */
  fromVersion: number
  terms: PolicyTerms
}

/** Drafts are kept between the presses on their messages. */
export const DRAFT: PendingKind<PolicyDraft> = {
  name: 'policy-draft',
  schema: z.object({ fromVersion: z.int(), terms: policyTermsSchema }),
}

/** The rules about facts that a player can hide. */
export const HIDEABLE_RULES = keysOf(DENIES_HIDDEN)
type HideableRule = keyof OnUnknown

/** Changes the terms of a draft. How hidden facts count, and what a rule does, is removed together with the rule. */
export function changeDraft({ fromVersion, terms }: PolicyDraft, change: Partial<PolicyTerms>): PolicyDraft {
  const changed = { ...terms, ...change }
  const [onUnknown, actions] = [{ ...changed.onUnknown }, { ...changed.actions }]
  for (const rule of HIDEABLE_RULES)
    if (onUnknown[rule] === 'unknown' || !isSet(rule, changed.rules)) delete onUnknown[rule]
  for (const rule of DENYING_RULE_NAMES) if (!isSet(rule, changed.rules)) delete actions[rule]
  return { fromVersion, terms: { ...changed, onUnknown, actions } }
}

/** The draft of a policy with this id, with components that change it. *Save* is shown only below a preview of a draft without contradictions. */
export function draftView(id: string, draft: PolicyDraft, preview: NamedPreview | null, texts: Texts): View {
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
      flagMenu(id, terms, texts),
      limitMenu(id, terms, texts),
      ...notifyingMenus(id, terms, texts),
      ...HIDEABLE_RULES.filter((rule) => isSet(rule, terms.rules)).map((rule) => hiddenMenu(id, rule, terms, texts)),
      row(draftButtons(id, preview !== null && problems.length === 0, texts)),
    ],
  )
}

function problemParts(problems: readonly TermsProblem[], texts: Texts): string[] {
  if (problems.length === 0) return []
  const lines = problems.map((problem) => `- ${formatProblem(problem, texts)}`)
  return [[`${ICONS.restricted} **${texts.policyEdit.problem}**`, ...lines].join('\n')]
}

function draftButtons(id: string, canBeSaved: boolean, texts: Texts): APIButtonComponent[] {
  const { buttons } = texts
  return [
    button('📣', buttons.appeal, toCustomId('policyappeal', id)),
    button('🔎', buttons.preview, toCustomId('policydraft', 'preview', id)),
    ...(canBeSaved ? [button('💾', buttons.save, toCustomId('policydraft', 'save', id))] : []),
    cancelButton('policydraft', texts),
  ]
}

const menu = (
  custom_id: string,
  options: APISelectMenuOption[],
  more: { placeholder?: string; min_values?: number; max_values?: number } = {},
) => row([{ type: ComponentType.StringSelect as const, custom_id, options, ...more }])

/** A menu of which any number of options can be chosen. */
const menuOfAny = (custom_id: string, placeholder: string, options: APISelectMenuOption[]) =>
  menu(custom_id, options, { placeholder, min_values: 0, max_values: options.length })

/** The menu of the rules that are on or off; describes a rule about bans that accepts some. */
function flagMenu(id: string, terms: PolicyTerms, texts: Texts) {
  const { language, policyEdit } = texts
  const limits = ruleSentences(terms, language).filter(({ rule }) => !isFlagRule(rule) && terms.rules[rule] !== 0)
  const options = SWITCHED_RULES.map((rule) => {
    const description = limits.find((each) => each.rule === rule)?.sentence
    const option = { label: labelOf(rule, texts), value: rule, default: isSet(rule, terms.rules) }
    return description === undefined ? option : { ...option, description }
  })
  return menuOfAny(toCustomId('policyflags', id), policyEdit.chooseFlags, options)
}

/** The menu of the rules with a number; shows the number of each rule in the draft. */
function limitMenu(id: string, { rules }: PolicyTerms, texts: Texts) {
  const { chooseLimit, numbers, limitNow, limitOff } = texts.policyEdit
  const options = NUMBER_RULES.map((rule) => ({
    label: numbers[rule].label,
    value: rule,
    description: rules[rule] === undefined ? limitOff : limitNow({ value: writeNumber(rules[rule], texts) }),
  }))
  return menu(toCustomId('policynumbers', id), options, { placeholder: chooseLimit })
}

/** A menu of the rules of the draft, in which those that only notify are chosen; none without a rule. */
function notifyingMenus(id: string, { rules, actions }: PolicyTerms, texts: Texts) {
  const options = DENYING_RULE_NAMES.filter((rule) => isSet(rule, rules)).map((rule) => ({
    label: labelOf(rule, texts),
    value: rule,
    default: actions[rule] === 'notify',
  }))
  if (options.length === 0) return []
  return [menuOfAny(toCustomId('policynotifying', id), texts.policyEdit.chooseNotifying, options)]
}

/** The menu for a rule about a fact that players can hide. It sets how the hidden fact counts. */
function hiddenMenu(id: string, rule: HideableRule, { onUnknown, actions }: PolicyTerms, texts: Texts) {
  const { [rule]: chosen = 'unknown' } = onUnknown
  const { language, policyEdit } = texts
  const options =
    actions[rule] === 'notify'
      ? // For a rule that notifies, `unknown` and `allow` are one: the account is not reported.
        (['unknown', 'deny'] as const).map((meaning) => ({
          label: hiddenText(rule, 'notify', meaning, language),
          value: meaning,
          default: (meaning === 'deny') === (chosen === 'deny'),
        }))
      : HIDDEN_MEANINGS.map((meaning) => ({
          label: hiddenText(rule, 'refuse', meaning, language),
          value: meaning,
          default: meaning === chosen,
          ...(meaning === 'unknown' && { description: policyEdit.undecidedHint }),
        }))
  return menu(toCustomId('policyhidden', id, rule), options)
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
  cancelledView(`${cancelled}\n${cancelledHint}`)
