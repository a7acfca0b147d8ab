import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Interface } from 'node:readline'
import type { SimFile } from './discord/people.ts'
import type { SimReply } from './discord/reply.ts'
import { readAction } from './prompt-action.ts'
import type { KnownCommands } from './prompt-commands.ts'
import { buttonsOf, type Conversation } from './prompt-conversation.ts'
import { toPlain } from './prompt-drawing.ts'
import { HELP } from './prompt-help.ts'
import type { Screen } from './prompt-screen.ts'
import type { Users } from './prompt-users.ts'
import type { Window } from './prompt-window.ts'
import { changeWorld, type Surroundings } from './prompt-world.ts'

const NO_ANSWER = 'This interaction failed: the bot did not answer within 3 s.'

/** The parts of the prompt that inputs act on. */
export interface PerformerOptions {
  users: Users
  commands: () => KnownCommands
  conversation: Conversation
  window: Window
  screen: Screen
  reader: Interface
  refresh: () => void
  notify: (text: string) => void
  surroundings: Surroundings
}

/** Creates the function that performs an input; it may resolve with a notice, and rejects with a message for the user. */
export function createPerformer(options: PerformerOptions): (line: string) => Promise<string | void> {
  const { users, commands, conversation, window, screen, reader, refresh, notify, surroundings } = options

  const answer = (title: string, reply: SimReply) => {
    reply.onChange(refresh)
    window.raise(conversation.open(title, reply, users.current()))
  }
  const followClick = (reply: SimReply) => {
    reply.onChange(refresh)
    reply.acknowledged().catch(() => notify(NO_ANSWER))
  }
  const useMessageCommand = (text: string) => {
    const command = commands().message
    if (command === undefined) throw new Error('The bot has no message command.')
    const reply = users.current().useMessageCommand(command.name, { content: text })
    answer(`“${text}” › Apps › ${command.shown}`, reply)
  }
  const click = (number: number) => {
    const entry = window.newest('message with buttons', (message) => buttonsOf(message).length > 0)
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
  const switchUser = (name: string) => {
    const notice = users.switchTo(name)
    reader.setPrompt(`${name}: `)
    return notice
  }

  return async (line) => {
    const action = readAction(line, commands())
    switch (action.kind) {
      case 'command':
        return answer(line.trim(), users.current().type(action.line, await readFiles(action.paths)))
      case 'message':
        return useMessageCommand(action.text)
      case 'button':
        return click(action.number)
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
      case 'world':
        return changeWorld(surroundings, action.change)
      case 'help':
        return HELP
      case 'quit':
        return reader.close()
      case 'nothing':
    }
  }
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
