import type { PagePerson } from '../../protocol.ts'
import type { WireChoice, WireCommand, WireOption } from '../../wire-format.ts'
import { COMMAND, OPTION } from '../../../wire.ts'

/** The types of options that have options of their own. */
const NESTED: ReadonlySet<number> = new Set([OPTION.subcommand, OPTION.group])

/** A command or subcommand that can be typed. */
export interface CommandEntry {
  command: string
  /** The names of group and subcommand. */
  subcommands: readonly string[]
  /** What the client shows and the user types, without the slash, such as `watch add`. */
  shown: string
  description: string
  options: readonly EntryOption[]
}

/** An option with its texts in the user's language. */
export interface EntryOption {
  option: WireOption
  shown: string
  description: string
  choices: readonly { shown: string; value: string }[]
}

const inLocale = (texts: Readonly<Record<string, string>> | null | undefined, locale: string, base: string): string =>
  texts?.[locale] ?? base

/** Whether a person may use a command. */
function mayUse({ default_member_permissions: needed }: WireCommand, { permissions }: PagePerson): boolean {
  if (needed === null || needed === undefined) return true
  const [own, bits] = [BigInt(permissions), BigInt(needed)]
  const isAdministrator = (own & 8n) !== 0n
  return isAdministrator || (bits !== 0n && (own & bits) === bits)
}

/** The slash commands that a person may use, by name. */
export function listEntries(commands: readonly WireCommand[], person: PagePerson): CommandEntry[] {
  return commands
    .filter((command) => command.type === 1 && mayUse(command, person))
    .flatMap((command) => toEntries(command, person.locale))
    .toSorted((one, other) => one.shown.localeCompare(other.shown))
}

/** The commands of the menu of a message or a user that a person may use. */
export function listMenuCommands(kind: 'message' | 'user', commands: readonly WireCommand[], person: PagePerson) {
  return commands
    .filter((command) => command.type === COMMAND[kind] && mayUse(command, person))
    .map(({ name, name_localizations: names }) => ({ name, shown: inLocale(names, person.locale, name) }))
}

/**
 * A used command as the client writes it: `/watch add`, or the name of a menu command. Options after the name, as in
 * `/lookup account:raider`, are left out.
 */
export function showCommand(commands: readonly WireCommand[], name: string, locale: string): string {
  const [first = '', ...path] = name.replace(/^\//, '').split(' ')
  let named: WireCommand | WireOption | undefined = commands.find((each) => each.type === 1 && each.name === first)
  if (named === undefined) {
    const menu = commands.find((each) => each.name === name)
    return inLocale(menu?.name_localizations, locale, name)
  }
  const shown = [inLocale(named.name_localizations, locale, first)]
  for (const word of path) {
    named = named.options?.find(({ name, type }) => name === word && NESTED.has(type))
    if (named === undefined) break
    shown.push(inLocale(named.name_localizations, locale, word))
  }
  return `/${shown.join(' ')}`
}

function toEntries(command: WireCommand, locale: string): CommandEntry[] {
  const build = (
    named: WireCommand | WireOption,
    path: readonly string[],
    shownPath: readonly string[],
  ): CommandEntry[] => {
    const shown = [...shownPath, inLocale(named.name_localizations, locale, named.name)]
    const options = named.options ?? []
    const nested = options.filter(({ type }) => NESTED.has(type))
    if (nested.length > 0) return nested.flatMap((option) => build(option, [...path, option.name], shown))
    const description = inLocale(named.description_localizations, locale, named.description)
    const entryOptions = options.map((option) => toEntryOption(option, locale))
    return [{ command: command.name, subcommands: path, shown: shown.join(' '), description, options: entryOptions }]
  }
  return build(command, [], [])
}

function toEntryOption(option: WireOption, locale: string): EntryOption {
  const toChoice = ({ name, name_localizations: names, value }: WireChoice) => ({
    shown: inLocale(names, locale, name),
    value: String(value),
  })
  return {
    option,
    shown: inLocale(option.name_localizations, locale, option.name),
    description: inLocale(option.description_localizations, locale, option.description),
    choices: (option.choices ?? []).map(toChoice),
  }
}

/** The entries that fit what was typed after the slash: those that begin with it first. */
export function findEntries(entries: readonly CommandEntry[], typed: string): CommandEntry[] {
  const text = typed.trimStart().toLowerCase()
  const beginning = entries.filter(({ shown }) => shown.toLowerCase().startsWith(text))
  const containing = entries.filter((entry) => !beginning.includes(entry) && entry.shown.toLowerCase().includes(text))
  return [...beginning, ...containing]
}

/** The entry whose name was typed in full with a space after it, and the rest; the longest name wins. */
export function matchEntry(
  entries: readonly CommandEntry[],
  typed: string,
): { entry: CommandEntry; rest: string } | undefined {
  const fits = ({ shown, command, subcommands }: CommandEntry) =>
    [shown, [command, ...subcommands].join(' ')].find((name) => typed.toLowerCase().startsWith(`${name} `))
  const found = entries
    .flatMap((entry) => {
      const name = fits(entry)
      return name === undefined ? [] : [{ entry, rest: typed.slice(name.length + 1) }]
    })
    .toSorted((one, other) => one.rest.length - other.rest.length)
  return found[0]
}
