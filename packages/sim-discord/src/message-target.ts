import { toUpload, toWireAttachment, type SimFile } from './attachments.ts'
import { resolveComponents } from './message-wire.ts'
import type { SimMessage } from './message-view.ts'
import type { Person } from './person.ts'
import type { State } from './state.ts'
import { toWireUser } from './wire.ts'

/** What people see of a message that a message command is used on. */
export interface TargetContent {
  content?: string
  embeds?: unknown[]
  /** Attachments as Discord sends them. */
  attachments?: unknown[]
  /** Further attachments, which can be downloaded; those that a component shows are listed there only. */
  files?: SimFile[]
  components?: unknown[]
  flags?: number
}

/** The message that a message command is used on. */
export interface TargetMessage extends TargetContent {
  id?: string
  type?: number
  author?: { id?: string; name?: string; bot?: boolean }
  /** The webhook that has posted the message. */
  webhookId?: string
  /** The message that this one forwards. */
  forwards?: TargetContent | SimMessage
  poll?: object
  stickers?: object[]
}

const FORWARD = 1

/** A message of a user that exists only for a message command, as Discord sends it. */
export function toTarget(state: State, person: Person, message: TargetMessage): { id: string } {
  const { id = state.nextId(), author = {}, webhookId, forwards, poll, stickers } = message
  const known = state.people.get(author.id ?? '')
  const writer = known ?? toWireUser(author.id ?? state.nextId(), author.name ?? 'user', author.bot ?? false)
  state.people.set(writer.id, writer)
  const fields = {
    ...toContent(state, person, message),
    id,
    channel_id: person.channelId,
    author: writer,
    mention_everyone: false,
    pinned: false,
    tts: false,
    ...(webhookId === undefined ? {} : { webhook_id: webhookId }),
    ...(poll === undefined ? {} : { poll }),
    ...(stickers === undefined ? {} : { sticker_items: stickers }),
    ...(forwards === undefined ? {} : toForward(state, person, forwards)),
  }
  return fields
}

/** The fields that Discord sends of a message and of a forwarded one. */
function toContent(state: State, { channelId }: Person, message: TargetContent & { type?: number }) {
  const { type = 0, content = '', embeds = [], attachments = [], files = [], components = [], flags = 0 } = message
  const kept = files.map((file) => state.attachments.keep(toUpload(file), { folder: channelId, isEphemeral: false }))
  const shown = JSON.stringify(components)
  const listed = kept.filter(({ filename }) => !shown.includes(`"attachment://${filename}"`)).map(toWireAttachment)
  return {
    type,
    content,
    embeds,
    attachments: [...attachments, ...listed],
    components: resolveComponents(components, kept),
    flags,
    mentions: [],
    mention_roles: [],
    timestamp: new Date(state.clock()).toISOString(),
    edited_timestamp: null,
  }
}

/** The fields of a message that Discord copies into a forwarded one. */
const SNAPSHOT = new Set(
  'type content embeds attachments components flags mentions timestamp edited_timestamp'.split(' '),
)

function toForward(state: State, person: Person, forwarded: TargetContent | SimMessage): object {
  const message = 'wire' in forwarded ? forwarded.wire() : toContent(state, person, forwarded)
  const snapshot = Object.fromEntries(Object.entries(message).filter(([name]) => SNAPSHOT.has(name)))
  const reference = { type: FORWARD, message_id: state.nextId(), channel_id: person.channelId }
  return { message_reference: reference, message_snapshots: [{ message: snapshot }] }
}
