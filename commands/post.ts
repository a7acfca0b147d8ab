import type { Action } from '../src/discord/command.ts'
import { toPosted } from '../src/discord/post.ts'

/** Posts what the message shows, as it is, to the channel. */
export const postAction: Action = {
  name: 'post',
  open: (_, message) => ({
    cost: 'lookup',
    isBeside: true,
    async run({ post, userId, texts }) {
      await post(
        toPosted(
          message.components.map((component) => component.toJSON()),
          userId,
          texts,
        ),
      )
    },
  }),
}
