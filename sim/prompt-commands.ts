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

/** Something with a name that the bot knows, the one the user reads, and what it is for. */
interface Named {
  name: string
  shown: string
  about: string
}

/** An option, as Discord's client offers it. */
export interface KnownOption extends Named {
  isFile: boolean
  choices: string[]
}

/** A slash command, as Discord's client offers it. */
export interface KnownCommand extends Named {
  options: KnownOption[]
}

/** What Discord's client offers to somebody. */
export interface KnownCommands {
  slash: KnownCommand[]
  /** The first command in the menu of a message. */
  message: Named | undefined
}

/** Reads the list of commands as Discord answers it, in the words of a locale. */
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

/** Whether somebody has typed this name: the bot's own, or the one the user reads. */
export const isNamed = ({ name, shown }: Named, typed: string) => typed === name || typed === shown
