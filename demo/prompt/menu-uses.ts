import { type Conversation, GUEST, type Started } from '../../packages/sim-discord/src/index.ts'
import type { KnownCommands } from './commands.ts'
import type { CurrentUser } from './current-user.ts'

interface MenuOptions {
  users: CurrentUser
  commands: () => KnownCommands
  conversation: Conversation
}

/** Creates the functions that use the bot's command in the menu of a message of the guest with this text, or of the user with this name. */
export function createMenuUses({ users, commands, conversation }: MenuOptions) {
  const { people } = conversation
  const commandOf = (kind: 'message' | 'user') => {
    const { [kind]: command } = commands()
    if (command === undefined) throw new Error(`The bot has no ${kind} command.`)
    return command
  }
  return {
    message(content: string): Started {
      const { name, shown } = commandOf('message')
      const author = { id: people.named(GUEST)?.id ?? '' }
      const title = `“${content}” › Apps › ${shown}`
      return conversation.messageCommand(users.current(), name, { content, author }, title)
    },
    user(called: string): Started {
      const { name, shown } = commandOf('user')
      const target = people.named(called)
      if (target === undefined) {
        const names = people.all().map((each) => each.name)
        throw new Error(`There is nobody called ${called}. There are: ${names.join(', ')}.`)
      }
      return conversation.userCommand(users.current(), name, target.id, `@${called} › Apps › ${shown}`)
    },
  }
}
