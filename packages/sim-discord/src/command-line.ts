import type { Deployed } from './commands.ts'
import { fillOptions, hasSubcommands, isFile, type CommandLineContext, type FilledCommand } from './fill-options.ts'
import type { Option } from './limits/options.ts'
import { OPTION } from './wire.ts'

/**
 * Parses the text after a command's name: `name:value` for each option, the first words for the first required option.
 * Throws where Discord's client would not send it.
 */
export function readCommandLine(
  command: Deployed,
  text: string,
  context: CommandLineContext,
): ReturnType<typeof fillOptions> {
  return fillOptions(command, parse(command.options ?? [], text.trim(), `/${command.name}`), context)
}

/** Parses the text after a command's name. */
function parse(options: readonly Option[], text: string, title: string): FilledCommand {
  if (!hasSubcommands(options)) return { subcommands: [], given: assignWords(options, text, title) }
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  const chosen = options.find(({ name }) => name === word)
  if (chosen === undefined) return { subcommands: [word], given: new Map() }
  const { subcommands, given } = parse(chosen.options ?? [], rest, `${title} ${word}`)
  return { subcommands: [word, ...subcommands], given }
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
