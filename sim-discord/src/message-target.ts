import type { Person } from './person.ts'
import type { State } from './state.ts'
import { toWireUser } from './wire.ts'

/** The message that a message command is used on. */
export interface TargetMessage {
  id?: string
  content?: string
  embeds?: unknown[]
  attachments?: unknown[]
  author?: { id?: string; name?: string; bot?: boolean }
  /** The webhook that has posted the message. */
  webhookId?: string
}

/** A message of a user that exists only for a message command, as Discord sends it. */
export function toTarget(state: State, person: Person, message: TargetMessage): { id: string } {
  const { id = state.nextId(), content = '', embeds = [], attachments = [], author = {}, webhookId } = message
  const known = state.people.get(author.id ?? '')
  const writer = known ?? toWireUser(author.id ?? state.nextId(), author.name ?? 'user', author.bot ?? false)
  state.people.set(writer.id, writer)
  const fields = {
    id,
    type: 0,
    channel_id: person.channelId,
    author: writer,
    content,
    embeds,
    attachments,
    components: [],
    flags: 0,
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    timestamp: new Date(state.clock()).toISOString(),
    edited_timestamp: null,
    ...(webhookId === undefined ? {} : { webhook_id: webhookId }),
  }
  return fields
}
