import { ComponentType, type APIMessageTopLevelComponent, type Message } from 'discord.js'
import { z } from 'zod'
import {
  DENYING_RULE_NAMES,
  FLAG_RULES,
  HIDDEN_MEANINGS,
  NUMBER_RULES,
  policyTermsSchema,
  POLICY_MODES,
  isSet,
  type DenyingRule,
  type FlagRule,
  type HiddenMeaning,
  type NumberRule,
  type OnUnknown,
  type PolicyTerms,
  type RuleActions,
  type Rules,
} from '../../model/policy.ts'
import { CommandError } from '../../discord/command-error.ts'
import { numberArgument, parseCustomId, toCustomId } from '../../discord/custom-id.ts'

/** A policy that is edited in a message. The custom ids of the message's components store the draft, so that any process can continue. */
export interface PolicyDraft {
  /** The version that is edited; 0 when the server had no policy. */
  fromVersion: number
  terms: PolicyTerms
}

/**
 * The actions in the two custom ids that store a draft. The menu of limits stores everything but the appeal; the button Appeal stores that.
 */
export const NUMBERS = 'policynumbers'
export const APPEAL = 'policyappeal'

/** The letters that store the on/off rules. */
const FLAGS: Record<FlagRule, string> = {
  denyCommunityBan: 'c',
  denyTradeBan: 't',
  denyTradeProbation: 'p',
  denyPrivateProfile: 'v',
  denyHiddenHours: 'h',
  denyUnconfigured: 'u',
}

/** The rules about facts that a player can hide. */
export const HIDEABLE_RULES = ['minAccountAgeDays', 'minRustHours'] as const satisfies (keyof OnUnknown)[]
export type HideableRule = (typeof HIDEABLE_RULES)[number]

/** The custom id of the menu of limits, which stores all of a draft but the appeal. */
export function toNumbersId({ fromVersion, terms }: PolicyDraft): string {
  const { mode, rules, onUnknown, actions } = terms
  const flags = FLAG_RULES.map((rule) => (rules[rule] ? FLAGS[rule] : '')).join('')
  const meanings = HIDEABLE_RULES.map((rule) => HIDDEN_MEANINGS.indexOf(onUnknown[rule] ?? 'unknown')).join('')
  return toCustomId(
    NUMBERS,
    fromVersion,
    mode,
    flags,
    meanings,
    toBits(actions),
    ...NUMBER_RULES.map((rule) => rules[rule] ?? ''),
  )
}

/** The rules that notify, as the bits of a number in base 36, because a custom id has little room. */
function toBits(actions: RuleActions): string {
  const bits = DENYING_RULE_NAMES.map((rule, index) => (actions[rule] === 'notify' ? 2 ** index : 0))
  return bits.reduce<number>((sum, bit) => sum + bit, 0).toString(36)
}

function readBits(bits: string): RuleActions {
  const number = Number.parseInt(bits, 36)
  const actions: RuleActions = {}
  for (const [index, rule] of DENYING_RULE_NAMES.entries())
    if (Math.floor(number / 2 ** index) % 2 === 1) actions[rule] = 'notify'
  return actions
}

/** The custom id of the button Appeal, which stores the text of the appeal. */
export const toAppealId = ({ terms }: PolicyDraft): string => toCustomId(APPEAL, ...terms.appeal.split(':'))

/** The appeal in the arguments of its button. */
export const readAppealArguments = (args: string[]): string => args.join(':')

const numberSchema = z.string().max(20)
const argumentsSchema = z
  .tuple([
    numberArgument(9),
    z.enum(POLICY_MODES),
    z.string(),
    z.string().regex(/^[0-2]{2}$/),
    z.string().regex(/^[0-9a-z]{1,4}$/),
  ])
  .rest(numberSchema)
  .refine((args) => args.length === 5 + NUMBER_RULES.length, 'has not as many numbers as there are rules')

/** The draft in the arguments of the menu of limits, without its appeal; throws for other arguments. */
export function readNumbersArguments(args: string[]): PolicyDraft {
  const [fromVersion, mode, flags, meanings, bits, ...numbers] = argumentsSchema.parse(args)
  const rules: Rules = {}
  for (const [index, rule] of NUMBER_RULES.entries()) {
    const value = numbers[index] ?? ''
    if (value !== '') rules[rule] = Number(value)
  }
  for (const rule of FLAG_RULES) if (flags.includes(FLAGS[rule])) rules[rule] = true
  const onUnknown: OnUnknown = {}
  for (const [index, rule] of HIDEABLE_RULES.entries()) {
    const meaning = HIDDEN_MEANINGS[Number(meanings[index])] ?? 'unknown'
    if (meaning !== 'unknown') onUnknown[rule] = meaning
  }
  return {
    fromVersion,
    terms: policyTermsSchema.parse({ mode, rules, onUnknown, actions: readBits(bits), appeal: '' }),
  }
}

/** The draft that a message stores; throws the CommandError `outdated_button` if the message stores no draft. */
export function readDraft(message: Pick<Message, 'components'> | null): PolicyDraft {
  const ids = (message?.components ?? [])
    .flatMap((component) => customIdsOf(component.toJSON()))
    .map((id) => parseCustomId(id))
  const argumentsOf = (action: string) => ids.find((id) => id?.action === action)?.args ?? []
  try {
    const { fromVersion, terms } = readNumbersArguments(argumentsOf(NUMBERS))
    const appeal = readAppealArguments(argumentsOf(APPEAL))
    return { fromVersion, terms: policyTermsSchema.parse({ ...terms, appeal }) }
  } catch (cause) {
    throw new CommandError('outdated_button', { cause })
  }
}

const customIdsOf = (component: APIMessageTopLevelComponent): string[] =>
  component.type === ComponentType.ActionRow
    ? component.components.flatMap((part) => ('custom_id' in part ? [part.custom_id] : []))
    : []

/** Turns on exactly the `chosen` on/off rules of a draft. */
export function withFlags(draft: PolicyDraft, chosen: readonly FlagRule[]): PolicyDraft {
  const rules = { ...draft.terms.rules }
  for (const rule of FLAG_RULES) {
    if (chosen.includes(rule)) rules[rule] = true
    else delete rules[rule]
  }
  return withRules(draft, rules)
}

/** Sets or removes the number of a rule. */
export function withNumber(draft: PolicyDraft, rule: NumberRule, value: number | undefined): PolicyDraft {
  const rules = { ...draft.terms.rules }
  delete rules[rule]
  if (value !== undefined) rules[rule] = value
  return withRules(draft, rules)
}

/** Replaces the rules of a draft. How hidden facts count, and what a rule does, is removed together with the rule. */
function withRules(draft: PolicyDraft, rules: Rules): PolicyDraft {
  const [onUnknown, actions] = [{ ...draft.terms.onUnknown }, { ...draft.terms.actions }]
  for (const rule of HIDEABLE_RULES) if (!isSet(rule, rules)) delete onUnknown[rule]
  for (const rule of DENYING_RULE_NAMES) if (!isSet(rule, rules)) delete actions[rule]
  return { ...draft, terms: { ...draft.terms, rules, onUnknown, actions } }
}

/** Sets how a hidden fact counts for a rule. */
export function withMeaning(draft: PolicyDraft, rule: HideableRule, meaning: HiddenMeaning): PolicyDraft {
  const onUnknown = { ...draft.terms.onUnknown }
  delete onUnknown[rule]
  if (meaning !== 'unknown') onUnknown[rule] = meaning
  return { ...draft, terms: { ...draft.terms, onUnknown } }
}

/** Makes exactly the `chosen` rules of a draft notify; the others refuse. */
export function withNotifying(draft: PolicyDraft, chosen: readonly DenyingRule[]): PolicyDraft {
  const actions: RuleActions = {}
  for (const rule of chosen) if (isSet(rule, draft.terms.rules)) actions[rule] = 'notify'
  return { ...draft, terms: { ...draft.terms, actions } }
}
