import {
  captionOf,
  clickableIn,
  type Conversation,
  type SimButton,
  type SimMessage,
  type SimUser,
  type Started,
} from '../../packages/sim-discord/src/index.ts'
import { findChoice } from './menus.ts'

/** A message of the bot or a note, with its number for the user. */
export interface Entry {
  number: number
  title: () => string
  /** The visible text; empty before there is a message. */
  text: () => string
  message: () => SimMessage | undefined
}

/** The messages that the prompt shows. */
export type Entries = ReturnType<typeof createEntries>

/** The name of a channel or a role. */
export type NameOf = (kind: 'channel' | 'role', id: string) => string

/** Creates an empty list of messages; their dates and times are in the language of the current locale. */
export function createEntries(conversation: Conversation, nameOf: NameOf, locale: () => string) {
  const entries: Entry[] = []
  /** The last click in each message. */
  const clicked = new Map<Entry, string>()
  /** The interactions of the prompt; others use the same conversation. */
  const own = new Set<string>()

  const add = (title: string, parts: Pick<Entry, 'text' | 'message'>): Entry => {
    const number = entries.length + 1
    const entry: Entry = {
      ...parts,
      number,
      title: () => [`#${number} ${title}`, clicked.get(entry)].filter((part) => part !== undefined).join(' › '),
    }
    entries.push(entry)
    return entry
  }
  /** Uses a component; the answer is shown in its message or in a new one. */
  const use = (
    entry: Entry,
    message: SimMessage,
    caption: string,
    user: SimUser,
    customId: string,
    values?: string[],
  ) => {
    const owner = message.visibleTo()
    if (owner !== null && owner !== user.id) {
      throw new Error(`Only another user sees #${entry.number}. Switch to that user with: as …`)
    }
    own.add(conversation.use(user, message, { customId, ...(values && { values }) }).id)
    clicked.set(entry, caption)
  }

  return {
    /** Adds the message that will answer a command. */
    open(started: Started): Entry {
      own.add(started.id)
      const { title, reply } = started
      const text = () => (started.failure === undefined ? reply.text(locale()) : `⚠ ${started.failure}`)
      return add(title, { text, message: reply.message })
    },
    /** Clicks a button of a message by its number; throws if a user could not. */
    click(entry: Entry, number: number, user: SimUser): void {
      const { message, customId, caption } = findClickable(entry.message(), number)
      use(entry, message, caption, user, customId)
    },
    /** Chooses from a message's menus, by numbers or by beginnings of labels; throws if a user could not. */
    choose(entry: Entry, option: string, user: SimUser): void {
      const { message, customId, values, caption } = findChoice(entry.message(), option)
      use(entry, message, caption, user, customId, values)
    },
    /** Whether an interaction was started at the prompt. */
    isOwn: ({ id }: Started): boolean => own.has(id),
    /** Shows the answer to a submitted modal in the message with the button, or in a new one. */
    follow: ({ id }: Started): void => void own.add(id),
    /** Adds a message that appears by itself; undefined for the answer to a command, and for what the prompt does not show. */
    addNew(message: SimMessage): Entry | undefined {
      const interactionId = interactionOf(message)
      const isShown = interactionId === undefined ? isOfBot(message) : own.has(interactionId)
      if (!isShown || message.command !== null) return undefined
      return add(message.isEphemeral() ? 'follow-up' : titleOf(message, nameOf), {
        text: () => message.text(locale()),
        message: () => (message.isDeleted() ? undefined : message),
      })
    },
    /** Adds lines that are no message, to be kept among the messages. */
    addNote: (title: string, text: string): Entry => add(title, { text: () => text, message: () => undefined }),
    find(number: number): Entry {
      const entry = entries[number - 1]
      if (entry === undefined) throw new Error(`There is no message #${number} yet.`)
      return entry
    },
  }
}

/** The id of the interaction that a message answers. */
function interactionOf(message: SimMessage): string | undefined {
  return (message.wire()['interaction_metadata'] as { id: string } | undefined)?.id
}

const isOfBot = (message: SimMessage) => (message.wire()['author'] as { bot: boolean }).bot

/** The title of a public message, with the roles that get a notification. */
function titleOf({ channelId, notifies }: SimMessage, nameOf: NameOf): string {
  const roles = notifies.filter((id) => id.startsWith('&')).map((id) => `@${nameOf('role', id.slice(1))}`)
  const notified = roles.length > 0 ? `, notifies ${roles.join(' and ')}` : ''
  return `in #${nameOf('channel', channelId)}, public${notified}`
}

/** The buttons that a user can click by number. */
export function buttonsOf(message: SimMessage | undefined): SimButton[] {
  return clickableIn(message?.buttons() ?? [])
}

function findClickable(message: SimMessage | undefined, number: number) {
  const buttons = buttonsOf(message)
  const button = buttons[number - 1]
  if (message === undefined || button?.customId === undefined) {
    const there = buttons.map((each, index) => `${index + 1} ${captionOf(each)}`)
    throw new Error(`There is no button ${number}. Buttons: ${there.join(', ') || 'none'}.`)
  }
  const caption = captionOf(button)
  if (button.disabled) throw new Error(`The button ${number} ${caption} cannot be clicked now.`)
  return { message, customId: button.customId, caption }
}
