import type { Attachment } from './attachments.ts'
import type { MessageParts } from './limits/message.ts'
import { FLAG } from './wire.ts'
import type { IntegrationOwners, WireUser } from './wire.ts'

/** The content of a message; immutable. */
export interface MessageBody extends MessageParts {
  attachments: readonly Attachment[]
}

/** The origin of a message: posted by itself, or an interaction, which Discord sends as `interaction_metadata`. */
export type MessageOrigin =
  | { kind: 'channel' }
  /** `userId` is the user of the interaction, `command` the name of its command. */
  | { kind: 'command' | 'contextMenu' | 'followUp'; metadata: OriginMetadata; userId: string; command?: string }

/** Discord's `interaction_metadata`. */
export interface OriginMetadata {
  [field: string]: unknown
  authorizing_integration_owners?: IntegrationOwners
}

/** What has happened to a message. */
export type MessageChange = 'posted' | 'edited' | 'deleted'

/** A message of the application or of a user. */
export interface Message {
  id: string
  channelId: string
  guildId: string | null
  origin: MessageOrigin
  /** The user who wrote it; undefined for the application. */
  writer?: WireUser
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
  const onChange = new Set<(message: Message, change: MessageChange) => void>()

  const changed = (message: Message, change: MessageChange): void => {
    for (const listener of message.listeners) listener()
    for (const listener of onChange) listener(message, change)
  }
  const remember = (message: Message): void => {
    message.states.push({ at: performance.now(), now: clock(), body: message.body })
  }

  return {
    /** Called with each message that is new or has changed. */
    onChange,
    post(given: Pick<Message, 'channelId' | 'guildId' | 'origin' | 'writer' | 'body' | 'notifies'>): Message {
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
      changed(message, 'posted')
      return message
    },
    edit(message: Message, body: MessageBody, notifies: readonly string[]): void {
      // The answer to a deferred reply is no edit.
      if ((message.body.flags & FLAG.loading) === 0) message.editedAt = clock()
      message.body = body
      message.notifies = [...new Set([...message.notifies, ...notifies])]
      remember(message)
      changed(message, 'edited')
    },
    remove(message: Message): void {
      message.isDeleted = true
      changed(message, 'deleted')
    },
    find: (id: string) => kept.get(id),
    /** All messages without the deleted ones, oldest first. */
    all: () => [...kept.values()].filter(({ isDeleted }) => !isDeleted),
    /** The messages of a channel without the deleted ones, oldest first. */
    inChannel: (channelId: string) => (channels.get(channelId) ?? []).filter(({ isDeleted }) => !isDeleted),
  }
}
