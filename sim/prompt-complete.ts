import { isNamed, type KnownCommands, type KnownOption } from './prompt-commands.ts'
import { BAN_KINDS } from './steam/bans.ts'

/** One completion of a line. */
export interface Offer {
  text: string
  about: string
}

/** The completions of the last word of a line. */
export interface Completion {
  word: string
  offers: Offer[]
}

const WORDS: Offer[] = [
  { text: 'help', about: 'lists all inputs' },
  { text: 'open ', about: 'opens an account of the newest menu: open 2' },
  { text: 'as ', about: 'switches the user: as anna, as guest' },
  { text: 'locale ', about: 'switches your language: locale de' },
  { text: 'server ', about: "switches the server's language, for alerts: server de" },
  { text: 'ban ', about: 'adds a ban in the simulated Steam: ban raider game' },
  { text: 'lift ', about: 'lifts a ban: lift raider vac' },
  { text: 'time +', about: "moves the simulated Steam's time: time +1d, time +6h" },
  { text: 'file', about: 'shows the file of the newest message with one' },
  { text: 'quit', about: 'ends the demo' },
]

/** Completes commands, their options, and the choices of an option. */
export function complete(line: string, { slash }: KnownCommands): Completion {
  if (!line.startsWith('/')) return completeWord(line)
  const [, typed = '', rest] = /^\/(\S*)(?:\s+([\s\S]*))?$/.exec(line) ?? []
  if (rest === undefined) {
    const offers = slash.map(({ shown, about }) => ({ text: `/${shown} `, about }))
    return beginningWith(line, offers)
  }
  const command = slash.find((each) => isNamed(each, typed))
  if (command === undefined || command.subcommands.length === 0) return completeOptions(command?.options ?? [], rest)
  const [, word = '', inner] = /^(\S*)(?:\s+([\s\S]*))?$/.exec(rest) ?? []
  if (inner !== undefined) {
    return completeOptions(command.subcommands.find((each) => isNamed(each, word))?.options ?? [], inner)
  }
  const offers = command.subcommands.map(({ shown, about }) => ({ text: `${shown} `, about }))
  return beginningWith(word, offers)
}

function completeOptions(options: KnownOption[], rest: string): Completion {
  const [, label, value = ''] = /(?:^|\s)([^\s:]+):("[^"]*|[^\s"]*)$/.exec(rest) ?? []
  if (label !== undefined) return choicesOf(options, label, value)
  const [, word = ''] = /(?:^|\s)(\S*)$/.exec(rest) ?? []
  const left = options.filter(({ name, shown }) => !new RegExp(`(?:^|\\s)(?:${name}|${shown}):`, 'u').test(rest))
  const offers = left.map(({ shown, about }) => ({ text: `${shown}:`, about }))
  return beginningWith(word, offers)
}

function completeWord(line: string): Completion {
  const [, kind] = /^(?:ban|lift)\s+\S+\s+(\S*)$/.exec(line) ?? []
  if (kind === undefined) return beginningWith(line, WORDS)
  return beginningWith(
    kind,
    BAN_KINDS.map((text) => ({ text, about: '' })),
  )
}

/** The common prefix of all offers. */
export function sharedBeginning(offers: readonly Offer[]): string {
  const [first = '', ...others] = offers.map(({ text }) => text)
  const end = Array.from(first).findIndex((_, index) => others.some((other) => other[index] !== first[index]))
  return end === -1 ? first : first.slice(0, end)
}

function choicesOf(options: KnownOption[], label: string, value: string): Completion {
  const choices = options.find((option) => isNamed(option, label))?.choices ?? []
  const begun = value.replace('"', '').toLowerCase()
  const fitting = choices.filter(({ shown }) => shown.toLowerCase().startsWith(begun))
  const offers = fitting.map(({ shown }) => ({ text: shown.includes(' ') ? `"${shown}" ` : `${shown} `, about: '' }))
  return { word: value, offers }
}

function beginningWith(word: string, offers: Offer[]): Completion {
  return { word, offers: offers.filter(({ text }) => text.startsWith(word)) }
}
