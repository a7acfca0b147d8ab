import type { Interface } from 'node:readline'
import { type Conversation, GUEST, type SimFile, type Started } from '../../packages/sim-discord/src/index.ts'
import type { GameAction, GameControl } from '../control/game.ts'
import type { WorldControl } from '../control/world.ts'
import { readAction, type Action } from './action.ts'
import type { KnownCommands } from './commands.ts'
import type { CurrentUser } from './current-user.ts'
import { toPlain } from './drawing.ts'
import { buttonsOf, type Entries } from './entries.ts'
import type { Form } from './form.ts'
import { HELP } from './help.ts'
import { readUpload } from './read-upload.ts'
import type { Screen } from './screen.ts'
import type { Window } from './window.ts'

/** The parts of the prompt that inputs act on. */
export interface PerformerOptions {
  users: CurrentUser
  commands: () => KnownCommands
  conversation: Conversation
  entries: Entries
  form: Form
  window: Window
  screen: Screen
  reader: Interface
  world: WorldControl
  game: GameControl
  /** Shows the name of the current user before the input line. */
  showPrompt: () => void
  /** Changes the language of the server; returns a notice. */
  setServerLocale: (locale: string) => string
}

/** Creates the function that performs an input; it may resolve with a notice, and rejects with a message for the user. */
export function createPerformer(options: PerformerOptions): (line: string) => Promise<string | void> {
  const { users, commands, conversation, entries, form, window, screen, reader, world, game } = options
  const useMenu = createMenuUses(options)
  const click = (number: number, of: number | undefined) => {
    const entry =
      of === undefined
        ? window.newest('message with buttons', (message) => buttonsOf(message).length > 0)
        : entries.find(of)
    entries.click(entry, number, users.current())
    if (!window.isLive(entry)) window.raise(entry)
  }
  const choose = (option: string) => {
    const entry = window.newest('message with a menu', (message) => message.selects().length > 0)
    entries.choose(entry, option, users.current())
  }
  const showFiles = () => {
    const entry = window.newest('message with a file', (message) => message.files().length > 0)
    for (const { name, text } of entry.message()?.files() ?? []) {
      screen.write([`${name}:`, ...text.trimEnd().split('\n').map(toPlain), ''].map((each) => `${each}\n`).join(''))
    }
  }
  const play = async (action: GameAction, line: string) => {
    const notice = await game.play(action)
    if (action.verb !== 'join') return notice
    window.raise(entries.addNote(line.trim(), notice.replaceAll(/^/gm, '┃ ')))
  }
  const changePerson = ({ change, name }: Action & { kind: 'person' }) => {
    if (change === 'nick') return users.setNick(name)
    const notice = users.switchTo(name)
    options.showPrompt()
    return notice
  }

  const performAction = async (action: Action, line: string): Promise<string | void> => {
    switch (action.kind) {
      case 'command': {
        const files = await readFiles(action.paths)
        return window.raise(entries.open(conversation.type(users.current(), action.line, files, line.trim())))
      }
      case 'menu':
        return window.raise(entries.open(useMenu[action.of](action.text)))
      case 'button':
        return click(action.number, action.message)
      case 'choose':
        return choose(action.option)
      case 'show':
        return window.raise(entries.find(action.number))
      case 'file':
        return showFiles()
      case 'person':
        return changePerson(action)
      case 'locale':
        return users.setLocale(action.locale)
      case 'server':
        return options.setServerLocale(action.locale)
      case 'world':
        return world.change(action.change)
      case 'game':
        return play(action.action, line)
      case 'help':
        return HELP
      case 'quit':
        return reader.close()
      case 'nothing':
    }
  }
  return async (line) => (form.isOpen() ? form.enter(line) : performAction(readAction(line, commands()), line))
}

async function readFiles(paths: Record<string, string>): Promise<Record<string, SimFile>> {
  const files = Object.entries(paths).map(async ([option, path]): Promise<[string, SimFile]> => [
    option,
    await readUpload(path),
  ])
  return Object.fromEntries(await Promise.all(files))
}

/** Creates the functions that use the bot's command in the menu of a message of the guest with this text, or of the user with this name. */
function createMenuUses({ users, commands, conversation }: PerformerOptions) {
  const { people } = conversation
  const commandOf = (kind: 'message' | 'user') => {
    const { [kind]: command } = commands()
    if (command === undefined) throw new Error(`The bot has no ${kind} command.`)
    return command
  }
  return {
    message(content: string): Started {
      const { name, shown } = commandOf('message')
      const author = { id: people.named(GUEST)?.id ?? '' }
      const title = `“${content}” › Apps › ${shown}`
      return conversation.messageCommand(users.current(), name, { content, author }, title)
    },
    user(called: string): Started {
      const { name, shown } = commandOf('user')
      const target = people.named(called)
      if (target === undefined) {
        const names = people.all().map((each) => each.name)
        throw new Error(`There is nobody called ${called}. There are: ${names.join(', ')}.`)
      }
      return conversation.userCommand(users.current(), name, target.id, `@${called} › Apps › ${shown}`)
    },
  }
}
