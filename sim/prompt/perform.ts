import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { SimFile, SimReply } from '../discord/index.ts'
import type { GameConsole } from '../game/game-console.ts'
import { readAction, type Action } from './action.ts'
import type { KnownCommands } from './commands.ts'
import { buttonsOf } from './conversation.ts'
import { toPlain } from './drawing.ts'
import { createFollower, type FollowerOptions } from './follow.ts'
import { performInGame, type GameAction } from '../conversation/play.ts'
import { HELP } from './help.ts'
import type { Screen } from './screen.ts'
import type { Window } from './window.ts'
import { changeWorld, type Surroundings } from '../conversation/change-world.ts'

/** The parts of the prompt that inputs act on. */
export interface PerformerOptions extends FollowerOptions {
  commands: () => KnownCommands
  window: Window
  screen: Screen
  surroundings: Surroundings
  game: GameConsole
  /** Changes the language of the server; returns a notice. */
  setServerLocale: (locale: string) => string
}

/** Creates the function that performs an input; it may resolve with a notice, and rejects with a message for the user. */
export function createPerformer(options: PerformerOptions): (line: string) => Promise<string | void> {
  const { users, commands, conversation, window, screen, reader, surroundings, game, setServerLocale } = options
  const { form, showPrompt, follow, followClick } = createFollower(options)
  const answer = (title: string, reply: SimReply) => {
    follow(reply)
    window.raise(conversation.open(title, reply, users.current()))
  }
  const useMessageCommand = (text: string) => {
    const command = commands().message
    if (command === undefined) throw new Error('The bot has no message command.')
    const reply = users.current().useMessageCommand(command.name, { content: text })
    answer(`“${text}” › Apps › ${command.shown}`, reply)
  }
  const click = (number: number, of: number | undefined) => {
    const entry =
      of === undefined
        ? window.newest('message with buttons', (message) => buttonsOf(message).length > 0)
        : conversation.find(of)
    const reply = conversation.click(entry, number, users.current())
    if (!window.isLive(entry)) window.raise(entry)
    followClick(reply)
  }
  const choose = (option: string) => {
    const entry = window.newest('message with a menu', (message) => message.selects().length > 0)
    followClick(conversation.choose(entry, option, users.current()))
  }
  const showFiles = () => {
    const entry = window.newest('message with a file', (message) => message.files().length > 0)
    for (const { name, text } of entry.message()?.files() ?? []) {
      screen.write([`${name}:`, ...text.trimEnd().split('\n').map(toPlain), ''].map((each) => `${each}\n`).join(''))
    }
  }
  const play = async (action: GameAction, line: string) => {
    const notice = await performInGame(game, surroundings.world, action)
    if (action.verb !== 'join') return notice
    window.raise(conversation.addNote(line.trim(), notice))
  }
  const switchUser = (name: string) => {
    const notice = users.switchTo(name)
    showPrompt()
    return notice
  }

  const performAction = async (action: Action, line: string): Promise<string | void> => {
    switch (action.kind) {
      case 'command':
        return answer(line.trim(), users.current().type(action.line, await readFiles(action.paths)))
      case 'message':
        return useMessageCommand(action.text)
      case 'button':
        return click(action.number, action.message)
      case 'choose':
        return choose(action.option)
      case 'show':
        return window.raise(conversation.find(action.number))
      case 'file':
        return showFiles()
      case 'person':
        return switchUser(action.name)
      case 'locale':
        return users.setLocale(action.locale)
      case 'server':
        return setServerLocale(action.locale)
      case 'world':
        return changeWorld(surroundings, action.change)
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
  const files = Object.entries(paths).map(async ([option, path]): Promise<[string, SimFile]> => {
    const data = await readFile(path).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException
      throw new Error(`The file ${path} cannot be read (${code}).`, { cause: error })
    })
    return [option, { name: basename(path), data }]
  })
  return Object.fromEntries(await Promise.all(files))
}
