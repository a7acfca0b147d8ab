import type { Message } from 'discord.js'
import { z } from 'zod'
import { appealSchema, HIDDEN_MEANINGS, MAX_APPEAL_CHARACTERS, NEW_POLICY_TERMS } from '../../model/policy.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { policyStatus } from '../policy-status.ts'
import { saveTerms } from '../save-terms.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Form, Invocation, Task } from './command.ts'
import {
  APPEAL,
  HIDEABLE_RULES,
  NUMBERS,
  readAppealArguments,
  readDraft,
  readNumbersArguments,
  withFlags,
  withMeaning,
  withNotifying,
  withNumber,
  type PolicyDraft,
} from './policy-draft.ts'
import { DENYING_RULE_NAMES, FLAG_RULES, NUMBER_RULES } from '../../model/policy.ts'
import { numberField, readLimit } from './policy-numbers.ts'
import type { Subcommand } from './command.ts'
import { SUBCOMMANDS } from './texts.ts'
import { draftCancelledView, draftView, savedView } from './policy-draft-view.ts'
import { namedPreview } from './named-preview.ts'

export const editSubcommand: Subcommand = {
  name: SUBCOMMANDS.edit,
  build: (command) => command,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const status = await policyStatus(context, actorOf(invocation).guildId)
      const { version: fromVersion, terms } = status?.policy ?? { version: 0, terms: NEW_POLICY_TERMS }
      await reply.show(draftView({ fromVersion, terms }, null, texts))
    },
  }),
}

/** The task of a button below a draft. An error is shown in a new message, so that the draft stays. */
const onDraft = (
  message: Message | null,
  run: (invocation: Invocation, draft: PolicyDraft) => Promise<void>,
): Task => ({
  cost: 'free',
  permission: 'ManageGuild',
  errorAsFollowUp: true,
  run: (invocation) => run(invocation, readDraft(message)),
})

/** The task of a component that changes the draft. */
const editDraft = (message: Message | null, edit: (draft: PolicyDraft) => PolicyDraft): Task =>
  onDraft(message, async ({ reply, texts }, draft) => reply.show(draftView(edit(draft), null, texts)))

const flagsSchema = z.array(z.enum(FLAG_RULES))
const hideableSchema = z.tuple([z.enum(HIDEABLE_RULES)])
const limitSchema = z.tuple([z.enum(NUMBER_RULES)])
const notifyingSchema = z.array(z.enum(DENYING_RULE_NAMES))
const meaningSchema = z.tuple([z.enum(HIDDEN_MEANINGS)])

export const editActions: Action[] = [
  {
    // The menu of the on/off rules.
    name: 'policyflags',
    createTask(args, { message, values }) {
      z.tuple([]).parse(args)
      const chosen = flagsSchema.parse(values)
      return editDraft(message, (draft) => withFlags(draft, chosen))
    },
  },
  {
    // The menu of the rules that only notify.
    name: 'policynotifying',
    createTask(args, { message, values }) {
      z.tuple([]).parse(args)
      const chosen = notifyingSchema.parse(values)
      return editDraft(message, (draft) => withNotifying(draft, chosen))
    },
  },
  {
    // The menus that set how hidden facts count.
    name: 'policyhidden',
    createTask(args, { message, values }) {
      const [rule] = hideableSchema.parse(args)
      const [meaning] = meaningSchema.parse(values)
      return editDraft(message, (draft) => withMeaning(draft, rule, meaning))
    },
  },
  {
    // The Preview, Save and Cancel buttons.
    name: 'policydraft',
    createTask(args, { message }) {
      const [button] = z.tuple([z.enum(['preview', 'save', 'cancel'])]).parse(args)
      return onDraft(message, BUTTONS[button])
    },
  },
]

const BUTTONS = {
  async preview(invocation: Invocation, draft: PolicyDraft) {
    const { reply, texts } = invocation
    await reply.show(draftView(draft, await namedPreview(invocation, draft.terms), texts))
  },
  async save(invocation: Invocation, draft: PolicyDraft) {
    const { context, reply, texts } = invocation
    const actor = actorOf(invocation)
    // Read before the policy is saved, because an error after that would say that nothing was saved.
    const { tokens = [] } = (await policyStatus(context, actor.guildId)) ?? {}
    const saved = await saveTerms(context, { ...actor, ...draft })
    await reply.show(savedView({ ...saved, mode: draft.terms.mode, tokens }, texts))
  },
  cancel: ({ reply, texts }: Invocation) => reply.show(draftCancelledView(texts)),
}

export const editForms: Form[] = [
  {
    name: NUMBERS,
    isEdit: true,
    open(args, texts, { values }) {
      const [rule] = limitSchema.parse(values)
      const field = numberField(rule, readNumbersArguments(args), texts)
      return { permission: 'ManageGuild', title: texts.policyEdit.numbersTitle, fields: [field] }
    },
    createTask(_, { message, fields }) {
      const [rule] = limitSchema.parse([...fields.texts.keys()])
      const typed = fields.texts.get(rule)?.trim() ?? ''
      return editDraft(message, (draft) => withNumber(draft, rule, readLimit(rule, typed)))
    },
  },
  {
    name: APPEAL,
    isEdit: true,
    open: (args, { policyEdit }) => ({
      permission: 'ManageGuild',
      title: policyEdit.appealTitle,
      fields: [
        {
          kind: 'text',
          name: 'appeal',
          label: policyEdit.appealLabel,
          description: policyEdit.appealHint,
          value: readAppealArguments(args),
          maxLength: MAX_APPEAL_CHARACTERS,
          isRequired: false,
        },
      ],
    }),
    createTask: (_, { message, fields }) =>
      editDraft(message, (draft) => {
        const appeal = readAppeal(fields.texts.get('appeal') ?? '')
        return { ...draft, terms: { ...draft.terms, appeal } }
      }),
  },
]

function readAppeal(typed: string): string {
  const { success, data } = appealSchema.safeParse(typed)
  if (!success) throw new PolicyError({ code: 'invalid_appeal', limit: MAX_APPEAL_CHARACTERS })
  return data
}
