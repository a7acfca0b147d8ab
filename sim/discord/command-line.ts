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

/** The surroundings of a typed command. */
export interface CommandLineContext {
  /** The files of attachment options, by option name. */
  files: Readonly<Record<string, Upload>>
  /** Stores a file. */
  keep: (upload: Upload) => Attachment
  guild: Guild | undefined
}

/**
 * Parses the text after a command's name: `name:value` for each option, the first words for the first required option.
 * Throws where Discord's client would not send it.
 */
export function readCommandLine(
  command: Deployed,
  text: string,
  context: CommandLineContext,
): { options: WireOption[]; referred: Referred } {
  const referred: Referred = { attachments: [], userIds: [], roleIds: [], channelIds: [] }
  const reading: Reading = { ...context, referred, title: `/${command.name}` }
  return { options: readOptions(command.options ?? [], text.trim(), reading), referred }
}

interface Reading extends CommandLineContext {
  referred: Referred
  title: string
}

function readOptions(options: readonly Option[], text: string, reading: Reading): WireOption[] {
  if (options.some(({ type }) => type === OPTION.subcommand || type === OPTION.group)) {
    const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? []
    const chosen = options.find(({ name }) => name === word)
    if (chosen === undefined) throw new Error(`${reading.title} has no subcommand ${JSON.stringify(word)}`)
    const { name, type } = chosen
    const inner = readOptions(chosen.options ?? [], rest, { ...reading, title: `${reading.title} ${name}` })
    return [{ name, type, options: inner }]
  }

  const given = assignWords(options, text, reading.title)
  const unknown = Object.keys(reading.files).find((name) => !options.some((o) => o.name === name && isFile(o)))
  if (unknown !== undefined) throw new Error(`${reading.title} has no option for a file ${unknown}`)
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

function isFile({ type }: Option): boolean {
  return type === OPTION.attachment
}

function missing({ name, required }: Option, title: string): [] {
  if (required) throw new Error(`${title} needs the option ${name}: ${title} ${name}:…`)
  return []
}

/** The text of each option. */
function assignWords(options: readonly Option[], text: string, title: string): Map<string, string> {
  const given = new Map<string, string>()
  const names = options.map(({ name }) => name)
  const label = names.length === 0 ? /(?!)/y : new RegExp(`(${names.join('|')}):`, 'uy')
  let index = 0
  let current = ''
  while (index < text.length) {
    label.lastIndex = index
    const named = label.exec(text)
    if (named !== null) {
      current = named[1] ?? ''
      index += named[0].length
    }
    const { value, end } = readValue(text, index, label)
    const target = current === '' ? firstText(options, value, title) : current
    if (given.has(target)) throw new Error(`${title}: the option ${target} is given twice`)
    given.set(target, value)
    index = end
  }
  return given
}

/** Reads up to the next option, or a quoted value. */
function readValue(text: string, from: number, label: RegExp): { value: string; end: number } {
  const quoted = /"((?:\\"|[^"])*)"(?=\s|$)\s*/y
  quoted.lastIndex = from
  const found = quoted.exec(text)
  if (found !== null) return { value: (found[1] ?? '').replaceAll('\\"', '"'), end: from + found[0].length }
  for (let index = from; index < text.length; index += 1) {
    label.lastIndex = index
    const isBoundary = index > from && /\s/.test(text.charAt(index - 1)) && label.test(text)
    if (isBoundary) return { value: text.slice(from, index).trim(), end: index }
  }
  return { value: text.slice(from).trim(), end: text.length }
}

function firstText(options: readonly Option[], words: string, title: string): string {
  // Discord's client opens the first required option.
  const target =
    options.find((option) => option.required && !isFile(option)) ?? options.find(({ type }) => type === OPTION.string)
  if (target === undefined) throw new Error(`${title} has no option for ${JSON.stringify(words)}`)
  return target.name
}

function attach(upload: Upload, { keep, referred, title }: Reading): string {
  if ((upload.size ?? upload.data.length) > ATTACHMENT_SIZE_LIMIT) throw new Error(`${title}: the file is too large`)
  const attachment = keep(upload)
  referred.attachments.push(attachment)
  return attachment.id
}
