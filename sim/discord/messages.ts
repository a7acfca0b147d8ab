import type { Attachment } from './attachments.ts'
import type { MessageParts } from './limits/message.ts'

/** The content of a message; immutable. */
export interface MessageBody extends MessageParts {
  attachments: readonly Attachment[]
}

/** The origin of a message: posted by the bot itself, or an interaction, which Discord sends as `interaction_metadata`. */
export type MessageOrigin = { kind: 'channel' } | { kind: 'command' | 'contextMenu' | 'followUp'; metadata: object }

/** A message of the application. */
export interface Message {
  id: string
  channelId: string
  guildId: string | null
  origin: MessageOrigin
  createdAt: number
  editedAt: number | null
  body: MessageBody
  isDeleted: boolean
  /** The mentions that notify: `everyone`, `here`, user ids, and role ids with `&` in front. */
  notifies: string[]
  /** All versions: `at` is `performance.now()`, `now` the clock's time. */
  states: { at: number; now: number; body: MessageBody }[]
  listeners: Set<() => void>
}

/** The messages of one Discord. */
export type Messages = ReturnType<typeof createMessages>

/** Keeps messages in memory. */
export function createMessages(clock: () => number, nextId: () => string) {
  const kept = new Map<string, Message>()
  const channels = new Map<string, Message[]>()
  const onPost = new Set<(message: Message) => void>()

  const changed = (message: Message): void => {
    for (const listener of message.listeners) listener()
  }
  const remember = (message: Message): void => {
    message.states.push({ at: performance.now(), now: clock(), body: message.body })
    changed(message)
  }

  return {
    /** Called with each new message. */
    onPost,
    post(given: Pick<Message, 'channelId' | 'guildId' | 'origin' | 'body' | 'notifies'>): Message {
      const message: Message = {
        ...given,
        id: nextId(),
        createdAt: clock(),
        editedAt: null,
        isDeleted: false,
        states: [],
        listeners: new Set(),
      }
      kept.set(message.id, message)
      const inChannel = channels.get(message.channelId)
      if (inChannel === undefined) channels.set(message.channelId, [message])
      else inChannel.push(message)
      remember(message)
      for (const listener of onPost) listener(message)
      return message
    },
    edit(message: Message, body: MessageBody, notifies: readonly string[]): void {
      message.body = body
      message.editedAt = clock()
      message.notifies = [...new Set([...message.notifies, ...notifies])]
      remember(message)
    },
    remove(message: Message): void {
      message.isDeleted = true
      changed(message)
    },
    find: (id: string) => kept.get(id),
    /** The messages of a channel without the deleted ones, oldest first. */
    inChannel: (channelId: string) => (channels.get(channelId) ?? []).filter(({ isDeleted }) => !isDeleted),
  }
}
