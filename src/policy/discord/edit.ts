import { z } from 'zod'
import {
  appealSchema,
  DENYING_RULE_NAMES,
  HIDDEN_MEANINGS,
  isFlagRule,
  MAX_APPEAL_CHARACTERS,
  NEW_POLICY_TERMS,
  NUMBER_RULES,
  type PolicyTerms,
} from '../../model/policy.ts'
import { pendingId } from '../../discord/pending.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { policyStatus } from '../policy-status.ts'
import { saveTerms } from '../save-terms.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction } from '../../discord/confirm.ts'
import type { Action, Form, Invocation, Subcommand, Task } from './command.ts'
import {
  changeDraft,
  DRAFT,
  HIDEABLE_RULES,
  type PolicyDraft,
  draftCancelledView,
  draftView,
  savedView,
} from './policy-draft-view.ts'
import { numberField, readLimit } from './policy-numbers.ts'
import { SWITCHED_RULES, type SwitchedRule } from './policy-parts.ts'
import type { FormInput, TypedForm } from '../../discord/command.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { namedPreview } from './policy-preview.ts'
import { SUBCOMMANDS } from './texts.ts'

/** Keeps a draft, and shows it. */
async function showDraft({ pending, reply, texts }: Invocation, draft: PolicyDraft): Promise<void> {
  const id = await pending.save(DRAFT, draft)
  await reply.show(draftView(id, draft, null, texts))
}

/** Begins a draft of the policy. */
export const editPolicy: Task = {
  cost: 'free',
  permission: 'ManageGuild',
  async run(invocation) {
    const status = await policyStatus(invocation.context, actorOf(invocation).guildId)
    const { version: fromVersion, terms } = status?.policy ?? { version: 0, terms: NEW_POLICY_TERMS }
    await showDraft(invocation, { fromVersion, terms })
  },
}

export const editSubcommand: Subcommand = {
  name: SUBCOMMANDS.edit,
  createTask: () => editPolicy,
}

/** The task of a component or a form that changes a draft. An error is shown in a new message, so that the draft stays. */
const edit = (
  id: string,
  change: (terms: PolicyTerms) => Partial<PolicyTerms>,
  form: Partial<TypedForm> = {},
): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  errorAsFollowUp: true,
  form,
  async run(invocation) {
    const draft = await invocation.pending.load(DRAFT, id)
    await showDraft(invocation, changeDraft(draft, change(draft.terms)))
  },
})

const idSchema = z.tuple([pendingId])
const switchedSchema = z.array(z.enum(SWITCHED_RULES))
const hiddenSchema = z.tuple([pendingId, z.enum(HIDEABLE_RULES)])
const limitSchema = z.tuple([z.enum(NUMBER_RULES)])
const notifyingSchema = z.array(z.enum(DENYING_RULE_NAMES))
const meaningSchema = z.tuple([z.enum(HIDDEN_MEANINGS)])

export const editActions: Action[] = [
  {
    // The menu of the rules that are on or off.
    name: 'policyflags',
    createTask(args, { values }) {
      const [id] = idSchema.parse(args)
      const chosen = switchedSchema.parse(values)
      return edit(id, ({ rules }) => {
        const valueOf = (rule: SwitchedRule) => (isFlagRule(rule) ? true : (rules[rule] ?? 0))
        const off = Object.fromEntries(SWITCHED_RULES.map((rule) => [rule, undefined]))
        const on = Object.fromEntries(chosen.map((rule) => [rule, valueOf(rule)]))
        return { rules: { ...rules, ...off, ...on } }
      })
    },
  },
  {
    // The menu of the rules that only notify.
    name: 'policynotifying',
    createTask(args, { values }) {
      const [id] = idSchema.parse(args)
      const actions = Object.fromEntries(notifyingSchema.parse(values).map((rule) => [rule, 'notify' as const]))
      return edit(id, () => ({ actions }))
    },
  },
  {
    // The menus that set how hidden facts count.
    name: 'policyhidden',
    createTask(args, { values }) {
      const [id, rule] = hiddenSchema.parse(args)
      const [meaning] = meaningSchema.parse(values)
      return edit(id, ({ onUnknown }) => ({ onUnknown: { ...onUnknown, [rule]: meaning } }))
    },
  },
  confirmAction<Invocation, [keyof typeof BUTTONS, string]>({
    name: 'policydraft',
    args: z.tuple([z.enum(['preview', 'save']), pendingId]),
    permission: 'ManageGuild',
    run: async (invocation, [button, id]) => BUTTONS[button](invocation, await invocation.pending.load(DRAFT, id), id),
    cancel: ({ reply, texts }) => reply.show(draftCancelledView(texts)),
  }),
]

const BUTTONS = {
  async preview(invocation: Invocation, draft: PolicyDraft, id: string) {
    const { reply, texts } = invocation
    await reply.show(draftView(id, draft, await namedPreview(invocation, draft.terms), texts))
  },
  async save(invocation: Invocation, draft: PolicyDraft) {
    const { context, reply, texts } = invocation
    const actor = actorOf(invocation)
    // Read before the policy is saved, because an error after that would say that nothing was saved.
    const { tokens = [] } = (await policyStatus(context, actor.guildId)) ?? {}
    const saved = await saveTerms(context, { ...actor, ...draft })
    await reply.show(savedView({ ...saved, mode: draft.terms.mode, tokens }, texts))
  },
}

/** The form with what was typed, which an error opens again. */
const formAgain = (name: string, args: string[], fields: FormInput): TypedForm => ({
  customId: toCustomId(name, ...args),
  typed: typedInto(fields),
})

export const editForms: Form[] = [
  {
    // The menu of limits.
    name: 'policynumbers',
    isEdit: true,
    permission: 'ManageGuild',
    async open(args, texts, { pending, values, typed }) {
      // Below an error the form is opened again, for the limit that was typed.
      const [rule] = limitSchema.parse(values.length > 0 ? values : Object.keys(typed))
      const { terms } = await pending.load(DRAFT, idSchema.parse(args)[0])
      const field = numberField(rule, terms.rules, texts)
      return { title: texts.policyEdit.numbersTitle, fields: [field] }
    },
    createTask(args, { fields }) {
      const [rule] = limitSchema.parse([...fields.texts.keys()])
      const typed = fields.texts.get(rule)?.trim() ?? ''
      const change = ({ rules }: PolicyTerms) => ({ rules: { ...rules, [rule]: readLimit(rule, typed) } })
      return edit(idSchema.parse(args)[0], change, formAgain('policynumbers', args, fields))
    },
  },
  {
    name: 'policyappeal',
    isEdit: true,
    permission: 'ManageGuild',
    async open(args, { policyEdit }, { pending }) {
      const { terms } = await pending.load(DRAFT, idSchema.parse(args)[0])
      return {
        title: policyEdit.appealTitle,
        fields: [
          {
            kind: 'text',
            name: 'appeal',
            label: policyEdit.appealLabel,
            description: policyEdit.appealHint,
            value: terms.appeal,
            maxLength: MAX_APPEAL_CHARACTERS,
            isRequired: false,
          },
        ],
      }
    },
    createTask(args, { fields }) {
      const change = () => ({ appeal: readAppeal(fields.texts.get('appeal') ?? '') })
      return edit(idSchema.parse(args)[0], change, formAgain('policyappeal', args, fields))
    },
  },
]

function readAppeal(typed: string): string {
  const { success, data } = appealSchema.safeParse(typed)
  if (!success) throw new PolicyError({ code: 'invalid_appeal', limit: MAX_APPEAL_CHARACTERS })
  return data
}
