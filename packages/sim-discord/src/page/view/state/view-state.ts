import type { PageEvent, PageInteraction, PageMessage, PagePerson, PageState } from '../../protocol.ts'
import type { WireModal } from '../../wire-format.ts'

/** A modal that is open for a person. */
export interface OpenModal {
  interactionId: string
  userId: string
  modal: WireModal
}

/** What the page shows. */
export interface ViewState {
  /** Null before the server has answered. */
  page: PageState | null
  interactions: readonly PageInteraction[]
  modals: readonly OpenModal[]
  isConnected: boolean
  userId: string
  channelId: string
  /** Ephemeral messages that their reader has dismissed. */
  dismissed: ReadonlySet<string>
  /** What is wrong with what the user did last; null after a request that was accepted. */
  problem: Problem | null
}

/** Where the user did something, and what is wrong with it as a sentence. */
export interface Problem {
  place: 'channel' | 'modal' | 'new-person' | 'person' | 'panel'
  text: string
}

/** The page before the server has answered; the ids or names come from the address. */
export const startState = (user: string, channel: string): ViewState => ({
  page: null,
  interactions: [],
  modals: [],
  isConnected: false,
  userId: user,
  channelId: channel,
  dismissed: new Set(),
  problem: null,
})

/** The page after an event of the server. */
export function applyEvent(state: ViewState, event: PageEvent): ViewState {
  if (event.type === 'state') return applyState(state, event.state)
  if (event.type === 'interaction') return { ...state, interactions: putInteraction(state, event.interaction) }
  if (event.type === 'modal') {
    const others = state.modals.filter(({ userId }) => userId !== event.userId)
    return { ...state, modals: [...others, event] }
  }
  return state.page === null ? state : { ...state, page: applyToPage(state.page, event) }
}

type Change = Exclude<PageEvent, { type: 'state' | 'interaction' | 'modal' }>

function applyToPage(page: PageState, event: Change): PageState {
  switch (event.type) {
    case 'message':
      return { ...page, messages: putById(page.messages, event.message, ({ wire }) => wire.id) }
    case 'delete':
      return { ...page, messages: page.messages.filter(({ wire }) => wire.id !== event.messageId) }
    case 'commands':
      return { ...page, commands: event.commands }
    case 'person':
      return { ...page, people: putById(page.people, event.person, ({ id }) => id) }
    case 'guild':
      return { ...page, guild: event.guild, channels: event.channels, roles: event.roles }
    case 'panel':
      return { ...page, panel: event.panel }
  }
}

/** A reconnect keeps who the user is; names from the address become ids. What was waited for may have been answered meanwhile. */
function applyState(state: ViewState, page: PageState): ViewState {
  const user = page.people.find(({ id, name }) => id === state.userId || name === state.userId) ?? page.people[0]
  const shown = page.channels.filter(({ type }) => type === 0)
  const channel = shown.find(({ id, name }) => id === state.channelId || name === state.channelId) ?? shown[0]
  const interactions = state.interactions.filter((each) => each.state !== 'waiting')
  return { ...state, page, interactions, isConnected: true, userId: user?.id ?? '', channelId: channel?.id ?? '' }
}

function putInteraction({ interactions }: ViewState, interaction: PageInteraction): PageInteraction[] {
  return putById(interactions, interaction, ({ id }) => id)
}

function putById<T>(list: readonly T[], item: T, idOf: (item: T) => string): T[] {
  const index = list.findIndex((each) => idOf(each) === idOf(item))
  return index === -1 ? [...list, item] : list.with(index, item)
}

/** The messages of a channel that a person sees, oldest first. */
export function messagesIn({ page, dismissed }: ViewState, channelId: string, userId: string): PageMessage[] {
  return (page?.messages ?? []).filter(
    ({ wire, visibleTo }) =>
      wire.channel_id === channelId && (visibleTo === null || visibleTo === userId) && !dismissed.has(wire.id),
  )
}

/** Whether a message notifies a person: by name, with everybody, or by a role, which the moderators of the page have. */
export const isMentioned = ({ notifies }: PageMessage, { id, isModerator }: PagePerson): boolean =>
  notifies.some((each) => [id, 'everyone', 'here'].includes(each) || (isModerator && each.startsWith('&')))
