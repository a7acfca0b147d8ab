import type { Attachment, Upload } from './attachments.ts'
import type { Deployed } from './commands.ts'
import type { Option } from './limits/options.ts'
import { ATTACHMENT_SIZE_LIMIT, OPTION } from './wire.ts'

const MAX_TEXT = 6000

/** An option and its value, as a bot receives it. */
export interface WireOption {
  name: string
  type: number
  value?: string | number | boolean
  options?: WireOption[]
}

/** A command that a user has typed. */
export interface TypedCommand {
  options: WireOption[]
  attachments: Attachment[]
  /** Ids of the users in user options. */
  userIds: string[]
}

/** Stores a file for an option of type attachment. */
export type KeepFile = (upload: Upload) => Attachment

/**
 * Parses the text after a command's name: `name:value` for each option, the first words for the first required text.
 * Throws where Discord's client would not send it.
 */
export function readCommandLine(
  command: Deployed,
  text: string,
  files: Readonly<Record<string, Upload>>,
  keep: KeepFile,
): TypedCommand {
  const typed: TypedCommand = { options: [], attachments: [], userIds: [] }
  typed.options = readOptions(command.options ?? [], text.trim(), { files, keep, typed, title: `/${command.name}` })
  return typed
}

interface Reading {
  files: Readonly<Record<string, Upload>>
  keep: KeepFile
  typed: TypedCommand
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
  // Required options come first.
  const target = options.find(({ type }) => type === OPTION.string)
  if (target === undefined) throw new Error(`${title} has no option for ${JSON.stringify(words)}`)
  return target.name
}

function attach(upload: Upload, { keep, typed, title }: Reading): string {
  if ((upload.size ?? upload.data.length) > ATTACHMENT_SIZE_LIMIT) throw new Error(`${title}: the file is too large`)
  const attachment = keep(upload)
  typed.attachments.push(attachment)
  return attachment.id
}

type Reject = (why: string) => never

function toValue(option: Option, text: string, { typed, title }: Reading): string | number | boolean {
  const reject: Reject = (why) => {
    throw new Error(`${title}: ${option.name} ${why}, not ${JSON.stringify(text)}`)
  }
  if (option.choices?.length && !option.autocomplete) return toChoice(option.choices, text, reject)
  switch (option.type) {
    case OPTION.string:
      return toText(option, text, reject)
    case OPTION.integer:
    case OPTION.number:
      return toNumber(option, text, reject)
    case OPTION.boolean:
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : reject('is True or False')
    case OPTION.user: {
      const [, id] = /^(?:<@!?)?(\d{17,20})>?$/.exec(text) ?? []
      if (id === undefined) return reject('is an ID or a mention')
      typed.userIds.push(id)
      return id
    }
    default:
      throw new Error(`${title}: options of type ${option.type} are not simulated`)
  }
}

function toChoice(choices: NonNullable<Option['choices']>, text: string, reject: Reject): string | number {
  const choice = choices.find(({ name, value }) => name === text || String(value) === text)
  return choice?.value ?? reject(`is one of ${choices.map(({ name }) => name).join(', ')}`)
}

function toText({ min_length: min, max_length: max }: Option, text: string, reject: Reject): string {
  if (text.length < (min ?? 1) || text.length > (max ?? MAX_TEXT)) {
    reject(`has ${min ?? 1} to ${max ?? MAX_TEXT} characters`)
  }
  return text
}

function toNumber({ type, min_value: min, max_value: max }: Option, text: string, reject: Reject): number {
  if (type === OPTION.integer && !/^-?\d+$/.test(text)) reject('is a whole number')
  if (!/^-?\d+(\.\d+)?$/.test(text)) reject('is a number')
  const [lowest, highest] = [min ?? -(2 ** 53), max ?? 2 ** 53]
  const value = Number(text)
  if (value < lowest || value > highest) reject(`is from ${lowest} to ${highest}`)
  return value
}
