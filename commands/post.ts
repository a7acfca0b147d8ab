import type { Action } from '../src/discord/command.ts'
import { filesOf } from '../src/discord/files.ts'
import { canBePosted, toMarkedAsPosted, toPosted } from '../src/discord/post.ts'
import { POST } from '../src/discord/views/parts.ts'

/** Maximum size of a file of the bot; Discord accepts 10 MiB per message. */
const OWN_FILE_KIBIBYTES = 9 * 1024

/** The Post button: posts a copy of the message in the channel. */
export const postAction: Action = {
  name: POST,
  runsOnce: true,
  createTask(_, { message }) {
    const components = message.components.map((component) => component.toJSON())
    return {
      cost: 'lookup',
      errorAsFollowUp: true,
      async run({ post, downloadFile, reply, userId, now, texts }) {
        // The message is already posted; the click came before the user's client received the edit.
        if (!canBePosted(components)) return
        const files = await Promise.all(filesOf(message).map((file) => downloadFile(file, OWN_FILE_KIBIBYTES)))
        await post({ components: toPosted(components, { userId, now }, texts), files })
        // The message is posted even if this edit fails; `runsOnce` then ignores another click.
        await reply.show({ components: toMarkedAsPosted(components, texts), files }).catch(() => {})
      },
    }
  },
}
