import { toUpload, type SimFile } from './attachments.ts'
import { ANSWER_WITHIN_MS, type Interaction } from './interactions.ts'
import { textOf, viewMessage, type SimAttachment, type SimButton, type SimMessage } from './message-view.ts'
import type { Message } from './messages.ts'
import { findOptions, findUsable } from './pick.ts'
import { clientTexts } from './render/client-texts.ts'
import { watchModal, type ModalReply } from './reply-modal.ts'
import type { SimSelect } from './select-view.ts'
import type { State } from './state.ts'
import { waitFor, type OnChange } from './wait.ts'

const DEFAULT_TIMEOUT_MS = 5_000

/** A user of buttons and menus. */
export interface ComponentUser {
  id: string
  name: string
  /** Uses a button by its custom id, whether or not the message has one. */
  click: (message: SimMessage, customId: string) => SimReply
  /** Chooses from a menu by its custom id, whether or not the message has one. */
  choose: (message: SimMessage, customId: string, values: string[]) => SimReply
}

/** The reply to one interaction, as its user sees it. */
export interface SimReply extends ModalReply<SimReply> {
  interactionId: string
  /** The interaction as sent to the bot. */
  sent: () => Readonly<Record<string, unknown>>
  /** Resolves with the type of the first answer and the milliseconds it took; rejects after `timeoutMs`. */
  acknowledged: (timeoutMs?: number) => Promise<{ ms: number; type: number }>
  /** The body of the first answer, as the bot sent it. */
  answer: () => unknown
  /** The message that the interaction created or updated; undefined before the answer and after a deletion. */
  message: () => SimMessage | undefined
  /** The current text that the user sees; empty without a message. A locale is the language of its dates, its times and the client's texts. */
  text: (locale?: string) => string
  /** Resolves with the text as soon as it matches; rejects with the last one after `timeoutMs`, 5000 by default. */
  until: (pattern: RegExp | string | ((text: string) => boolean), timeoutMs?: number) => Promise<string>
  /** Calls the listener at each change of the text; returns a function that removes it. */
  onChange: OnChange
  followUps: () => SimMessage[]
  /** All versions of the message, oldest first; `at` is `performance.now()`. */
  edits: () => { at: number; text: string }[]
  buttons: () => SimButton[]
  selects: () => SimSelect[]
  /** Clicks a button by its label, a part of the label, or its number; throws when it cannot be clicked. */
  click: (button: string | number, as?: ComponentUser) => SimReply
  /** Chooses options by their labels, in the first menu or in the one with this placeholder or number. */
  select: (labels: string | string[], menu?: string | number, as?: ComponentUser) => SimReply
  files: () => SimAttachment[]
  isEphemeral: () => boolean
}

/** Observes the reply to an interaction of this user; `submit` sends the data of a filled modal. */
export function watchReply(
  state: State,
  user: ComponentUser,
  interaction: Interaction,
  submit: (data: object) => SimReply,
): SimReply {
  const shown = (): Message | undefined => (interaction.original?.isDeleted ? undefined : interaction.original)

  const text = (locale?: string): string => {
    const message = shown()
    if (message !== undefined) return textOf(state, message.body, state.clock(), locale)
    const isLate = state.clock() - interaction.createdAt > ANSWER_WITHIN_MS
    return interaction.answer === undefined && isLate ? `⚠ ${clientTexts(locale).noAnswer}` : ''
  }

  const onChange = (listener: () => void): (() => void) => {
    interaction.listeners.add(listener)
    return () => void interaction.listeners.delete(listener)
  }

  const view = (): SimMessage | undefined => {
    const message = shown()
    return message === undefined ? undefined : viewMessage(state, message)
  }
  const viewAs = (viewer: ComponentUser): SimMessage => {
    const message = view()
    if (message === undefined) throw new Error('There is no message to click on')
    if (message.isEphemeral() && viewer.id !== user.id) throw new Error(`Only ${user.name} can see this message`)
    return message
  }

  const keep = (file: SimFile) =>
    state.attachments.keep(toUpload(file), { folder: interaction.channelId, isEphemeral: true })

  return {
    interactionId: interaction.id,
    sent: () => interaction.sent,
    acknowledged: (timeoutMs = ANSWER_WITHIN_MS) =>
      waitFor(
        () => interaction.answer && { ms: interaction.answer.ms, type: interaction.answer.type },
        onChange,
        timeoutMs,
        () => `The application did not respond within ${timeoutMs} ms`,
      ),
    answer: () => interaction.answer?.data,
    ...watchModal(interaction, onChange, { keep, submit }),
    message: view,
    text,
    until: (pattern, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      waitFor(
        () => {
          const now = text()
          return matches(pattern, now) ? now : undefined
        },
        onChange,
        timeoutMs,
        () => `No ${describe(pattern)} within ${timeoutMs} ms; the last text was:\n${text()}`,
      ),
    onChange,
    followUps: () =>
      interaction.followUps.filter((each) => !each.isDeleted).map((message) => viewMessage(state, message)),
    edits: () =>
      (interaction.original?.states ?? []).map(({ at, now, body }) => ({ at, text: textOf(state, body, now) })),
    buttons: () => view()?.buttons() ?? [],
    selects: () => view()?.selects() ?? [],
    click(button, as = user) {
      const message = viewAs(as)
      return as.click(message, findUsable(message.buttons(), button))
    },
    select(labels, menu = 1, as = user) {
      const message = viewAs(as)
      const { customId, values } = findOptions(message.selects(), menu, [labels].flat())
      return as.choose(message, customId, values)
    },
    files: () => view()?.files() ?? [],
    isEphemeral: () => view()?.isEphemeral() ?? false,
  }
}

function matches(pattern: RegExp | string | ((text: string) => boolean), text: string): boolean {
  if (typeof pattern === 'function') return pattern(text)
  // `search` ignores the lastIndex of a global pattern.
  return typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) !== -1
}

function describe(pattern: RegExp | string | ((text: string) => boolean)): string {
  return typeof pattern === 'function' ? 'matching text' : `text with ${String(pattern)}`
}
