import { ANSWER_WITHIN_MS, type Interaction } from './interactions.ts'
import { textOf, viewMessage } from './message-view.ts'
import type { SimAttachment, SimButton, SimMessage, SimSelect } from './message-view.ts'
import type { Message } from './messages.ts'
import type { SimUser } from './people.ts'
import type { State } from './state.ts'
import { BUTTON_STYLE, FLAG } from './wire.ts'

const DEFAULT_PATIENCE_MS = 5_000
const FAILED = '⚠ The application did not respond'

/** What comes of one interaction. */
export interface SimReply {
  interactionId: string
  /** What the bot was sent. */
  sent: () => Readonly<Record<string, unknown>>
  /** The first answer, and how long it took; rejects when there is none in time. */
  acknowledged: (timeoutMs?: number) => Promise<{ ms: number; type: number }>
  /** The body of the first answer, as the bot sent it. */
  answer: () => unknown
  /** The message this interaction has, or the one it changes; undefined before the answer and once it is deleted. */
  message: () => SimMessage | undefined
  /** What the user sees of it now; empty while nothing is there. */
  text: () => string
  /** Resolves with the text as soon as it matches; rejects with the last one after `timeoutMs`, 5000 by default. */
  until: (pattern: RegExp | string | ((text: string) => boolean), timeoutMs?: number) => Promise<string>
  /** Calls back at each change of what the user sees; what it returns ends that. */
  onChange: (listener: () => void) => () => void
  followUps: () => SimMessage[]
  /** Every state the message was in, first to last; `at` is `performance.now()`. */
  edits: () => { at: number; text: string }[]
  buttons: () => SimButton[]
  selects: () => SimSelect[]
  /** Clicks a button by its label, a part of it, or its number; throws where a user could not. */
  click: (button: string | number, as?: SimUser) => SimReply
  /** Chooses options of a menu by their labels; the first menu unless `menu` gives its placeholder or number. */
  select: (labels: string | string[], menu?: string | number, as?: SimUser) => SimReply
  files: () => SimAttachment[]
  isEphemeral: () => boolean
}

/** Watches what becomes of an interaction, with the eyes of whoever caused it. */
export function watch(state: State, user: SimUser, interaction: Interaction): SimReply {
  const shown = (): Message | undefined => (interaction.original?.isDeleted ? undefined : interaction.original)

  const text = (): string => {
    const message = shown()
    if (message !== undefined) return textOf(state, message.body, state.clock())
    const isLate = state.clock() - interaction.createdAt > ANSWER_WITHIN_MS
    return interaction.answer === undefined && isLate ? FAILED : ''
  }

  const onChange = (listener: () => void): (() => void) => {
    interaction.listeners.add(listener)
    return () => void interaction.listeners.delete(listener)
  }

  /** Resolves with the first value that is one, looked at now and after each change. */
  const first = <T>(look: () => T | undefined, timeoutMs: number, complain: () => string): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (): boolean => {
        const value = look()
        if (value !== undefined) resolve(value)
        return value !== undefined
      }
      if (settle()) return
      const stop = onChange(() => {
        if (!settle()) return
        stop()
        clearTimeout(timer)
      })
      const timer = setTimeout(() => {
        stop()
        reject(new Error(complain()))
      }, timeoutMs).unref()
    })

  const visible = (as: SimUser): Message => {
    const message = shown()
    if (message === undefined) throw new Error('There is no message to click on')
    const isEphemeral = (message.body.flags & FLAG.ephemeral) !== 0
    if (isEphemeral && as.id !== user.id) throw new Error(`Only ${user.name} can see this message`)
    return message
  }

  const view = (): SimMessage | undefined => {
    const message = shown()
    return message === undefined ? undefined : viewMessage(state, message)
  }
  const buttons = (): SimButton[] => view()?.buttons() ?? []
  const selects = (): SimSelect[] => view()?.selects() ?? []

  return {
    interactionId: interaction.id,
    sent: () => interaction.sent,
    acknowledged: (timeoutMs = ANSWER_WITHIN_MS) =>
      first(
        () => interaction.answer && { ms: interaction.answer.ms, type: interaction.answer.type },
        timeoutMs,
        () => `The application did not respond within ${timeoutMs} ms`,
      ),
    answer: () => interaction.answer?.data,
    message: view,
    text,
    until: (pattern, timeoutMs = DEFAULT_PATIENCE_MS) =>
      first(
        () => {
          const now = text()
          return matches(pattern, now) ? now : undefined
        },
        timeoutMs,
        () => `No ${describe(pattern)} within ${timeoutMs} ms; the last text was:\n${text()}`,
      ),
    onChange,
    followUps: () =>
      interaction.followUps.filter((each) => !each.isDeleted).map((message) => viewMessage(state, message)),
    edits: () =>
      (interaction.original?.states ?? []).map(({ at, now, body }) => ({ at, text: textOf(state, body, now) })),
    buttons,
    selects,
    click(button, as = user) {
      const message = visible(as)
      const found = findButton(buttons(), button)
      if (found.disabled || found.customId === undefined) {
        throw new Error(
          `The button ${captionOf(found)} cannot be clicked: it is ${found.disabled ? 'disabled' : 'a link'}`,
        )
      }
      return as.click(viewMessage(state, message), found.customId)
    },
    select(labels, menu = 1, as = user) {
      const message = visible(as)
      const found = selects().find(({ placeholder }, index) => placeholder === menu || index + 1 === menu)
      if (found === undefined || found.disabled) throw new Error(`There is no menu ${menu} to choose from`)
      const values = [labels].flat().map((label) => {
        const option = found.options.find((each) => each.label === label)
        if (option === undefined) throw new Error(`The menu has no option ${label}`)
        return option.value
      })
      return as.choose(viewMessage(state, message), found.customId, values)
    },
    files: () => view()?.files() ?? [],
    isEphemeral: () => view()?.isEphemeral() ?? false,
  }
}

function matches(pattern: RegExp | string | ((text: string) => boolean), text: string): boolean {
  if (typeof pattern === 'function') return pattern(text)
  // Without its place, so that a global pattern finds the same every time.
  return typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) !== -1
}

function describe(pattern: RegExp | string | ((text: string) => boolean)): string {
  return typeof pattern === 'function' ? 'text that fits' : `text with ${String(pattern)}`
}

function captionOf({ emoji, label }: SimButton): string {
  return [emoji, label].filter((part) => part).join(' ')
}

function findButton(buttons: SimButton[], wanted: string | number): SimButton {
  const there = buttons.map(captionOf).join(', ') || 'none'
  const fail = (why: string): never => {
    throw new Error(`${why} button ${wanted}; there are: ${there}`)
  }
  if (typeof wanted === 'number') {
    return buttons.filter(({ style }) => style !== BUTTON_STYLE.link)[wanted - 1] ?? fail('No')
  }
  const exact = buttons.filter((button) => captionOf(button) === wanted || button.label === wanted)
  const found = exact.length > 0 ? exact : buttons.filter((button) => captionOf(button).includes(wanted))
  if (found.length > 1) fail('More than one')
  return found[0] ?? fail('No')
}
