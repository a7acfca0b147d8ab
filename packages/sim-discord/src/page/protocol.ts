/*
 * What the page of the simulated Discord and its server say to each other. Types only, so that a browser can import it.
 *
 * The server serves the built page from a folder: `index.html` at `/`, and the files of `assets` at
 * `/assets/<name>`. The page's Content-Security-Policy allows scripts, styles, images and requests of this server only: no inline
 * scripts or styles, no assigned HTML.
 *
 * `GET /events` is a stream of server-sent events without names: the data of each is one `PageEvent` as JSON. The first one is
 * `state`, also after a reconnect: it replaces all that the page knew.
 *
 * `GET /media?url=<encoded URL of the message>` answers an attachment of the simulated Discord, or a picture that the program finds;
 * the URLs in messages are those of Discord's wire format, which the browser cannot load. With `&download=1`, as a download.
 *
 * `POST /<name of PageRequests>` with a JSON body answers 200 with the JSON of `PageAnswers`; what happens because of it comes by
 * the stream. A refused request answers 4xx with a `Refusal`.
 */
import type { WireAuthor, WireCommand, WireMessage, WireModal } from './wire-format.ts'

/** A person whom the user of the page can be. */
export interface PagePerson {
  id: string
  name: string
  /** A locale of Discord, as `en-US` or `de`. */
  locale: string
  /** The permission bits, decimal, to compare with `default_member_permissions`. */
  permissions: string
  /** Whether the person has Moderate Members. */
  isModerator: boolean
  /** Whether the person has Manage Server. */
  isManager: boolean
}

/** A channel of the guild, in the order of Discord's list. */
export interface PageChannel {
  id: string
  name: string
  /** 0 for a text channel. */
  type: number
  /** Whether the bot may write into it. */
  isWritable: boolean
}

/** A role of the guild, without @everyone. */
export interface PageRole {
  id: string
  /** Without an @. */
  name: string
}

/** A message with what the page cannot read from Discord's wire format. */
export interface PageMessage {
  wire: WireMessage
  /** The id of the only person who sees an ephemeral message; null for a message that everybody sees. */
  visibleTo: string | null
  /** The mentions that notify: `everyone`, `here`, ids of people, and ids of roles with `&` in front. */
  notifies: readonly string[]
  /** The command that the message answers, to be shown above it; null for other messages. */
  command: { user: WireAuthor; name: string } | null
}

/** An interaction of a person with the bot. */
export interface PageInteraction {
  id: string
  userId: string
  channelId: string
  kind: 'command' | 'component' | 'modal'
  /** The command as typed (`/lookup account:raider`), or the label of what was used. */
  title: string
  /** The message and the component that were used; absent for a command. */
  messageId?: string
  customId?: string
  /** `failed` when the bot has not answered within 3 s. */
  state: 'waiting' | 'answered' | 'failed'
  /** What Discord says about a failed interaction, in the person's language. */
  failure?: string
}

/** All that the page knows at first. */
export interface PageState {
  guild: { id: string; name: string; locale: string }
  bot: WireAuthor
  channels: readonly PageChannel[]
  roles: readonly PageRole[]
  people: readonly PagePerson[]
  commands: readonly WireCommand[]
  /** All messages of all channels, oldest first, with the ephemeral ones of everybody. */
  messages: readonly PageMessage[]
  /** What the panel of the program shows that serves the page; undefined without a panel. */
  panel?: unknown
}

/** An event of the stream. */
export type PageEvent =
  | { type: 'state'; state: PageState }
  /** A new message, or a new version of one. */
  | { type: 'message'; message: PageMessage }
  | { type: 'delete'; messageId: string }
  | { type: 'interaction'; interaction: PageInteraction }
  /** The bot opens a modal for the person. */
  | { type: 'modal'; interactionId: string; userId: string; modal: WireModal }
  | { type: 'commands'; commands: readonly WireCommand[] }
  /** A new person, or one who has changed. */
  | { type: 'person'; person: PagePerson }
  | { type: 'guild'; guild: PageState['guild']; channels: readonly PageChannel[]; roles: readonly PageRole[] }
  | { type: 'panel'; panel: unknown }

/** A file of an option, or of a field of a modal. */
export interface PageFile {
  name: string
  contentType?: string
  base64: string
}

/** What a modal was filled with: texts, the values of chosen options, and files, by `custom_id`. */
export type PageModalValues = Readonly<Record<string, string | readonly (string | PageFile)[]>>

/** A slash command with its options, as the person has filled them. */
export interface CommandRequest {
  user: string
  channel: string
  /** The name of the command, not localized. */
  command: string
  /** The names of group and subcommand, as far as the command has them. */
  subcommands?: readonly string[]
  /** Values by option name: texts and numbers as typed, the value of a choice, `true` or `false`, an id of a person, channel or role. */
  options: Readonly<Record<string, string>>
  /** The values of options for files. */
  files?: Readonly<Record<string, PageFile>>
}

/** What can be set of a person. */
export interface PersonChange {
  locale?: string
  isModerator?: boolean
  isManager?: boolean
}

/** The bodies of the requests, by the path without its slash. `user`, `channel` and `message` are ids. */
export interface PageRequests {
  command: CommandRequest
  /** Asks for completions of the option `focused`. */
  autocomplete: CommandRequest & { focused: string }
  /** A click on a button (without `values`), or a choice from a menu. */
  component: { user: string; message: string; customId: string; values?: readonly string[] }
  /** A filled modal: texts, the values of chosen options, and files, by `custom_id`. */
  modal: { user: string; interaction: string; values: PageModalValues }
  /** A command of the menu of a message. */
  'message-command': { user: string; message: string; command: string }
  /** A command of the menu of a person, `target`. */
  'user-command': { user: string; channel: string; target: string; command: string }
  /** A message that a person writes. */
  message: { user: string; channel: string; content: string }
  /** Creates a person: without other fields, an English-speaking moderator. */
  'new-person': { name: string } & PersonChange
  /** Changes a person; fields that are absent stay. */
  person: { user: string } & PersonChange
  /** Changes the language of the server. */
  guild: { locale: string }
  /** What the panel of the program asks for. */
  panel: unknown
}

/** The answers to the requests. */
export interface PageAnswers extends Record<Exclude<keyof PageRequests, 'autocomplete' | 'new-person'>, object> {
  command: { interaction: string }
  component: { interaction: string }
  modal: { interaction: string }
  'message-command': { interaction: string }
  'user-command': { interaction: string }
  autocomplete: { choices: readonly { name: string; value: string | number }[] }
  'new-person': { user: string }
}

/** The answer to a refused request: a sentence for the user. */
export interface Refusal {
  error: string
}
