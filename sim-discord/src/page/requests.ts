import type { Conversation } from '../conversation/conversation.ts'
import { readSetting, type GameAction, type GameControl } from '../../../sim/conversation/game.ts'
import type { WorldControl } from '../../../sim/conversation/world.ts'
import type { FilledOptions, SimDiscord, SimFile, SimMessage, SimUser } from '../index.ts'
import type { CommandRequest, PageAnswers, PageNote, PageRequests } from './protocol.ts'

/** What the requests of the page act on. */
export interface RequestContext {
  discord: SimDiscord
  conversation: Conversation
  world: WorldControl
  game: GameControl
  /** Tells the pages what a request has done. */
  addNote: (kind: PageNote['kind'], text: string) => void
  guildChanged: () => void
}

/** Answers one kind of request; throws an error with a message for the user. */
type Handlers = {
  [Name in keyof PageRequests]: (body: PageRequests[Name]) => PageAnswers[Name] | Promise<PageAnswers[Name]>
}

/** Creates the functions that answer the requests of the page. */
export function createHandlers(context: RequestContext): Handlers {
  const { discord, conversation, world, game, addNote, guildChanged } = context
  const { people } = conversation

  const userIn = (id: string, channel: string): SimUser => {
    const { name, locale, permissions } = people.find(id)
    if (discord.guild().channels()[channel] === undefined) throw new Error('There is no such channel.')
    return discord.user({ id, name, locale, permissions, channelId: channel })
  }
  const messageFor = (user: SimUser, id: string): SimMessage => {
    const message = discord.message(id)
    if (message === undefined || message.isDeleted()) throw new Error('The message does not exist any more.')
    const owner = message.visibleTo()
    if (owner !== null && owner !== user.id) throw new Error('Only another person sees this message.')
    return message
  }

  return {
    command(body) {
      const user = userIn(body.user, body.channel)
      return { interaction: conversation.command(user, body.command, toFilled(body), toTitle(body)).id }
    },
    async autocomplete(body) {
      const user = userIn(body.user, body.channel)
      return { choices: await conversation.complete(user, body.command, body.focused, toFilled(body)) }
    },
    component({ user: id, message: messageId, customId, values }) {
      const user = people.find(id)
      const use = { customId, ...(values && { values }) }
      return { interaction: conversation.use(user, messageFor(user, messageId), use).id }
    },
    modal: ({ user, interaction, values }) => ({
      interaction: conversation.submit(people.find(user), interaction, values).id,
    }),
    'message-command'({ user: id, message: messageId, command }) {
      const message = messageFor(people.find(id), messageId)
      const user = userIn(id, message.channelId)
      return { interaction: conversation.messageCommand(user, command, message, command).id }
    },
    message({ user, channel, content }) {
      userIn(user, channel).say(content)
      return {}
    },
    'new-person': ({ name, ...change }) => ({ user: people.add(name, change).id }),
    person({ user, ...change }) {
      people.change(user, change)
      return {}
    },
    guild({ locale }) {
      discord.guild().setLocale(locale)
      guildChanged()
      return {}
    },
    world(change) {
      addNote('world', world.change(change))
      return {}
    },
    async game(request) {
      addNote('game', await game.play(request.verb === 'join' ? request : toSetting(request.line)))
      return {}
    },
  }
}

function toSetting(line: string): GameAction {
  const setting = readSetting(line)
  if (setting === undefined) throw new Error('Paste the whole line: server.bansServerEndpoint "http://…"')
  return setting
}

function toFilled({ subcommands = [], options, files = {} }: CommandRequest): FilledOptions {
  const uploads = Object.entries(files).map(([option, { name, contentType, base64 }]): [string, SimFile] => [
    option,
    { name, data: Buffer.from(base64, 'base64'), ...(contentType === undefined ? {} : { contentType }) },
  ])
  return { subcommands, options, files: Object.fromEntries(uploads) }
}

/** A command as Discord's client shows it. */
function toTitle({ command, subcommands = [], options, files = {} }: CommandRequest): string {
  const texts = Object.entries(options).map(([name, value]) => `${name}:${value}`)
  const uploads = Object.entries(files).map(([name, file]) => `${name}:${file.name}`)
  return [`/${command}`, ...subcommands, ...texts, ...uploads].join(' ')
}
