import type { Interface } from 'node:readline'
import type { SimReply } from '../discord/index.ts'
import type { Conversation } from './conversation.ts'
import { createForm } from './form.ts'
import type { Users } from '../conversation/people.ts'

const NO_ANSWER = 'This interaction failed: the bot did not answer within 3 s.'

export interface FollowerOptions {
  users: Users
  conversation: Conversation
  reader: Interface
  refresh: () => void
  notify: (text: string) => void
}

/** Creates what follows the replies to the user's inputs: redraws their changes, and opens their modals. */
export function createFollower({ users, conversation, reader, refresh, notify }: FollowerOptions) {
  const showPrompt = () => reader.setPrompt(`${users.current().name}: `)
  const form = createForm({
    reader,
    notify,
    closed: showPrompt,
    submitted(reply) {
      conversation.track(reply, users.current())
      followClick(reply)
    },
  })
  const follow = (reply: SimReply) => {
    reply.onChange(() => {
      form.openNew(reply)
      refresh()
    })
  }
  const followClick = (reply: SimReply) => {
    follow(reply)
    reply.acknowledged().catch(() => notify(NO_ANSWER))
  }
  return {
    form,
    showPrompt,
    /** Follows the reply to a command. */
    follow,
    /** Follows the reply to a click or a modal, and reports when there is none. */
    followClick,
  }
}
