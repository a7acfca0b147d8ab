import { viewMessage } from './message-view.ts'
import type { Message, MessageChange } from './messages.ts'
import type { SimDiscord } from './sim-discord.ts'
import type { State } from './state.ts'

/** The views of a Discord's messages. */
export function viewMessages(
  state: State,
  defaultChannelId: string,
): Pick<SimDiscord, 'channel' | 'message' | 'messages' | 'onPost' | 'onMessage'> {
  const listen = (listener: (message: Message, change: MessageChange) => void) => {
    state.messages.onChange.add(listener)
    return () => void state.messages.onChange.delete(listener)
  }
  return {
    channel: (channelId = defaultChannelId) =>
      state.messages
        .inChannel(channelId)
        .map((message) => viewMessage(state, message))
        .filter((message) => !message.isEphemeral()),
    message(id) {
      const message = state.messages.find(id)
      return message && viewMessage(state, message)
    },
    messages: () => state.messages.all().map((message) => viewMessage(state, message)),
    onPost: (listener) =>
      listen((message, change) => {
        const isPosted = change === 'posted' && message.origin.kind === 'channel' && message.writer === undefined
        if (isPosted) listener(viewMessage(state, message))
      }),
    onMessage: (listener) => listen((message, change) => listener(viewMessage(state, message), change)),
  }
}
