import { toUpload, type SimFile } from './attachments.ts'
import { readCommandLine } from './command-line.ts'
import { fillOptions, toUnfinished, type CommandLineContext } from './fill-options.ts'
import type { Deployed } from './commands.ts'
import { toReferred } from './entities.ts'
import { contextOf, ownersOf } from './integration-owners.ts'
import type { Interaction } from './interactions.ts'
import { toTarget, type TargetMessage } from './message-target.ts'
import { viewMessage, type SimMessage } from './message-view.ts'
import type { Person } from './person.ts'
import { findOptions, findUsable } from './pick.ts'
import { watchReply, type ComponentUser, type SimReply } from './reply.ts'
import { toResolved } from './resolved.ts'
import type { Send } from './sender.ts'
import type { State } from './state.ts'
import { COMMAND, COMPONENT, FLAG, INTERACTION, isRecord, PERMISSION, toWireUser } from './wire.ts'

/** The values of a command's options by their names: texts as typed, ids, values or names of choices, and files. */
export interface FilledOptions {
  /** The names of group and subcommand. */
  subcommands?: readonly string[]
  options?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, SimFile>>
}

/** A user of the bot. */
export interface SimUser extends Person, ComponentUser {
  /**
   * Types a command: `/friends account:raider within:30`, or `/friends raider` for the first required text; values may be
   * in quotes. Throws where Discord's client would not send it. `files` are values of attachment options, by option name.
   */
  type: (line: string, files?: Record<string, SimFile>) => SimReply
  /** Uses a command whose options are filled in already; throws where Discord's client would not send it. */
  use: (name: string, filled?: FilledOptions) => SimReply
  /** Asks for completions of a text or number option; `reply.answer()` holds the choices. */
  autocomplete: (name: string, focused: string, filled?: Omit<FilledOptions, 'files'>) => SimReply
  /** Uses a message command (right-click on a message, Apps) on a message that exists, or on one with these fields. */
  useMessageCommand: (name: string, message?: TargetMessage | SimMessage) => SimReply
  /** Uses a user command (right-click on a user, Apps) on the user with this id. */
  useUserCommand: (name: string, userId: string) => SimReply
  /** Writes a message, in the user's channel by default; throws where Discord's client would not send it. */
  say: (content: string, channelId?: string) => SimMessage
  /** Clicks a button of a public message by its label, a part of the label, or its number; throws when it cannot be clicked. */
  press: (message: SimMessage, button: string | number) => SimReply
  /** Chooses options of a public message by their labels, in the first menu or in the one with this placeholder or number. */
  select: (message: SimMessage, labels: string | string[], menu?: string | number) => SimReply
  /** Sends an interaction with arbitrary fields; a component interaction without a message gets an old one. */
  sendRaw: (overrides: object) => SimReply
}

const MAX_CONTENT = 2000

/** The permissions of a member by default. */
export const DEFAULT_PERMISSIONS =
  PERMISSION.viewChannel |
  PERMISSION.sendMessages |
  PERMISSION.embedLinks |
  PERMISSION.attachFiles |
  PERMISSION.readMessageHistory |
  PERMISSION.useApplicationCommands |
  PERMISSION.moderateMembers

/** Creates a user and registers the account with Discord. */
export function createUser(state: State, send: Send, person: Person): SimUser {
  register(state, person)

  const watch = (interaction: Interaction): SimReply =>
    watchReply(state, user, interaction, (data) => {
      const opened = { clickedId: interaction.clicked?.id, openedBy: interaction }
      return watch(send(person, { type: INTERACTION.modal, data, ...opened }))
    })
  const use = (type: number, data: object, clicked?: SimMessage): SimReply =>
    watch(send(person, { type, data, clickedId: clicked?.id }))

  const findCommand = (type: number, name: string): Deployed => {
    const command = state.commands.find(type, name)
    if (command === undefined) throw new Error(`No such command is deployed: ${name}`)
    checkAllowed(state, command, person)
    return command
  }

  const useComponent = (message: SimMessage, customId: string, data: { component_type: number; values?: string[] }) => {
    const found = { ...data, ...findComponent(message.wire()['components'], customId) }
    const referred = toReferred(state, person.guildId, found.component_type, found.values ?? [])
    const chosen = toResolved(state, person, referred)
    return use(INTERACTION.component, { custom_id: customId, id: 1, ...found, ...chosen }, message)
  }

  const contextOf = (files: Readonly<Record<string, SimFile>>) => toContext(state, person, files)
  const useCommand = ({ id, name, type }: Deployed, { options, referred }: ReturnType<typeof readCommandLine>) =>
    use(INTERACTION.command, {
      id,
      name,
      type,
      ...(options.length === 0 ? {} : { options }),
      ...toResolved(state, person, referred),
    })

  const useMenu = (type: number, name: string, targetId: string, resolved: { resolved?: object }) => {
    const { id } = findCommand(type, name)
    return use(INTERACTION.command, { id, name, type, target_id: targetId, ...resolved })
  }

  const user: SimUser = {
    ...person,
    type(line, files = {}) {
      const [, name = '', rest = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? []
      if (name === '') throw new Error(`Not a command: ${line}`)
      const command = findCommand(COMMAND.chatInput, name)
      return useCommand(command, readCommandLine(command, rest, contextOf(files)))
    },
    use(name, { subcommands = [], options = {}, files = {} } = {}) {
      const command = findCommand(COMMAND.chatInput, name)
      const filled = { subcommands, given: new Map(Object.entries(options)) }
      return useCommand(command, fillOptions(command, filled, contextOf(files)))
    },
    autocomplete(name, focused, { subcommands = [], options: given = {} } = {}) {
      const command = findCommand(COMMAND.chatInput, name)
      const options = toUnfinished(command, subcommands, given, focused)
      return use(INTERACTION.autocomplete, { id: command.id, name, type: command.type, options })
    },
    say: (content, channelId = person.channelId) => say(state, { ...person, channelId }, content),
    useMessageCommand(name, message = {}) {
      const target = 'wire' in message ? { id: message.id, ...message.wire() } : toTarget(state, person, message)
      return useMenu(COMMAND.message, name, target.id, { resolved: { messages: { [target.id]: target } } })
    },
    useUserCommand: (name, userId) =>
      useMenu(COMMAND.user, name, userId, toResolved(state, person, { userIds: [userId] })),
    sendRaw(overrides) {
      const clickedId = findOrPostClicked(state, person, overrides)
      return watch(send(person, { type: INTERACTION.command, data: {}, clickedId, overrides }))
    },
    press: (message, button) => user.click(message, findUsable(message.buttons(), button)),
    select(message, labels, menu = 1) {
      const { customId, values } = findOptions(message.selects(), menu, [labels].flat())
      return user.choose(message, customId, values)
    },
    click: (message, customId) => useComponent(message, customId, { component_type: COMPONENT.button }),
    choose: (message, customId, values) =>
      useComponent(message, customId, { component_type: COMPONENT.stringSelect, values }),
  }
  return user
}

function toContext(
  state: State,
  { channelId, guildId }: Person,
  files: Readonly<Record<string, SimFile>>,
): CommandLineContext {
  return {
    files: Object.fromEntries(Object.entries(files).map(([option, file]) => [option, toUpload(file)])),
    keep: (upload) => state.attachments.keep(upload, { folder: channelId, isEphemeral: true }),
    guild: state.guilds.find(guildId ?? ''),
  }
}

function register({ people, members }: State, person: Person): void {
  people.set(person.id, toWireUser(person.id, person.name, false, person.displayName))
  members.set(person.id, person)
}

/** Posts a message that a user has written. */
function say(state: State, { id, name, guildId, channelId }: Person, content: string): SimMessage {
  if (content.trim() === '' || content.length > MAX_CONTENT) {
    throw new Error(`A message has 1 to ${MAX_CONTENT} characters`)
  }
  const body = { content, embeds: [], components: [], attachments: [], flags: 0 }
  const writer = state.people.get(id) ?? toWireUser(id, name)
  const origin = { kind: 'channel' } as const
  return viewMessage(state, state.messages.post({ channelId, guildId, origin, writer, body, notifies: [] }))
}

function checkAllowed(state: State, command: Deployed, person: Person): void {
  const { name, default_member_permissions: needed, contexts } = command
  if (Object.keys(ownersOf(state, person, { command })).length === 0)
    throw new Error(`${name} is not installed by the server or by ${person.name}`)
  if (contexts && !contexts.includes(contextOf(person)))
    throw new Error(`${name} is not available in this kind of channel`)
  const isAdministrator = (person.permissions & PERMISSION.administrator) !== 0n
  if (person.guildId === null || isAdministrator || needed === undefined || needed === null) return
  const bits = BigInt(needed)
  if (bits === 0n || (person.permissions & bits) !== bits) throw new Error(`${person.name} may not use ${name}`)
}

/** The id of the message with the component; creates one for a component interaction without, as discord.js requires it. */
function findOrPostClicked(state: State, person: Person, overrides: object): string | undefined {
  const { id, channelId, guildId } = person
  if ('message' in overrides) return isRecord(overrides.message) ? String(overrides.message['id']) : undefined
  if (!('type' in overrides) || overrides.type !== INTERACTION.component) return undefined
  const text = { type: COMPONENT.text, content: 'An old message' } as const
  const flags = FLAG.componentsV2 | FLAG.ephemeral
  const body = { content: '', embeds: [], components: [text], attachments: [], flags }
  const callContext = { id: state.nextId(), type: INTERACTION.command, user: state.people.get(id) }
  const metadata = { ...callContext, authorizing_integration_owners: ownersOf(state, person, {}) }
  const origin = { kind: 'command', userId: id, metadata } as const
  return state.messages.post({ channelId, guildId, origin, body, notifies: [] }).id
}

/** Type and id of a component; undefined when the message has none with this custom id. */
function findComponent(value: unknown, customId: string): { component_type: number; id: number } | undefined {
  if (Array.isArray(value))
    return value.map((item) => findComponent(item, customId)).find((found) => found !== undefined)
  if (!isRecord(value)) return undefined
  const { type, id, custom_id: ownId, components, accessory } = value
  if (ownId === customId) return { component_type: Number(type), id: Number(id) }
  return findComponent([components, accessory], customId)
}
