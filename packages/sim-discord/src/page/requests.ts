import type { SimFile } from '../attachments.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { ModalValue, ModalValues } from '../modal.ts'
import type { SimMessage } from '../message-view.ts'
import type { FilledOptions, SimUser } from '../people.ts'
import type { SimDiscord } from '../sim-discord.ts'
import type { CommandRequest, PageAnswers, PageFile, PageModalValues, PageRequests } from './protocol.ts'

/** What the requests of the page act on. */
export interface RequestContext {
  discord: SimDiscord
  conversation: Conversation
  /** Does what the panel asks for. */
  act: (request: unknown) => void | Promise<void>
  /** Tell the pages about a change. */
  guildChanged: () => void
  panelChanged: () => void
}

/** Answers one kind of request; throws an error with a message for the user. */
type Handlers = {
  [Name in keyof PageRequests]: (body: PageRequests[Name]) => PageAnswers[Name] | Promise<PageAnswers[Name]>
}

/** Creates the functions that answer the requests of the page. */
export function createHandlers(context: RequestContext): Handlers {
  const { discord, conversation, act, guildChanged, panelChanged } = context
  const { people } = conversation

  const userIn = (id: string, channel: string): SimUser => {
    const { name, locale, nick, permissions } = people.find(id)
    if (discord.guild().channels()[channel] === undefined) throw new Error('There is no such channel.')
    return discord.user({ id, name, locale, nick, permissions, channelId: channel })
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
      interaction: conversation.submit(people.find(user), interaction, toModalValues(values)).id,
    }),
    'message-command'({ user: id, message: messageId, command }) {
      const message = messageFor(people.find(id), messageId)
      const user = userIn(id, message.channelId)
      return { interaction: conversation.messageCommand(user, command, message, command).id }
    },
    'user-command'({ user, channel, target, command }) {
      const { id } = people.find(target)
      return { interaction: conversation.userCommand(userIn(user, channel), command, id, command).id }
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
    async panel(request) {
      await act(request)
      panelChanged()
      return {}
    },
  }
}

function toFilled({ subcommands = [], options, files = {} }: CommandRequest): FilledOptions {
  const uploads = Object.entries(files).map(([option, file]): [string, SimFile] => [option, toFile(file)])
  return { subcommands, options, files: Object.fromEntries(uploads) }
}

function toModalValues(values: PageModalValues): ModalValues {
  const toValue = (part: string | PageFile) => (typeof part === 'string' ? part : toFile(part))
  const filled = Object.entries(values).map(([customId, value]): [string, ModalValue] => [
    customId,
    typeof value === 'string' ? value : value.map(toValue),
  ])
  return Object.fromEntries(filled)
}

const toFile = ({ name, contentType, base64 }: PageFile): SimFile => ({
  name,
  data: Buffer.from(base64, 'base64'),
  ...(contentType === undefined ? {} : { contentType }),
})

/** A command as Discord's client shows it. */
function toTitle({ command, subcommands = [], options, files = {} }: CommandRequest): string {
  const texts = Object.entries(options).map(([name, value]) => `${name}:${value}`)
  const uploads = Object.entries(files).map(([name, file]) => `${name}:${file.name}`)
  return [`/${command}`, ...subcommands, ...texts, ...uploads].join(' ')
}
