import { Locale } from 'discord.js'
import { isNamed, type KnownChoice, type KnownCommand, type KnownCommands } from './commands.ts'
import { readSetting, type GameAction } from '../control/game.ts'
import { STEAM_STATES, type WorldChange } from '../control/world.ts'
import { BAN_KINDS, DAY, HOUR } from '../../packages/sim-steam/src/bans.ts'
import { DEMO_PLAYERS } from '../../packages/sim-steam/src/demo-players.ts'

/** The action that a line at the prompt asks for. */
export type Action =
  | { kind: 'nothing' | 'help' | 'quit' | 'file' }
  /** A slash command for the simulated Discord, with the paths of its files by option. */
  | { kind: 'command'; line: string; paths: Record<string, string> }
  /** The text of a chat message, or the name of a person, to use the command of its menu on. */
  | { kind: 'menu'; of: 'message' | 'user'; text: string }
  | { kind: 'show'; number: number }
  /** A button of the newest message with buttons, or of the message with this number. */
  | { kind: 'button'; number: number; message?: number }
  /** Menu options, by numbers or by the beginnings of their labels, with commas; `none` for no option. */
  | { kind: 'choose'; option: string }
  /** Switches the Discord user (a guest has no moderator permissions), or sets their nickname; an empty one is none. */
  | { kind: 'person'; change: 'as' | 'nick'; name: string }
  /** Changes the language of the user or of the server. */
  | { kind: 'locale' | 'server'; locale: string }
  /** Changes the simulated Steam. */
  | { kind: 'world'; change: WorldChange }
  /** A player who joins the simulated game server, or a setting of it. */
  | { kind: 'game'; action: GameAction }

const LOCALES = new Set<string>(Object.values(Locale))
/** Short names of locales; Discord has no plain `en`. */
const SHORT_LOCALES: Record<string, string> = { en: 'en-US', english: 'en-US', german: 'de', deutsch: 'de' }
const SINGLE_WORDS = new Map<string, 'help' | 'file' | 'quit'>([
  ['help', 'help'],
  ['?', 'help'],
  ['file', 'file'],
  ['quit', 'quit'],
  ['exit', 'quit'],
  ['q', 'quit'],
])
/** The inputs of a word and its parameters. */
const READERS = new Map<string, (rest: string) => Action>([
  ['locale', (rest) => ({ kind: 'locale', locale: readLocale('locale', rest) })],
  ['server', (rest) => ({ kind: 'server', locale: readLocale('server', rest) })],
  ['open', readOption],
  ['as', readPerson],
  ['nick', (rest) => ({ kind: 'person', change: 'nick', name: rest })],
  ['ban', (rest) => ({ kind: 'world', change: readBanChange('ban', rest) })],
  ['lift', (rest) => ({ kind: 'world', change: readBanChange('lift', rest) })],
  ['time', (rest) => ({ kind: 'world', change: readTimeChange(rest) })],
  ['steam', (rest) => ({ kind: 'world', change: readSteamState(rest) })],
  ['join', (rest) => ({ kind: 'game', action: readJoin(rest) })],
])

/** Parses a line; throws an error with a message for the user. */
export function readAction(line: string, commands: KnownCommands): Action {
  const text = line.trim()
  const [word = '', ...others] = text.split(/\s+/)
  const rest = others.join(' ')
  if (text === '') return { kind: 'nothing' }
  if (text.startsWith('/')) return readSlash(text, commands.slash)
  if (text.startsWith('>')) return readMessage(text.slice(1).trim())
  if (/^@./.test(text)) return { kind: 'menu', of: 'user', text: text.slice(1).trim() }
  if (/^\d{1,3}$/.test(text)) return { kind: 'button', number: Number(text) }
  if (/^\d+$/.test(text)) throw new Error(`To look up an account, type /lookup ${text}`)
  if (/^#\d+$/.test(text)) return { kind: 'show', number: Number(text.slice(1)) }
  const [, message, number] = /^#(\d+)\s+(\d{1,3})$/.exec(text) ?? []
  if (number !== undefined) return { kind: 'button', number: Number(number), message: Number(message) }
  const setting = readSetting(text)
  if (setting) return { kind: 'game', action: setting }
  const reader = READERS.get(word)
  if (reader) return reader(rest)
  const kind = SINGLE_WORDS.get(text)
  if (kind !== undefined) return { kind }
  const meant = commands.slash.find((command) => isNamed(command, word.toLowerCase()))
  if (meant) throw new Error(`Commands begin with a slash: /${meant.shown} ${rest}`.trim())
  throw new Error('Type a command (/…), a message (> …) or the number of a button; help lists everything.')
}

function readMessage(text: string): Action {
  if (text === '') throw new Error('Add the text of the message: > is this you? 76561198000010431')
  return { kind: 'menu', of: 'message', text }
}

function readOption(option: string): Action {
  if (option === '') throw new Error('Add the account of the menu: open 2, or open Roof Raider')
  return { kind: 'choose', option }
}

function readPerson(name: string): Action {
  if (name === '') throw new Error('Add a user: as anna for another moderator, as guest, or as moderator')
  return { kind: 'person', change: 'as', name }
}

function readLocale(word: string, typed: string): string {
  const locale = SHORT_LOCALES[typed.toLowerCase()] ?? typed
  if (locale === '') throw new Error(`Add a language, for instance: ${word} de, or ${word} en`)
  if (!LOCALES.has(locale)) throw new Error(`Discord has no language ${locale}. Available: ${[...LOCALES].join(', ')}.`)
  return locale
}

/** Translates localized names of commands, options and choices, and extracts the file paths. */
function readSlash(text: string, commands: KnownCommand[]): Action {
  const [, typed = '', rest = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  const command = commands.find((each) => isNamed(each, typed))
  if (!command) {
    const names = commands.map(({ shown }) => `/${shown}`).join(', ')
    throw new Error(`There is no command /${typed}. Available: ${names}.`)
  }
  if (command.subcommands.length === 0) return readOptions(command, `/${command.name}`, `/${command.shown}`, rest)
  const [, word = '', inner = ''] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? []
  const subcommand = command.subcommands.find((each) => isNamed(each, word))
  if (!subcommand) {
    const names = command.subcommands.map((each) => `/${command.shown} ${each.shown}`).join(', ')
    throw new Error(`There is no command /${`${command.shown} ${word}`.trim()}. Available: ${names}.`)
  }
  const typedTitle = `/${command.shown} ${subcommand.shown}`
  return readOptions(subcommand, `/${command.name} ${subcommand.name}`, typedTitle, inner)
}

function readOptions({ options }: KnownCommand, title: string, shownTitle: string, rest: string): Action {
  const paths: Record<string, string> = {}
  let words = ` ${rest}`
  for (const { name, shown, isFile, choices } of options) {
    const label = `(?<=\\s)(?:${name}|${shown}):`
    words = isFile
      ? words.replace(new RegExp(`${label}(?:"([^"]*)"|(\\S*))`, 'u'), (_, quoted?: string, plain?: string) => {
          paths[name] = quoted ?? plain ?? ''
          return ''
        })
      : translateChoices(words.replaceAll(new RegExp(label, 'gu'), `${name}:`), name, choices)
  }
  const empty = Object.entries(paths).find(([, path]) => path === '')
  if (empty) throw new Error(`Add the path of a file: ${shownTitle} ${empty[0]}:./players.txt`)
  return { kind: 'command', line: `${title} ${words.trim()}`.trim(), paths }
}

/** Puts the values of an option's choices in place of their names, as Discord's client sends them. */
function translateChoices(words: string, option: string, choices: KnownChoice[]): string {
  const translated = choices.filter(({ value, shown }) => value !== shown)
  return translated.reduce((text, { value, shown }) => {
    const name = shown.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    return text.replace(new RegExp(`(?<=\\s${option}:)(?:"${name}"|${name})(?=\\s|$)`, 'iu'), () => value)
  }, words)
}

const JOIN_EXAMPLE = 'join raider, or join honest_joe owner raider'

/** Parses the parameters of `join`; throws an error with a message for the user. */
function readJoin(rest: string): GameAction {
  const [, account, owner] = /^(\S+)(?: owner:? ?(\S+))?$/i.exec(rest) ?? []
  if (account === undefined) {
    const players = DEMO_PLAYERS.map((player) => `  ${player.account.padEnd(17)} ${player.about}`)
    throw new Error(
      [`Type who joins, and whose copy of the game it is if it is shared: ${JOIN_EXAMPLE}`, ...players].join('\n'),
    )
  }
  return owner === undefined ? { verb: 'join', account } : { verb: 'join', account, owner }
}

const UNITS: Record<string, number> = { d: DAY, h: HOUR }

/** Parses the parameters of `ban` and `lift`; throws an error with a message for the user. */
function readBanChange(verb: 'ban' | 'lift', rest: string): WorldChange {
  const [account = '', typed = '', ...others] = rest.split(' ')
  const kinds = BAN_KINDS.join(', ')
  if (typed === '' || others.length > 0) {
    throw new Error(`Type one account and one kind of ban (${kinds}): ${verb} raider vac`)
  }
  const ban = BAN_KINDS.find((kind) => kind === typed.toLowerCase())
  if (ban === undefined) throw new Error(`There is no kind of ban ${typed}. Available: ${kinds}.`)
  return { verb, account, ban }
}

/** Parses the parameter of `time`; throws an error with a message for the user. */
function readTimeChange(rest: string): WorldChange {
  const [, count = '', unit = ''] = /^\+([1-9]\d{0,3})([dh])$/.exec(rest) ?? []
  const seconds = Number(count) * (UNITS[unit] ?? 0)
  if (seconds === 0) throw new Error('Time moves forward by 1 to 9999 days or hours: time +1d, time +6h, time +30d')
  return { verb: 'time', seconds }
}

/** Parses the parameter of `steam`; throws an error with a message for the user. */
function readSteamState(rest: string): WorldChange {
  const state = STEAM_STATES.find((each) => each === rest.toLowerCase())
  if (state === undefined)
    throw new Error(`Type a state of Steam: ${STEAM_STATES.map((each) => `steam ${each}`).join(', ')}`)
  return { verb: 'steam', state }
}
