import { z } from 'zod'

const localizations = z.record(z.string(), z.string()).nullish()
const optionSchema = z.object({
  name: z.string(),
  name_localizations: localizations,
  description: z.string(),
  description_localizations: localizations,
  type: z.int(),
  choices: z.array(z.object({ name: z.string() })).default([]),
})
const commandSchema = z.object({
  name: z.string(),
  name_localizations: localizations,
  description: z.string(),
  description_localizations: localizations,
  type: z.int(),
  options: z.array(optionSchema).default([]),
})

const SLASH = 1
const MESSAGE = 3
const ATTACHMENT = 11

/** The name for the bot, the name in the user's language, and the description. */
interface Named {
  name: string
  shown: string
  about: string
}

/** A command option in the user's language. */
export interface KnownOption extends Named {
  isFile: boolean
  choices: string[]
}

/** A slash command in the user's language. */
export interface KnownCommand extends Named {
  options: KnownOption[]
}

/** The commands that Discord's client offers to a user. */
export interface KnownCommands {
  slash: KnownCommand[]
  /** The first message command. */
  message: Named | undefined
}

/** Reads Discord's list of commands in a locale. */
export function readCommands(list: readonly object[], locale: string): KnownCommands {
  const commands = z.array(commandSchema).parse(list)
  const toNamed = (one: z.infer<typeof commandSchema> | z.infer<typeof optionSchema>): Named => ({
    name: one.name,
    shown: one.name_localizations?.[locale] ?? one.name,
    about: one.description_localizations?.[locale] ?? one.description,
  })
  const inMenu = commands.find(({ type }) => type === MESSAGE)
  return {
    slash: commands
      .filter(({ type }) => type === SLASH)
      .map((command) => ({
        ...toNamed(command),
        options: command.options.map((option) => ({
          ...toNamed(option),
          isFile: option.type === ATTACHMENT,
          choices: option.choices.map(({ name }) => name),
        })),
      })),
    message: inMenu ? toNamed(inMenu) : undefined,
  }
}

/** Whether the typed text is this name, in the bot's or in the user's language. */
export const isNamed = ({ name, shown }: Named, typed: string) => typed === name || typed === shown
