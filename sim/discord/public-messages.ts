import { viewMessage } from './message-view.ts'
import type { Message } from './messages.ts'
import type { SimDiscord } from './sim-discord.ts'
import type { State } from './state.ts'

/** The views of a Discord's messages. */
export function viewMessages(
  state: State,
  defaultChannelId: string,
): Pick<SimDiscord, 'channel' | 'message' | 'onPost'> {
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
    onPost(listener) {
      const report = (message: Message) => {
        if (message.origin.kind === 'channel') listener(viewMessage(state, message))
      }
      state.messages.onPost.add(report)
      return () => void state.messages.onPost.delete(report)
    },
  }
}
