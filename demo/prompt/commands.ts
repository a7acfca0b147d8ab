import { z } from 'zod'
import type { SimGuild } from '../../packages/sim-discord/src/index.ts'

const localizations = z.record(z.string(), z.string()).nullish()
const optionSchema = z.object({
  name: z.string(),
  name_localizations: localizations,
  description: z.string(),
  description_localizations: localizations,
  type: z.int(),
  choices: z
    .array(z.object({ name: z.string(), name_localizations: localizations, value: z.union([z.string(), z.number()]) }))
    .default([]),
  get options() {
    return z.array(optionSchema).default([])
  },
})
const commandSchema = z.object({
  name: z.string(),
  name_localizations: localizations,
  description: z.string(),
  description_localizations: localizations,
  type: z.int(),
  options: z.array(optionSchema).default([]),
})

type Option = z.infer<typeof optionSchema>
type Command = z.infer<typeof commandSchema>

const SLASH = 1
const USER = 2
const MESSAGE = 3
const SUBCOMMAND = 1
const CHANNEL = 7
const ROLE = 8
const ATTACHMENT = 11

/** The name for the bot, the name in the user's language, and the description. */
interface Named {
  name: string
  shown: string
  about: string
}

/** One value of an option. */
export interface KnownChoice {
  /** The value that the bot receives. */
  value: string
  shown: string
}

/** A command option in the user's language. */
export interface KnownOption extends Named {
  isFile: boolean
  /** What it may be set to, as far as that is known. */
  choices: KnownChoice[]
}

/** A slash command or subcommand in the user's language. */
export interface KnownCommand extends Named {
  options: KnownOption[]
  subcommands: KnownCommand[]
}

/** The names that options can refer to, with their signs. */
export interface Places {
  channels: string[]
  roles: string[]
}

/** The commands that Discord's client offers to a user. */
export interface KnownCommands {
  slash: KnownCommand[]
  /** The first message command. */
  message: Named | undefined
  /** The first user command. */
  user: Named | undefined
}

/** Reads Discord's list of commands in a locale. */
export function readCommands(
  list: readonly object[],
  locale: string,
  places: Places = { channels: [], roles: [] },
): KnownCommands {
  const commands = z.array(commandSchema).parse(list)
  const toNamed = (one: Command | Option): Named => ({
    name: one.name,
    shown: one.name_localizations?.[locale] ?? one.name,
    about: one.description_localizations?.[locale] ?? one.description,
  })
  const choicesOf = ({ type, choices }: Option): KnownChoice[] => {
    if (type === CHANNEL) return places.channels.map(toPlace)
    if (type === ROLE) return places.roles.map(toPlace)
    return choices.map((choice) => ({
      value: String(choice.value),
      shown: choice.name_localizations?.[locale] ?? choice.name,
    }))
  }
  const toCommand = (one: Command | Option): KnownCommand => ({
    ...toNamed(one),
    subcommands: one.options.filter(({ type }) => type === SUBCOMMAND).map(toCommand),
    options: one.options
      .filter(({ type }) => type !== SUBCOMMAND)
      .map((option) => ({ ...toNamed(option), isFile: option.type === ATTACHMENT, choices: choicesOf(option) })),
  })
  const firstOf = (wanted: number) => {
    const found = commands.find(({ type }) => type === wanted)
    return found && toNamed(found)
  }
  return {
    slash: commands.filter(({ type }) => type === SLASH).map(toCommand),
    message: firstOf(MESSAGE),
    user: firstOf(USER),
  }
}

/** A channel or a role, which the simulated Discord finds by its name. */
const toPlace = (name: string): KnownChoice => ({ value: name, shown: name })

/** Whether the typed text is this name, in the bot's or in the user's language. */
export const isNamed = ({ name, shown }: Named, typed: string) => typed === name || typed === shown

/** The names of a guild's channels and roles as options take them. */
export function placesOf({ channels, roles }: Pick<SimGuild, 'channels' | 'roles'>): Places {
  return {
    channels: Object.values(channels()).map((name) => `#${name}`),
    roles: Object.values(roles()).map((name) => (name.startsWith('@') ? name : `@${name}`)),
  }
}
