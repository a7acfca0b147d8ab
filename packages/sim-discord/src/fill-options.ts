import type { Attachment, Upload } from './attachments.ts'
import type { Deployed } from './commands.ts'
import type { Guild } from './guilds.ts'
import type { Option } from './limits/options.ts'
import { toValue } from './option-values.ts'
import type { Referred } from './resolved.ts'
import { ATTACHMENT_SIZE_LIMIT, OPTION } from './wire.ts'

/** An option and its value, as a bot receives it. */
export interface WireOption {
  name: string
  type: number
  value?: string | number | boolean
  options?: WireOption[]
}

/** A command as a user fills it in: the names of group and subcommand, and the text of each option. */
export interface FilledCommand {
  subcommands: readonly string[]
  given: ReadonlyMap<string, string>
}

/** The surroundings of a filled command. */
export interface CommandLineContext {
  /** The files of attachment options, by option name. */
  files: Readonly<Record<string, Upload>>
  /** Stores a file. */
  keep: (upload: Upload) => Attachment
  guild: Guild | undefined
}

/** The options of a filled command; throws where Discord's client would not send it. */
export function fillOptions(
  command: Deployed,
  { subcommands, given }: FilledCommand,
  context: CommandLineContext,
): { options: WireOption[]; referred: Referred } {
  const referred: Referred = { attachments: [], userIds: [], roleIds: [], channelIds: [] }
  const reading: Reading = { ...context, given, referred, title: `/${command.name}` }
  return { options: readOptions(command.options ?? [], subcommands, reading), referred }
}

interface Reading extends CommandLineContext {
  given: ReadonlyMap<string, string>
  referred: Referred
  title: string
}

/** Whether the options are subcommands or groups of them. */
export const hasSubcommands = (options: readonly Option[]) =>
  options.some(({ type }) => type === OPTION.subcommand || type === OPTION.group)

function readOptions(
  options: readonly Option[],
  [word = '', ...rest]: readonly string[],
  reading: Reading,
): WireOption[] {
  if (hasSubcommands(options)) {
    const chosen = options.find(({ name }) => name === word)
    if (chosen === undefined) throw new Error(`${reading.title} has no subcommand ${JSON.stringify(word)}`)
    const { name, type } = chosen
    const inner = readOptions(chosen.options ?? [], rest, { ...reading, title: `${reading.title} ${name}` })
    return [{ name, type, options: inner }]
  }

  const { given } = reading
  const unknown = Object.keys(reading.files).find((name) => !options.some((o) => o.name === name && isFile(o)))
  if (unknown !== undefined) throw new Error(`${reading.title} has no option for a file ${unknown}`)
  const stranger = [...given.keys()].find((name) => !options.some((o) => o.name === name && !isFile(o)))
  if (stranger !== undefined) throw new Error(`${reading.title} has no option ${stranger}`)
  return options.flatMap((option) => {
    const { name, type } = option
    if (isFile(option)) {
      const upload = reading.files[name]
      if (upload === undefined) return missing(option, reading.title)
      return [{ name, type, value: attach(upload, reading) }]
    }
    const value = given.get(name)
    if (value === undefined) return missing(option, reading.title)
    return [{ name, type, value: toValue(option, value, reading) }]
  })
}

/** The options of a command that is still being typed, as texts; throws if `focused` has no completions. */
export function toUnfinished(
  command: Deployed,
  subcommands: readonly string[],
  given: Readonly<Record<string, string>>,
  focused: string,
): object[] {
  const toOptions = (options: readonly Option[], names: readonly string[]): object[] => {
    const chosen = options.find(({ name }) => name === names[0])
    if (chosen)
      return [{ name: chosen.name, type: chosen.type, options: toOptions(chosen.options ?? [], names.slice(1)) }]
    if (!options.some(({ name, autocomplete }) => name === focused && autocomplete)) {
      throw new Error(`/${command.name} completes no option ${focused}`)
    }
    return options.flatMap(({ name, type }) => {
      const value = given[name] ?? (name === focused ? '' : undefined)
      return value === undefined ? [] : [{ name, type, value, ...(name === focused ? { focused: true } : {}) }]
    })
  }
  return toOptions(command.options ?? [], subcommands)
}

function attach(upload: Upload, { keep, referred, title }: Reading): string {
  if ((upload.size ?? upload.data.length) > ATTACHMENT_SIZE_LIMIT) throw new Error(`${title}: the file is too large`)
  const attachment = keep(upload)
  referred.attachments.push(attachment)
  return attachment.id
}

/** Whether a file is the value of an option. */
export function isFile({ type }: Option): boolean {
  return type === OPTION.attachment
}

function missing({ name, required }: Option, title: string): [] {
  if (required) throw new Error(`${title} needs the option ${name}: ${title} ${name}:…`)
  return []
}
