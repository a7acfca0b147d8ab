import { createInterface } from 'node:readline'
import type { Conversation, SimDiscord } from '../../packages/sim-discord/src/index.ts'
import type { GameControl } from '../control/game.ts'
import type { WorldControl } from '../control/world.ts'
import { placesOf, readCommands, type KnownCommands } from './commands.ts'
import { complete, sharedBeginning } from './complete.ts'
import { createCurrentUser, nameLanguage } from './current-user.ts'
import { createEntries } from './entries.ts'
import { createForm } from './form.ts'
import { joinPastedLines, MARK_NO_PASTES, MARK_PASTES, type TerminalInput } from './paste.ts'
import { createPerformer } from './perform.ts'
import { createScreen, type TerminalOutput } from './screen.ts'
import { showEvent } from './show-event.ts'
import { wrapText } from './width.ts'
import { createWindow } from './window.ts'

const HISTORY_LINES = 200

export interface PromptOptions {
  input: TerminalInput
  output: TerminalOutput
  hasColours: boolean
  /** A Discord with deployed commands. */
  discord: SimDiscord
  conversation: Conversation
  world: WorldControl
  /** The game server that players join. */
  game: GameControl
}

/** A prompt for using the bot. */
export interface Prompt {
  /** Resolves when the user quits. */
  ended: Promise<void>
  close: () => void
}

/** Opens the prompt: sends the user's input to the bot through the gateway, and draws the answers. */
export function openPrompt(options: PromptOptions): Prompt {
  const { input, output, hasColours, discord, conversation, world, game } = options
  const users = createCurrentUser(conversation.people)
  const guild = discord.guild()
  const commands = () => readCommands(discord.commands.list(), users.current().locale, placesOf(guild))
  const entries = createEntries(
    conversation,
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

  const refresh = () => window.refresh(notices)
  const notify = (text: string) => {
    notices = text === '' ? [] : text.split('\n').flatMap((line) => wrapText(line, screen.columns()))
    refresh()
  }
  const showPrompt = () => reader.setPrompt(`${users.current().name}: `)
  const form = createForm({
    reader,
    notify,
    closed: showPrompt,
    isCommand: (line) => commands().slash.some(({ shown }) => line === `/${shown}` || line.startsWith(`/${shown} `)),
    submit: ({ user, id }, values) => entries.follow(conversation.submit(user, id, values)),
  })
  const perform = createPerformer({
    users,
    commands,
    conversation,
    entries,
    form,
    window,
    screen,
    reader,
    world,
    game,
    showPrompt,
    setServerLocale(locale) {
      guild.setLocale(locale)
      return `The server's language is ${nameLanguage(locale)} now; alerts use it from the next command on.`
    },
  })
  // Events are shown even while the user is typing, as in Discord's client.
  const stopShowing = conversation.listen((event) => showEvent(event, { entries, window, form, notify, refresh }))

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
    stopShowing()
    output.write(MARK_NO_PASTES)
    input.unpipe()
    input.pause()
  })
  return { ended: run(), close: () => reader.close() }
}

/** Completes a line for the reader; lists several completions itself. */
function completeLine(line: string, commands: KnownCommands, list: (text: string) => void): [string[], string] {
  const { word, offers } = complete(line, commands)
  const shared = sharedBeginning(offers)
  if (offers.length > 1) list(offers.map(({ text, about }) => `  ${text.trim().padEnd(14)} ${about}`).join('\n'))
  // With one completion at most, the reader lists nothing in the middle of the screen.
  return [offers.length === 1 || shared.length > word.length ? [shared] : [], word]
}
