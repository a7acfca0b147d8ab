import type { Action } from '../src/discord/command.ts'
import { filesOf } from '../src/discord/files.ts'
import { canBePosted, POST, toMarkedAsPosted, toPosted } from '../src/discord/post.ts'

/** What a file of ours may weigh: Discord takes 10 MiB, and a long list has two of them. */
const OWN_FILE_KIBIBYTES = 9 * 1024

/** Posts what the message shows, as it is, to the channel. */
export const postAction: Action = {
  name: POST,
  runsOnce: true,
  createTask(_, { message }) {
    const components = message.components.map((component) => component.toJSON())
    return {
      cost: 'lookup',
      errorAsFollowUp: true,
      async run({ post, downloadFile, reply, userId, now, texts }) {
        // The user's client had not received yet that the message was posted.
        if (!canBePosted(components)) return
        const files = await Promise.all(filesOf(message).map((file) => downloadFile(file, OWN_FILE_KIBIBYTES)))
        await post({ components: toPosted(components, { userId, now }, texts), files })
        // The message is posted, whether or not the button can be marked; busy.ts ignores another click on it.
        await reply.show({ components: toMarkedAsPosted(components, texts), files }).catch(() => {})
      },
    }
  },
}
