import { toWireAttachment, type Attachment } from './attachments.ts'
import { mediaOf, walkComponents } from './limits/components.ts'
import type { Message } from './messages.ts'
import { COMPONENT, isRecord, type WireUser } from './wire.ts'

const TYPE = { channel: 0, command: 20, contextMenu: 23, followUp: 19 } as const

/** The application that wrote a message. */
export interface Author {
  applicationId: string
  user: WireUser
}

/**
 * A message as Discord sends it: media resolved, every component with an id. A file in a component is listed there
 * and not in the attachments (discord-api-docs, issue 8277).
 */
export function toWireMessage(message: Message, { applicationId, user }: Author): Record<string, unknown> {
  const { content, embeds, components, attachments, flags } = message.body
  const media = [...walkComponents(components)].flatMap(({ component }) => mediaOf(component))
  const shown = new Set(media.map(({ url }) => url))
  return {
    id: message.id,
    type: TYPE[message.origin.kind],
    channel_id: message.channelId,
    ...(message.guildId === null ? {} : { guild_id: message.guildId }),
    author: message.writer ?? user,
    content,
    embeds: embeds.map((embed) => ({ type: 'rich', ...embed })),
    components: resolveComponents(components, attachments),
    attachments: attachments.filter(({ filename }) => !shown.has(`attachment://${filename}`)).map(toWireAttachment),
    flags,
    mentions: [],
    mention_roles: message.notifies.filter((id) => id.startsWith('&')).map((id) => id.slice(1)),
    mention_everyone: false,
    pinned: false,
    tts: false,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    ...(message.origin.kind === 'channel'
      ? {}
      : { webhook_id: applicationId, application_id: applicationId, interaction_metadata: message.origin.metadata }),
  }
}

/** A message as Discord answers it to a request for a channel: without its guild, and without what users write. */
export function toRestMessage(message: Message, author: Author): Record<string, unknown> {
  const { guild_id: _, ...rest } = toWireMessage(message, author)
  // The bot has no MESSAGE_CONTENT intent.
  return message.writer === undefined ? rest : { ...rest, content: '', attachments: [] }
}

/** Components as Discord sends them: media resolved, each with an id. */
export function resolveComponents(components: unknown, attachments: readonly Attachment[]): unknown {
  const given = new Set<number>()
  collectIds(components, given)
  let last = 0
  const nextFree = (): number => {
    do last += 1
    while (given.has(last))
    return last
  }

  const resolveMedia = (url: string): object => {
    const attachment = attachments.find(({ filename }) => `attachment://${filename}` === url)
    // Fields that Discord adds to media; sending them back is reported as a violation.
    const rest = { loading_state: 2, flags: 0, placeholder: null }
    if (attachment === undefined) {
      const media = { id: '0', url, proxy_url: url, width: 184, height: 184, content_type: 'image/jpeg' }
      return { ...media, ...rest }
    }
    const { id, width = null, height = null, content_type: contentType } = attachment
    const media = { id, url: attachment.url, proxy_url: attachment.url, width, height, content_type: contentType }
    return { ...media, attachment_id: id, ...rest }
  }

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isRecord(value)) return value
    if (!('type' in value)) return resolveFields(value)
    // Outer components have lower ids, as in Discord's numbering.
    const id = value['id'] || nextFree()
    return { ...resolveFields(value), ...(value['type'] === COMPONENT.file ? describeFile(value) : {}), id }
  }

  const resolveFields = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        (name === 'media' || name === 'file') && isRecord(field) ? resolveMedia(String(field['url'])) : resolve(field),
      ]),
    )

  const describeFile = ({ file }: Record<string, unknown>): object => {
    const shown = attachments.find(({ filename }) => isRecord(file) && `attachment://${filename}` === file['url'])
    return { name: shown?.filename ?? null, size: shown?.size ?? null }
  }

  return resolve(components)
}

function collectIds(value: unknown, into: Set<number>): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, into)
  if (!isRecord(value)) return
  if ('type' in value && typeof value['id'] === 'number' && value['id'] > 0) into.add(value['id'])
  for (const field of Object.values(value)) collectIds(field, into)
}
