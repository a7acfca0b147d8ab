import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { SimFile } from './discord/people.ts'
import type { SimReply } from './discord/reply.ts'
import type { SimDiscord } from './discord/server.ts'
import { readAction, type Action } from './prompt-action.ts'
import { readCommands } from './prompt-commands.ts'
import { complete, sharedBeginning, type Offer } from './prompt-complete.ts'
import { clickableIn, createConversation, type Entry } from './prompt-conversation.ts'
import { toPlain } from './prompt-drawing.ts'
import { HELP } from './prompt-help.ts'
import { joinPastedLines, MARK_NO_PASTES, MARK_PASTES, type TerminalInput } from './prompt-paste.ts'
import { createScreen, type TerminalOutput } from './prompt-screen.ts'
import { wrapText } from './prompt-width.ts'
import { createWindow } from './prompt-window.ts'

const PROMPT = 'moderator: '
const HISTORY_LINES = 200
/** The name of a user without moderator permissions. */
const GUEST = 'guest'
const NO_ANSWER = 'This interaction failed: the bot did not answer within 3 s.'

export interface PromptOptions {
  input: TerminalInput
  output: TerminalOutput
  hasColours: boolean
  /** A Discord with deployed commands. */
  discord: SimDiscord
}

/** A prompt for using the bot. */
export interface Prompt {
  /** Writes whole lines above the drawn ones. */
  write: (text: string) => void
  /** Resolves when the user quits. */
  ended: Promise<void>
  close: () => void
}

/** Opens the prompt: sends the user's input to the bot through the gateway, and draws the answers. */
export function openPrompt({ input, output, hasColours, discord }: PromptOptions): Prompt {
  let user = discord.user({ name: 'moderator' })
  const people = new Map([[user.name, user]])
  /** Notices of the prompt about the last line. */
  let notices: string[] = []
  /** Messages, least recently used first. */
  let seen: Entry[] = []

  const commands = () => readCommands(discord.commands.list(), user.locale)
  const conversation = createConversation()
  const reader = createInterface({
    input: joinPastedLines(input),
    output,
    terminal: true,
    prompt: PROMPT,
    historySize: HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string): [string[], string] => {
      const { word, offers } = complete(line, commands())
      const shared = sharedBeginning(offers)
      if (offers.length > 1) notify(offers.map(formatOffer).join('\n'))
      // With one completion at most, the reader lists nothing in the middle of the screen.
      return [offers.length === 1 || shared.length > word.length ? [shared] : [], word]
    },
  })
  const screen = createScreen(output, reader)
  const window = createWindow(screen, hasColours)

  const refresh = () => {
    for (const entry of conversation.takeNews()) raise(entry)
    window.refresh(notices)
  }
  const notify = (text: string) => {
    notices = text.split('\n').flatMap((line) => wrapText(line, screen.columns()))
    refresh()
  }
  const raise = (entry: Entry) => {
    seen = [...seen.filter((each) => each !== entry), entry]
    window.raise(entry)
  }
  const newest = (what: string, has: (entry: Entry) => boolean): Entry => {
    const entry = seen.findLast(has)
    if (entry === undefined) throw new Error(`There is no ${what} yet.`)
    return entry
  }
  const answer = (title: string, reply: SimReply) => {
    reply.onChange(refresh)
    raise(conversation.open(title, reply, user))
  }

  const useMessageCommand = (text: string) => {
    const command = commands().message
    if (command === undefined) throw new Error('The bot has no message command.')
    answer(`“${text}” › Apps › ${command.shown}`, user.useMessageCommand(command.name, { content: text }))
  }
  const switchUser = (name: string) => {
    const isGuest = name === GUEST
    user = people.get(name) ?? discord.user({ name, locale: user.locale, ...(isGuest ? { permissions: 0n } : {}) })
    people.set(name, user)
    reader.setPrompt(`${name}: `)
    notices = [`You are ${name} now${isGuest ? ', without moderator permissions' : ''}.`]
  }
  const showFiles = () => {
    const entry = newest('message with a file', (each) => (each.message()?.files() ?? []).length > 0)
    for (const { name, text } of entry.message()?.files() ?? []) {
      screen.write([`${name}:`, ...text.trimEnd().split('\n').map(toPlain), ''].map((each) => `${each}\n`).join(''))
    }
  }

  const perform = async (line: string, action: Action): Promise<void> => {
    switch (action.kind) {
      case 'command':
        return answer(line.trim(), user.type(action.line, await readFiles(action.paths)))
      case 'message':
        return useMessageCommand(action.text)
      case 'button': {
        const entry = newest('message with buttons', (each) => clickableIn(each.message()).length > 0)
        const reply = conversation.click(entry, action.number, user)
        if (!window.isLive(entry)) raise(entry)
        reply.onChange(refresh)
        reply.acknowledged().catch(() => notify(NO_ANSWER))
        return
      }
      case 'choose': {
        const entry = newest('message with a menu', (each) => (each.message()?.selects() ?? []).length > 0)
        const reply = conversation.choose(entry, action.option, user)
        reply.onChange(refresh)
        reply.acknowledged().catch(() => notify(NO_ANSWER))
        return
      }
      case 'person':
        return switchUser(action.name)
      case 'show':
        return raise(conversation.find(action.number))
      case 'file':
        return showFiles()
      case 'locale': {
        const { id, name } = user
        user = discord.user({ id, name, locale: action.locale, permissions: user.permissions })
        people.set(name, user)
        notices = [`Your Discord is in ${new Intl.DisplayNames(['en'], { type: 'language' }).of(action.locale)} now.`]
        return
      }
      case 'help':
        notices = HELP.split('\n')
        return
      case 'quit':
        return reader.close()
      case 'nothing':
    }
  }

  const run = async () => {
    output.write(MARK_PASTES)
    reader.prompt()
    for await (const line of reader) {
      notices = []
      await Promise.resolve()
        .then(() => perform(line, readAction(line, commands())))
        .then(refresh, (error: unknown) => notify(`✗ ${error instanceof Error ? error.message : String(error)}`))
    }
  }

  reader.on('close', () => {
    output.write(MARK_NO_PASTES)
    input.unpipe()
    input.pause()
  })
  return { write: screen.write, ended: run(), close: () => reader.close() }
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

const formatOffer = ({ text, about }: Offer) => `  ${text.trim().padEnd(14)} ${about}`
