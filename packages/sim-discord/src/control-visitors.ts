import { DEFAULT_PERMISSIONS, type SimUser } from './people.ts'
import type { SimReply } from './reply.ts'
import type { SimDiscord } from './sim-discord.ts'
import { FLAG, isRecord, PERMISSION } from './wire.ts'

const ANSWER_WITHIN_MS = 20_000

/** The users that control requests act as. */
export type Visitors = ReturnType<typeof createVisitors>

/** Creates users on demand, by name: moderators who may also ban members and manage the server, and `guest` without permissions. */
export function createVisitors(discord: SimDiscord) {
  const users = new Map<string, SimUser>()
  const replies = new Map<string, SimReply>()

  const userOf = (name: string, guildId: string | undefined): SimUser => {
    // The guild of a press is always known, that of a command may be the default.
    const key = `${guildId ?? discord.guild().id} ${name}`
    const permissions = name === 'guest' ? 0n : DEFAULT_PERMISSIONS | PERMISSION.banMembers | PERMISSION.manageGuild
    const user = users.get(key) ?? discord.user({ name, permissions, ...(guildId === undefined ? {} : { guildId }) })
    users.set(key, user)
    return user
  }
  const settle = async (reply: SimReply, formerEdit?: unknown) => {
    replies.set(reply.interactionId, reply)
    await reply.until(() => isSettled(reply, formerEdit), ANSWER_WITHIN_MS)
    const [followUp] = reply.followUps()
    const message = followUp ?? reply.message()
    return {
      interaction: reply.interactionId,
      modal: reply.modal(),
      message: message?.id,
      text: message?.text(),
      buttons: message?.buttons().map(({ label }) => label),
    }
  }

  return {
    type: ({ line, user, guild }: { line: string; user: string; guild?: string }) =>
      settle(userOf(user, guild).type(line)),
    press({ message: id, button, user }: { message: string; button: string | number; user: string }) {
      const message = discord.message(id)
      if (message === undefined) throw new Error(`There is no message ${id}`)
      const guildId = message.wire()['guild_id']
      const edit = message.wire()['edited_timestamp']
      return settle(userOf(user, typeof guildId === 'string' ? guildId : undefined).press(message, button), edit)
    },
    submit({ interaction, values }: { interaction: string; values: string | Record<string, string> }) {
      const reply = replies.get(interaction)
      if (reply === undefined) throw new Error(`There is no interaction ${interaction}`)
      const clicked = discord.message(clickedIdOf(reply) ?? '')
      return settle(reply.submit(values), clicked?.wire()['edited_timestamp'])
    },
  }
}

/** The id of the message with the used component. */
function clickedIdOf(reply: SimReply): string | undefined {
  const { message } = reply.sent()
  return isRecord(message) ? String(message['id']) : undefined
}

/** Whether the bot has answered, and does not only think; `formerEdit` is the last edit of the message with the button. */
function isSettled(reply: SimReply, formerEdit: unknown): boolean {
  if (reply.modal() !== undefined || reply.followUps().length > 0) return true
  const message = reply.message()
  if (message === undefined) return false
  const { flags, edited_timestamp: edit, id } = message.wire()
  if (clickedIdOf(reply) === id) return edit !== formerEdit
  return (Number(flags) & FLAG.loading) === 0
}
