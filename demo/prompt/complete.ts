import { DEMO_PLAYERS } from '../../packages/sim-steam/src/demo-players.ts'
import { isNamed, type KnownCommands, type KnownOption } from './commands.ts'
import { STEAM_STATES } from '../control/world.ts'
import { BAN_KINDS } from '../../packages/sim-steam/src/bans.ts'

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
  { text: 'nick ', about: 'sets your nickname: nick Bob 76561198000010431' },
  { text: 'locale ', about: 'switches your language: locale de' },
  { text: 'server ', about: "switches the server's language, for alerts: server de" },
  { text: 'ban ', about: 'adds a ban in the simulated Steam: ban raider game' },
  { text: 'lift ', about: 'lifts a ban: lift raider vac' },
  { text: 'time +', about: "moves the simulated Steam's time: time +1d, time +6h" },
  { text: 'steam ', about: 'breaks the simulated Steam, or repairs it: steam down, steam up' },
  { text: 'join ', about: 'joins the game server: join raider, join honest_joe owner raider' },
  { text: 'server.bansServerEndpoint ', about: 'the line that /policy token shows, for the game server' },
  { text: 'server.bansServerFailureMode ', about: 'when a check fails, the game server lets in (0) or rejects (1)' },
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

const plain = (texts: readonly string[]): Offer[] => texts.map((text) => ({ text, about: '' }))
const PLAYERS = DEMO_PLAYERS.map(({ account, about }) => ({ text: `${account} `, about }))

/** The parameters of words: what precedes them, and their values. */
const PARAMETERS: readonly { before: RegExp; offers: readonly Offer[] }[] = [
  { before: /^(?:ban|lift)\s+\S+\s+(?=\S*$)/, offers: plain(BAN_KINDS) },
  { before: /^steam\s+(?=\S*$)/, offers: plain(STEAM_STATES) },
  { before: /^join\s+(?:\S+\s+owner\s+)?(?=\S*$)/, offers: PLAYERS },
  { before: /^join\s+\S+\s+(?=\S*$)/, offers: [{ text: 'owner ', about: 'the owner of a shared copy of the game' }] },
]

function completeWord(line: string): Completion {
  for (const { before, offers } of PARAMETERS) {
    const [typed] = before.exec(line) ?? []
    if (typed !== undefined) return beginningWith(line.slice(typed.length), offers)
  }
  return beginningWith(line, WORDS)
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

function beginningWith(word: string, offers: readonly Offer[]): Completion {
  return { word, offers: offers.filter(({ text }) => text.startsWith(word)) }
}
