import type { SimButton, SimMessage } from './discord/message-view.ts'
import type { SimUser } from './discord/people.ts'
import type { SimReply } from './discord/reply.ts'
import { BUTTON_STYLE } from './discord/wire.ts'

/** What the simulated Discord calls its channels. */
const CHANNEL = 'moderation'

/** A message of the bot, under the number the user calls it by. */
export interface Entry {
  number: number
  title: () => string
  /** What the user sees; empty while nothing is there. */
  text: () => string
  message: () => SimMessage | undefined
}

/** Everything the bot has said to somebody. */
export interface Conversation {
  /** The message that will answer a command. */
  open: (title: string, reply: SimReply) => Entry
  /** Clicks a button of a message by its number; throws where a user could not. */
  click: (entry: Entry, button: number, user: SimUser) => SimReply
  /** Messages beside the answers that nobody has been told of yet. */
  takeNews: () => Entry[]
  find: (number: number) => Entry
}

/** Starts without a word. */
export function createConversation(): Conversation {
  const entries: Entry[] = []
  const replies: SimReply[] = []
  /** What was last clicked in a message. */
  const clicked = new Map<Entry, string>()
  const known = new Set<string>()

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

  return {
    open(title, reply) {
      replies.push(reply)
      return add(title, { text: reply.text, message: reply.message })
    },
    click(entry, number, user) {
      const message = entry.message()
      const button = findButton(message, number)
      if (message === undefined || button?.customId === undefined) throw new Error(explainMissing(message, number))
      const caption = captionOf(button)
      if (button.disabled) throw new Error(`The button ${number} ${caption} cannot be clicked now.`)
      const reply = user.click(message, button.customId)
      replies.push(reply)
      clicked.set(entry, caption)
      return reply
    },
    takeNews() {
      const news = replies.flatMap((reply) => reply.followUps()).filter(({ id }) => !known.has(id))
      return news.map((message) => {
        known.add(message.id)
        const title = message.isEphemeral() ? 'beside it' : `in #${CHANNEL}, for everybody`
        return add(title, { text: message.text, message: () => (message.isDeleted() ? undefined : message) })
      })
    },
    find(number) {
      const entry = entries[number - 1]
      if (entry === undefined) throw new Error(`There is no message #${number} yet.`)
      return entry
    },
  }
}

/** The buttons of a message that send something, in the order of their numbers. */
export function clickableIn(message: SimMessage | undefined): SimButton[] {
  return message?.buttons().filter(({ style }) => style !== BUTTON_STYLE.link) ?? []
}

const findButton = (message: SimMessage | undefined, number: number) => clickableIn(message)[number - 1]
const captionOf = ({ emoji, label }: SimButton) => [emoji, label].filter((part) => part).join(' ')

function explainMissing(message: SimMessage | undefined, number: number): string {
  const there = clickableIn(message).map((button, index) => `${index + 1} ${captionOf(button)}`)
  return `There is no button ${number}; there ${there.length > 0 ? `are: ${there.join(', ')}` : 'is none'}.`
}
