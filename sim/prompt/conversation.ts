import {
  captionOf,
  clickableIn,
  type SimButton,
  type SimMessage,
  type SimReply,
  type SimUser,
} from '../discord/index.ts'
import { findChoice } from './menus.ts'

/** A message of the bot or a note, with its number for the user. */
export interface Entry {
  number: number
  title: () => string
  /** The visible text; empty before there is a message. */
  text: () => string
  message: () => SimMessage | undefined
}

/** The messages of the bot to the user. */
export type Conversation = ReturnType<typeof createConversation>

/** The name of a channel or a role. */
export type NameOf = (kind: 'channel' | 'role', id: string) => string

/** Creates an empty conversation; its dates and times are in the language of the current locale. */
export function createConversation(nameOf: NameOf, locale: () => string) {
  const entries: Entry[] = []
  const replies: SimReply[] = []
  /** The last click in each message. */
  const clicked = new Map<Entry, string>()
  const known = new Set<string>()
  const owners = createOwners()

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

  const addMessage = (message: SimMessage): Entry =>
    add(message.isEphemeral() ? 'follow-up' : titleOf(message, nameOf), {
      text: () => message.text(locale()),
      message: () => (message.isDeleted() ? undefined : message),
    })

  /** Uses a component, and shows the answer in its message or in a new one. */
  const use = (entry: Entry, message: SimMessage, caption: string, user: SimUser, act: () => SimReply): SimReply => {
    if (!owners.mayUse(message, user)) {
      throw new Error(`Only another user sees #${entry.number}. Switch to that user with: as …`)
    }
    const reply = act()
    track(reply, user)
    clicked.set(entry, caption)
    return reply
  }
  const track = (reply: SimReply, user: SimUser) => {
    replies.push(reply)
    reply.onChange(() => owners.learn(reply, user))
  }

  return {
    /** Adds the message that will answer a command. */
    open(title: string, reply: SimReply, user: SimUser): Entry {
      track(reply, user)
      return add(title, { text: () => reply.text(locale()), message: reply.message })
    },
    /** Clicks a button of a message by its number; throws if a user could not. */
    click(entry: Entry, number: number, user: SimUser): SimReply {
      const { message, customId, caption } = findClickable(entry.message(), number)
      return use(entry, message, caption, user, () => user.click(message, customId))
    },
    /** Chooses from a message's menus, by numbers or by beginnings of labels; throws if a user could not. */
    choose(entry: Entry, option: string, user: SimUser): SimReply {
      const { message, customId, values, caption } = findChoice(entry.message(), option)
      return use(entry, message, caption, user, () => user.choose(message, customId, values))
    },
    /** Takes the follow-ups that have not been shown yet. */
    takeNews(): Entry[] {
      const answered = new Set(entries.map((entry) => entry.message()?.id))
      const news = replies
        .flatMap((reply) => [...reply.followUps(), ...(newMessageOf(reply) ?? [])])
        .filter(({ id }) => !known.has(id) && !answered.has(id))
      return news.map((message) => {
        known.add(message.id)
        return addMessage(message)
      })
    },
    /** Adds lines that are no message, to be kept among the messages. */
    addNote: (title: string, text: string): Entry => add(title, { text: () => text, message: () => undefined }),
    /** Adds a message that the bot has posted by itself. */
    addPosted: addMessage,
    /** Follows the reply to a submitted modal; its answer is shown in the message with the button, or in a new one. */
    track,
    find(number: number): Entry {
      const entry = entries[number - 1]
      if (entry === undefined) throw new Error(`There is no message #${number} yet.`)
      return entry
    },
  }
}

/** The title of a public message, with the roles that get a notification. */
function titleOf({ channelId, notifies }: SimMessage, nameOf: NameOf): string {
  const roles = notifies.filter((id) => id.startsWith('&')).map((id) => `@${nameOf('role', id.slice(1))}`)
  const notified = roles.length > 0 ? `, notifies ${roles.join(' and ')}` : ''
  return `in #${nameOf('channel', channelId)}, public${notified}`
}

/** Creates the memory of which user sees each ephemeral message. */
function createOwners() {
  const owners = new Map<string, string>()
  return {
    learn(reply: SimReply, user: SimUser): void {
      for (const message of [reply.message(), ...reply.followUps()]) {
        if (message?.isEphemeral() && !owners.has(message.id)) owners.set(message.id, user.id)
      }
    },
    mayUse: (message: SimMessage, user: SimUser) =>
      !message.isEphemeral() || (owners.get(message.id) ?? user.id) === user.id,
  }
}

/** The new message that answers a click or a modal; undefined if the click updated its own message. */
function newMessageOf(reply: SimReply): SimMessage[] | undefined {
  const message = reply.message()
  const clicked = reply.sent()['message'] as { id: string } | undefined
  return message && message.id !== clicked?.id ? [message] : undefined
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
