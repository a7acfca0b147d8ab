import type { Action, Invocation } from '../src/discord/command.ts'
import { toPosted } from '../src/discord/post.ts'
import { POST } from '../src/discord/views/parts.ts'

/** The actions whose cards can be posted. */
const POSTABLE = new Set(['lookup', 'turn', 'compare', 'batch', 'stats', 'inventory'])

/**
 * The Post button: the rest of its custom id is that of a component which shows the card again, at the price of that component. The card is
 * built for everybody in the channel and posted there; the message of the button stays. Answers come from the cache while they are in it.
 */
export const createPostAction = <I extends Invocation>(actions: readonly Action<I>[]): Action<I> => ({
  name: POST,
  runsOnce: true,
  createTask([name = '', ...args], input) {
    const action = actions.find((each) => each.name === name && POSTABLE.has(name))
    if (!action) throw new Error(`no card of ${name} can be posted`)
    // The buttons below an error would show the card to one user, and *Refresh* would ask Steam again.
    const { run, retryId: _, backTo: __, freshWithinSeconds: ___, ...task } = action.createTask(args, input)
    return {
      ...task,
      errorAsFollowUp: true,
      async run(invocation) {
        const { post, texts } = invocation
        const reply: I['reply'] = { progress() {}, show: (card) => post(toPosted(card, invocation, texts)) }
        await run({ ...invocation, audience: 'channel', reply })
      },
    }
  },
})
