import type { Action, Invocation } from '../src/discord/command.ts'
import { toPosted } from '../src/discord/post.ts'
import { POST } from '../src/discord/views/parts.ts'

/** The actions whose cards can be posted. */
const POSTABLE = new Set(['lookup', 'turn', 'compare', 'batch', 'stats', 'inventory'])

/**
 * The Post button: the rest of its custom id is that of a component which shows the card again. The card is built for everybody in the channel
 * and posted there; the message of the button stays.
 */
export const createPostAction = <I extends Invocation>(actions: readonly Action<I>[]): Action<I> => ({
  name: POST,
  runsOnce: true,
  createTask([name = '', ...args], input) {
    const action = actions.find((each) => each.name === name && POSTABLE.has(name))
    if (!action) throw new Error(`no card of ${name} can be posted`)
    const { run, ...task } = action.createTask(args, input)
    return {
      ...task,
      cost: 'lookup',
      errorAsFollowUp: true,
      async run(invocation) {
        const { post, texts } = invocation
        const reply: I['reply'] = { progress() {}, show: (card) => post(toPosted(card, invocation, texts)) }
        // The card was paid for when it was shown; its answers are in the cache.
        const paid = { charge: () => Promise.resolve(), chargeUpTo: (wanted: number) => Promise.resolve(wanted) }
        await run({ ...invocation, ...paid, audience: 'channel', reply })
      },
    }
  },
})
