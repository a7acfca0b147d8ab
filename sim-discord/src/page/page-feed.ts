import type { ServerResponse } from 'node:http'
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts'
import type { GameControl } from '../../../sim/conversation/game.ts'
import type { WorldControl } from '../../../sim/conversation/world.ts'
import type { SimDiscord } from '../index.ts'
import { createEventStreams } from './event-stream.ts'
import { toCommands, toGuild, toInteraction, toPageMessage, toPerson, toWorld } from './page-state.ts'
import type { PageEvent, PageNote, PageState } from './protocol.ts'
import type { WireModal } from './wire-format.ts'

/** Older messages and notes are not sent to a page that connects. */
const MAX_MESSAGES = 500
const MAX_NOTES = 50

/** What the page shows. */
export interface FeedOptions {
  discord: SimDiscord
  conversation: Conversation
  world: WorldControl
  game: GameControl
  /** The first note. */
  startNote?: string
}

/** Sends what happens in the guild to all connected pages. */
export function createPageFeed({ discord, conversation, world, game, startNote }: FeedOptions) {
  const streams = createEventStreams()
  const { send } = streams
  let notes: PageNote[] = startNote === undefined ? [] : [{ id: 0, kind: 'world', at: Date.now(), text: startNote }]
  let noteCount = 0

  const readState = (): PageState => ({
    ...toGuild(discord.guild()),
    bot: discord.bot,
    people: conversation.people.all().map(toPerson),
    commands: toCommands(discord),
    messages: discord.messages().slice(-MAX_MESSAGES).map(toPageMessage),
    world: toWorld(world, game),
    notes,
  })
  const stops = [
    conversation.listen((event) => send(toEvent(event))),
    conversation.people.onChange((person) => send({ type: 'person', person: toPerson(person) })),
    discord.commands.onChange(() => send({ type: 'commands', commands: toCommands(discord) })),
  ]

  return {
    /** Answers with a stream of events, which begins with the state. */
    open: (response: ServerResponse) => streams.add(response, { type: 'state', state: readState() }),
    /** Adds a note about a change of the world. */
    addNote(kind: PageNote['kind'], text: string): void {
      noteCount += 1
      const note = { id: noteCount, kind, at: Date.now(), text }
      notes = [...notes, note].slice(-MAX_NOTES)
      send({ type: 'note', note })
      send({ type: 'world', world: toWorld(world, game) })
    },
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
