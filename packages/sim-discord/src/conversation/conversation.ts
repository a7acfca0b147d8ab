import type { SimFile } from '../attachments.ts'
import type { TargetMessage } from '../message-target.ts'
import type { SimMessage } from '../message-view.ts'
import type { MessageChange } from '../messages.ts'
import type { ModalValues } from '../modal.ts'
import type { FilledOptions, SimUser } from '../people.ts'
import { clientTexts } from '../render/client-texts.ts'
import type { SimReply } from '../reply.ts'
import type { SimDiscord } from '../sim-discord.ts'
import { checkUse, type Use } from './check-use.ts'
import { createPeople, type People } from './people.ts'

/** The number of interactions that can still be submitted to; older ones are forgotten. */
const MAX_INTERACTIONS = 500

/** What a person asked of the bot. */
export interface Started {
  /** The id of the interaction. */
  id: string
  user: SimUser
  kind: 'command' | 'component' | 'modal'
  /** The command as typed, or the label of what was used. */
  title: string
  reply: SimReply
  /** The message whose component was used. */
  message?: SimMessage
  customId?: string
  state: 'waiting' | 'answered' | 'failed'
  /** What Discord says about a failed interaction, in the user's language. */
  failure?: string
}

/** A completion of an option. */
export interface Choice {
  name: string
  value: string | number
}

/** What happens in the guild. */
export type ConversationEvent =
  | { type: 'message'; message: SimMessage; change: MessageChange }
  /** An interaction has started, was answered, or has failed. */
  | { type: 'interaction'; started: Started }
  /** The bot opens a modal for the user of an interaction. */
  | { type: 'modal'; started: Started }

/** People who talk with the bot: what they do, and what they see. */
export interface Conversation {
  people: People
  /** Types a command line. */
  type: (user: SimUser, line: string, files?: Record<string, SimFile>, title?: string) => Started
  /** Uses a command with filled options; `title` is the command as typed. */
  command: (user: SimUser, name: string, filled: FilledOptions, title: string) => Started
  /** Uses a command of a message's menu. */
  messageCommand: (user: SimUser, name: string, message: SimMessage | TargetMessage, title: string) => Started
  /** Uses a command of a user's menu. */
  userCommand: (user: SimUser, name: string, targetId: string, title: string) => Started
  /** Clicks a button or chooses from a menu. */
  use: (user: SimUser, message: SimMessage, use: Use) => Started
  /** Submits the modal that an interaction has opened. */
  submit: (user: SimUser, interactionId: string, values: ModalValues) => Started
  /** The bot's completions of an option. */
  complete: (user: SimUser, name: string, focused: string, filled: FilledOptions) => Promise<Choice[]>
  /** Calls the listener with all that happens; returns a function that removes it. */
  listen: (listener: (event: ConversationEvent) => void) => () => void
}

/**
 * Creates a conversation in the first guild of a Discord. Its functions throw an error with a message for the user where Discord's
 * client would not send the interaction.
 */
export function createConversation(discord: SimDiscord): Conversation {
  const interactions = new Map<string, Started>()
  const listeners = new Set<(event: ConversationEvent) => void>()
  const tell = (event: ConversationEvent) => {
    for (const listener of listeners) listener(event)
  }
  discord.onMessage((message, change) => tell({ type: 'message', message, change }))

  const start = (given: Omit<Started, 'id' | 'state'>): Started => {
    const { reply, user, kind } = given
    const started: Started = { ...given, id: reply.interactionId, state: 'waiting' }
    interactions.set(started.id, started)
    const [oldest] = interactions.keys()
    if (oldest !== undefined && interactions.size > MAX_INTERACTIONS) interactions.delete(oldest)
    tell({ type: 'interaction', started })
    const settle = (end: Pick<Started, 'state' | 'failure'>) => {
      Object.assign(started, end)
      tell({ type: 'interaction', started })
      if (reply.modal() !== undefined) tell({ type: 'modal', started })
    }
    const texts = clientTexts(user.locale)
    reply.acknowledged().then(
      () => settle({ state: 'answered' }),
      () => settle({ state: 'failed', failure: kind === 'command' ? texts.noAnswer : texts.failed }),
    )
    return started
  }
  const find = (id: string): Started => {
    const started = interactions.get(id)
    if (started === undefined) throw new Error('There is no such interaction.')
    return started
  }

  return {
    people: createPeople(discord),
    type: (user, line, files, title = line) => start({ user, kind: 'command', title, reply: user.type(line, files) }),
    command: (user, name, filled, title) => start({ user, kind: 'command', title, reply: user.use(name, filled) }),
    messageCommand: (user, name, message, title) =>
      start({ user, kind: 'command', title, reply: user.useMessageCommand(name, message) }),
    userCommand: (user, name, targetId, title) =>
      start({ user, kind: 'command', title, reply: user.useUserCommand(name, targetId) }),
    use(user, message, use) {
      const title = checkUse(user, message, use)
      const { customId, values } = use
      const reply = values === undefined ? user.click(message, customId) : user.choose(message, customId, [...values])
      return start({ user, kind: 'component', title, reply, message, customId })
    },
    submit(user, interactionId, values) {
      const opened = find(interactionId)
      const modal = opened.reply.modal()
      if (modal === undefined || opened.user.id !== user.id) throw new Error('There is no form to submit.')
      const reply = opened.reply.submit(values)
      const { message } = opened
      return start({ user, kind: 'modal', title: modal.title, reply, ...(message && { message }) })
    },
    async complete(user, name, focused, filled) {
      const reply = user.autocomplete(name, focused, filled)
      await reply.acknowledged()
      // The simulated Discord has checked the answer.
      return (reply.answer() as { choices: Choice[] }).choices
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
