import type { ServerResponse } from 'node:http'
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts'
import type { SimDiscord } from '../sim-discord.ts'
import { createEventStreams } from './event-stream.ts'
import { toCommands, toGuild, toInteraction, toPageMessage, toPerson } from './page-state.ts'
import type { PageEvent, PageState } from './protocol.ts'
import type { WireModal } from './wire-format.ts'

/** Older messages are not sent to a page that connects. */
const MAX_MESSAGES = 500

/** What the page shows. */
interface FeedOptions {
  discord: SimDiscord
  conversation: Conversation
  /** What the panel shows, as JSON. */
  readPanel: () => unknown
}

/** Sends what happens in the guild to all connected pages. */
export function createPageFeed({ discord, conversation, readPanel }: FeedOptions) {
  const streams = createEventStreams()
  const { send } = streams

  const readState = (): PageState => ({
    ...toGuild(discord.guild()),
    bot: discord.bot,
    people: conversation.people.all().map(toPerson),
    commands: toCommands(discord),
    messages: discord.messages().slice(-MAX_MESSAGES).map(toPageMessage),
    panel: readPanel(),
  })
  const stops = [
    conversation.listen((event) => send(toEvent(event))),
    conversation.people.onChange((person) => send({ type: 'person', person: toPerson(person) })),
    discord.commands.onChange(() => send({ type: 'commands', commands: toCommands(discord) })),
  ]

  return {
    /** Answers with a stream of events, which begins with the state. */
    open: (response: ServerResponse) => streams.add(response, { type: 'state', state: readState() }),
    /** Sends what the panel shows after a change. */
    panelChanged: () => send({ type: 'panel', panel: readPanel() }),
    /** Sends the guild after a change. */
    guildChanged: () => send({ type: 'guild', ...toGuild(discord.guild()) }),
    close(): void {
      for (const stop of stops) stop()
      streams.close()
    },
  }
}

function toEvent(event: ConversationEvent): PageEvent {
  switch (event.type) {
    case 'message':
      return event.change === 'deleted'
        ? { type: 'delete', messageId: event.message.id }
        : { type: 'message', message: toPageMessage(event.message) }
    case 'interaction':
      return { type: 'interaction', interaction: toInteraction(event.started) }
    case 'modal': {
      const { id, user, reply } = event.started
      // The simulated Discord has checked the modal against Discord's rules.
      return { type: 'modal', interactionId: id, userId: user.id, modal: reply.answer() as WireModal }
    }
  }
}
