import type { Button } from './limits/controls.ts'
import { toWireMessage } from './message-wire.ts'
import type { Message, MessageBody } from './messages.ts'
import type { Reader } from './render/markdown.ts'
import { listButtons, showEmoji, showMessage } from './render/message.ts'
import { listSelects, type SimSelect } from './select-view.ts'
import type { State } from './state.ts'
import { BUTTON_STYLE, FLAG } from './wire.ts'

/** A visible button. */
export interface SimButton {
  label: string
  emoji: string | undefined
  customId: string | undefined
  url: string | undefined
  disabled: boolean
  /** 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
  style: number
}

/** A visible file. */
export interface SimAttachment {
  name: string
  text: string
  size: number
  url: string
}

/** A message of the application or of a user; each function reads its current version. */
export interface SimMessage {
  id: string
  channelId: string
  /** The message as plain text; a locale is the language of its dates, its times and the client's texts. */
  text: (locale?: string) => string
  /** The message as Discord sends it. */
  wire: () => Record<string, unknown>
  isEphemeral: () => boolean
  /** The id of the only user who sees an ephemeral message; null for a message that everybody sees. */
  visibleTo: () => string | null
  /** The user and the name of the command that the message answers; null for other messages. */
  command: { userId: string; name: string } | null
  isDeleted: () => boolean
  /** The mentions that notify, including edits: `everyone`, `here`, user ids, and role ids with `&` in front. */
  readonly notifies: string[]
  buttons: () => SimButton[]
  selects: () => SimSelect[]
  files: () => SimAttachment[]
}

/** Creates the view of a message. */
export function viewMessage(state: State, message: Message): SimMessage {
  return {
    id: message.id,
    channelId: message.channelId,
    text: (locale) => textOf(state, message.body, state.clock(), locale),
    wire: () => toWireMessage(message, state.author),
    isEphemeral: () => isEphemeral(message),
    visibleTo: () => (isEphemeral(message) && 'userId' in message.origin ? message.origin.userId : null),
    command: commandOf(message),
    isDeleted: () => message.isDeleted,
    get notifies() {
      return [...message.notifies]
    },
    buttons: () => listButtons(message.body.components).map(toSimButton),
    selects: () => listSelects(state, message),
    files: () =>
      message.body.attachments.map(({ filename, size, url, data }) => ({
        name: filename,
        size,
        url,
        // Decoded on demand only.
        get text() {
          return data.toString()
        },
      })),
  }
}

const isEphemeral = ({ body }: Message): boolean => (body.flags & FLAG.ephemeral) !== 0

function commandOf({ origin }: Message): SimMessage['command'] {
  if (origin.kind === 'channel' || origin.command === undefined) return null
  return { userId: origin.userId, name: origin.command }
}

/** Renders a version of a message at this time, with dates, times and the client's texts in the language of a locale. */
export function textOf({ author, people, guilds }: State, body: MessageBody, now: number, locale?: string): string {
  const nameOf: Reader['nameOf'] = (id, kind) => {
    if (kind !== 'user') return kind === 'role' ? guilds.role(id)?.name : guilds.channel(id)?.name
    const user = people.get(id)
    return user?.global_name ?? user?.username
  }
  return showMessage(body, author.user.username, { now, nameOf, locale })
}

/** A button's emoji and label. */
export function captionOf({ emoji, label }: SimButton): string {
  return [emoji, label].filter((part) => part).join(' ')
}

/** The buttons without links, in the order of their numbers. */
export function clickableIn(buttons: SimButton[]): SimButton[] {
  return buttons.filter(({ style }) => style !== BUTTON_STYLE.link)
}

function toSimButton(button: Button): SimButton {
  const { label, emoji, custom_id: customId, url, disabled, style } = button
  return {
    label: label ?? '',
    emoji: emoji ? showEmoji(emoji) : undefined,
    customId: customId ?? undefined,
    url: url ?? undefined,
    disabled: disabled ?? false,
    style,
  }
}
