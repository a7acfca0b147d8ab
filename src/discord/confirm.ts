import { ButtonStyle, type APIButtonComponent } from 'discord.js'
import type { z } from 'zod'
import type { Tone } from '../lib/tone.ts'
import type { Action, Invocation, Permission } from './command.ts'
import { parseCustomId, toCustomId } from './custom-id.ts'
import type { Texts } from './texts/texts.ts'
import { button, createView, type View } from './view.ts'
import { buttonRows } from './views/button-rows.ts'

const CANCEL = 'cancel'

/** A red button, for what players notice. */
export const dangerButton = (icon: string, label: string, customId: string): APIButtonComponent =>
  button(icon, label, customId, { style: ButtonStyle.Danger })

/** The Cancel button of a question that `confirmAction` answers. */
export const cancelButton = (action: string, { buttons }: Texts): APIButtonComponent =>
  button('✖️', buttons.cancel, toCustomId(action, CANCEL))

/** The buttons of a question: Confirm with this custom id, `more` others, and Cancel. */
export const questionButtons = (
  confirmId: string,
  texts: Texts,
  more: readonly APIButtonComponent[] = [],
): APIButtonComponent[] => [
  dangerButton('✅', texts.buttons.confirm, confirmId),
  ...more,
  cancelButton(parseCustomId(confirmId)?.action ?? '', texts),
]

/** Asks before something is done: the lines say what will happen. */
export const questionView = (
  lines: readonly string[],
  confirmId: string,
  texts: Texts,
  { more = [], tone = 'restricted' }: { more?: readonly APIButtonComponent[]; tone?: Tone } = {},
): View => createView(tone, [lines.join('\n')], buttonRows(questionButtons(confirmId, texts, more), texts))

/** Says that nothing was done. */
export const cancelledView = (sentence: string): View => createView('neutral', [`### ✖️ ${sentence}`], [])

interface Confirmation<I extends Invocation, Args> {
  name: string
  /** The arguments of the custom id, unless it is that of the Cancel button. */
  args: z.ZodType<Args>
  permission: Permission
  /** Further permissions for some arguments. */
  alsoNeeds?: (args: Args) => Permission[]
  run: (invocation: I, args: Args) => Promise<void>
  /** What the Cancel button does; by default it says that nothing was changed. */
  cancel?: (invocation: I) => Promise<void>
}

/** The buttons of a question: they cost nothing, and an error leaves the question as it is. */
export const confirmAction = <I extends Invocation, Args>({
  name,
  args: schema,
  permission,
  alsoNeeds,
  run,
  cancel = ({ reply, texts }) => reply.show(cancelledView(texts.common.nothingChanged)),
}: Confirmation<I, Args>): Action<I> => ({
  name,
  runsOnce: true,
  createTask(given) {
    const common = { cost: 'free', permission, errorAsFollowUp: true } as const
    if (given[0] === CANCEL) return { ...common, run: cancel }
    const args = schema.parse(given)
    const needed = [permission, ...(alsoNeeds?.(args) ?? [])]
    return { ...common, permission: needed, run: (invocation) => run(invocation, args) }
  },
})
