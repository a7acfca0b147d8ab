/** The kinds of interaction a user can cause. */
export const INTERACTION = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const

/** The kinds of answer to an interaction. */
export const CALLBACK = {
  reply: 4,
  deferReply: 5,
  deferUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const

/** The bits of a message's flags. */
export const FLAG = {
  suppressEmbeds: 1 << 2,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  voice: 1 << 13,
  componentsV2: 1 << 15,
} as const

/** The types of component a message or a modal can have. */
export const COMPONENT = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
} as const

/** The styles of a button: the last two open a link or a shop. */
export const BUTTON_STYLE = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5, premium: 6 } as const

/** The kinds of application command. */
export const COMMAND = { chatInput: 1, user: 2, message: 3 } as const

/** The kinds of command option. */
export const OPTION = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const

/** The permission bits that are used here. */
export const PERMISSION = {
  banMembers: 1n << 2n,
  administrator: 1n << 3n,
  manageGuild: 1n << 5n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useApplicationCommands: 1n << 31n,
  moderateMembers: 1n << 40n,
} as const

/** The maximum file size of an interaction in a guild without boosts, in bytes. */
export const ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024

/** An account, as Discord sends it. */
export interface WireUser {
  id: string
  username: string
  global_name: string | null
  discriminator: string
  avatar: string | null
  bot: boolean
  public_flags: number
}

/** Creates an account with this name; a bot has no display name. */
export function toWireUser(id: string, name: string, bot = false, displayName = name): WireUser {
  return {
    id,
    username: name,
    global_name: bot ? null : displayName,
    discriminator: '0',
    avatar: null,
    bot,
    public_flags: 0,
  }
}

/** Whether a parsed value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The field `authorizing_integration_owners`: who has installed the app, by the kind of installation. */
export type IntegrationOwners = Partial<Record<'0' | '1', string>>
