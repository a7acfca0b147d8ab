import { createInterface } from 'node:readline'
import type { SimDiscord } from '../discord/index.ts'
import type { GameConsole } from '../game/game-console.ts'
import { placesOf, readCommands, type KnownCommands } from './commands.ts'
import { complete, sharedBeginning } from './complete.ts'
import { createConversation } from './conversation.ts'
import { joinPastedLines, MARK_NO_PASTES, MARK_PASTES, type TerminalInput } from './paste.ts'
import { createPerformer } from './perform.ts'
import { createScreen, type TerminalOutput } from './screen.ts'
import { createUsers, nameLanguage } from '../conversation/people.ts'
import { wrapText } from './width.ts'
import { createWindow } from './window.ts'
import type { Surroundings } from '../conversation/change-world.ts'

const HISTORY_LINES = 200

export interface PromptOptions {
  input: TerminalInput
  output: TerminalOutput
  hasColours: boolean
  /** A Discord with deployed commands. */
  discord: SimDiscord
  surroundings: Surroundings
  /** The game server that players join. */
  game: GameConsole
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
export function openPrompt({ input, output, hasColours, discord, surroundings, game }: PromptOptions): Prompt {
  const users = createUsers(discord)
  const guild = discord.guild()
  const commands = () => readCommands(discord.commands.list(), users.current().locale, placesOf(guild))
  const conversation = createConversation(
    (kind, id) => (kind === 'role' ? guild.roles() : guild.channels())[id] ?? 'unknown',
    () => users.current().locale,
  )
  /** Lines below the messages, about the last input. */
  let notices: string[] = []
  const reader = createInterface({
    input: joinPastedLines(input),
    output,
    terminal: true,
    prompt: `${users.current().name}: `,
    historySize: HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string) => completeLine(line, commands(), notify),
  })
  const screen = createScreen(output, reader)
  const window = createWindow(screen, hasColours)

  const refresh = () => {
    for (const entry of conversation.takeNews()) window.raise(entry)
    window.refresh(notices)
  }
  const notify = (text: string) => {
    notices = text === '' ? [] : text.split('\n').flatMap((line) => wrapText(line, screen.columns()))
    refresh()
  }
  const perform = createPerformer({
    users,
    commands,
    conversation,
    window,
    screen,
    reader,
    refresh,
    notify,
    surroundings,
    game,
    setServerLocale(locale) {
      guild.setLocale(locale)
      return `The server's language is ${nameLanguage(locale)} now; alerts use it from the next command on.`
    },
  })
  // Whatever the user is doing, as Discord's client shows messages.
  const stopShowingPosts = discord.onPost((message) => {
    window.raise(conversation.addPosted(message))
    refresh()
  })

  const run = async () => {
    output.write(MARK_PASTES)
    reader.prompt()
    for await (const line of reader) {
      window.forgetChanges()
      await perform(line).then(
        (notice) => notify(notice ?? ''),
        (error: unknown) => notify(`✗ ${error instanceof Error ? error.message : String(error)}`),
      )
    }
  }

  reader.on('close', () => {
    stopShowingPosts()
    output.write(MARK_NO_PASTES)
    input.unpipe()
    input.pause()
  })
  return { write: screen.write, ended: run(), close: () => reader.close() }
}

/** Completes a line for the reader; lists several completions itself. */
function completeLine(line: string, commands: KnownCommands, list: (text: string) => void): [string[], string] {
  const { word, offers } = complete(line, commands)
  const shared = sharedBeginning(offers)
  if (offers.length > 1) list(offers.map(({ text, about }) => `  ${text.trim().padEnd(14)} ${about}`).join('\n'))
  // With one completion at most, the reader lists nothing in the middle of the screen.
  return [offers.length === 1 || shared.length > word.length ? [shared] : [], word]
}
