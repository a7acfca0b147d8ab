// Discord's wire format as the page reads it: only the parts that a message of a bot can have. Types only, so that a browser can
// import it.

/** An emoji of a button or an option; an `id` names a custom emoji, which the simulated Discord does not have. */
export interface WireEmoji {
  id?: string | null
  name?: string | null
}

/** An image or a file; the page loads `url` through `GET /media?url=…` (see `protocol.ts`). */
export interface WireMedia {
  url: string
  width: number | null
  height: number | null
  content_type: string | null
}

/** A button: style 1 primary, 2 secondary, 3 success, 4 danger, 5 link with `url` instead of `custom_id`. */
export interface WireButton {
  type: 2
  id: number
  style: number
  label?: string | null
  emoji?: WireEmoji | null
  custom_id?: string | null
  url?: string | null
  disabled?: boolean | null
}

/** One option of a menu. */
export interface WireSelectOption {
  label: string
  value: string
  description?: string | null
  default?: boolean | null
  emoji?: WireEmoji | null
}

/** A menu; `min_values` and `max_values` are 1 if absent. */
export interface WireStringSelect {
  type: 3
  id: number
  custom_id: string
  placeholder?: string | null
  min_values?: number | null
  max_values?: number | null
  disabled?: boolean | null
  /** In a modal only; true if absent. */
  required?: boolean | null
  options: readonly WireSelectOption[]
}

/** A menu that the client fills: 5 users, 6 roles, 7 users and roles, 8 channels. */
export interface WireEntitySelect extends Omit<WireStringSelect, 'type' | 'options'> {
  type: 5 | 6 | 7 | 8
  default_values?: readonly { id: string; type: string }[] | null
  channel_types?: readonly number[] | null
}

/** Up to five buttons, or one menu. */
export interface WireRow {
  type: 1
  id: number
  components: readonly (WireButton | WireStringSelect | WireEntitySelect)[]
}

/** Markdown. */
export interface WireText {
  type: 10
  id: number
  content: string
}

/** The image of a section, to the right of its texts. */
export interface WireThumbnail {
  type: 11
  id: number
  media: WireMedia
  description?: string | null
  spoiler?: boolean | null
}

/** One to three texts, with a button or an image to their right. */
export interface WireSection {
  type: 9
  id: number
  components: readonly WireText[]
  accessory: WireButton | WireThumbnail
}

/** One to ten images. */
export interface WireGallery {
  type: 12
  id: number
  items: readonly { media: WireMedia; description?: string | null; spoiler?: boolean | null }[]
}

/** A file to download. */
export interface WireFile {
  type: 13
  id: number
  file: WireMedia
  name: string | null
  size: number | null
  spoiler?: boolean | null
}

/** Space, with a line unless `divider` is false; spacing 1 is small, 2 large. */
export interface WireSeparator {
  type: 14
  id: number
  divider?: boolean | null
  spacing?: 1 | 2 | null
}

/** A frame with a colour at its left edge. */
export interface WireContainer {
  type: 17
  id: number
  accent_color?: number | null
  spoiler?: boolean | null
  components: readonly Exclude<WireComponent, WireContainer>[]
}

/** A component at the top of a message. */
export type WireComponent = WireRow | WireSection | WireText | WireGallery | WireFile | WireSeparator | WireContainer

/** A file that a message has outside its components. */
export interface WireAttachment {
  id: string
  filename: string
  size: number
  url: string
  content_type: string
  width?: number
  height?: number
  description?: string
}

/** The author of a message. */
export interface WireAuthor {
  id: string
  username: string
  global_name: string | null
  bot: boolean
}

/** A message; of the bot with components, of a person with `content`. */
export interface WireMessage {
  id: string
  channel_id: string
  author: WireAuthor
  content: string
  components: readonly WireComponent[]
  attachments: readonly WireAttachment[]
  /** Bits: 64 only one person sees it, 128 the bot is thinking, 32768 Components V2. */
  flags: number
  mention_roles: readonly string[]
  /** ISO 8601. */
  timestamp: string
  edited_timestamp: string | null
  /** The interaction that the message answers; absent for what the bot posts by itself and for people. */
  interaction_metadata?: { id: string; user: WireAuthor; original_response_message_id?: string }
}

/** A text field of a modal: style 1 has one line, 2 several. */
export interface WireTextInput {
  type: 4
  custom_id: string
  style: 1 | 2
  /** Only in a row; in a label the label names it. */
  label?: string | null
  value?: string | null
  placeholder?: string | null
  /** True if absent. */
  required?: boolean | null
  min_length?: number | null
  max_length?: number | null
}

/** A field of a modal for files; it takes one file if the amounts are absent. */
export interface WireFileUpload {
  type: 19
  custom_id: string
  min_values?: number | null
  max_values?: number | null
  required?: boolean | null
}

/** A field of a modal with options: 21 one of two to ten, 22 up to `max_values` (all if absent) of one to ten. */
export interface WireOptionGroup extends Omit<WireFileUpload, 'type'> {
  type: 21 | 22
  options: readonly Omit<WireSelectOption, 'emoji'>[]
}

/** A field in a label of a modal. */
export type WireModalInput = WireTextInput | Omit<WireStringSelect, 'id'> | WireFileUpload | WireOptionGroup

/** A modal as the bot sends it. */
export interface WireModal {
  custom_id: string
  title: string
  components: readonly (
    | { type: 1; components: readonly WireTextInput[] }
    | {
        type: 18
        label: string
        description?: string | null
        component: WireModalInput
      }
    | { type: 10; content: string }
  )[]
}

/** A choice of an option. */
export interface WireChoice {
  name: string
  name_localizations?: Readonly<Record<string, string>> | null
  value: string | number
}

/**
 * An option of a command: 1 a subcommand, 2 a group of subcommands, 3 text, 4 a whole number, 5 a boolean, 6 a user, 7 a channel,
 * 8 a role, 10 a number, 11 a file.
 */
export interface WireOption {
  type: number
  name: string
  name_localizations?: Readonly<Record<string, string>> | null
  description: string
  description_localizations?: Readonly<Record<string, string>> | null
  required?: boolean
  choices?: readonly WireChoice[]
  autocomplete?: boolean
  options?: readonly WireOption[]
  min_length?: number
  max_length?: number
  min_value?: number
  max_value?: number
  channel_types?: readonly number[]
}

/** A deployed command: 1 a slash command, 2 of a user's menu, 3 of a message's menu. */
export interface WireCommand {
  id: string
  type: 1 | 2 | 3
  name: string
  name_localizations?: Readonly<Record<string, string>> | null
  description: string
  description_localizations?: Readonly<Record<string, string>> | null
  options?: readonly WireOption[]
  /** The permission bits that a person needs, decimal; everybody may use a command without. */
  default_member_permissions?: string | null
}
