import { refuse, type Answer } from './answer.ts'
import type { Channel } from './guilds.ts'
import type { State } from './state.ts'
import { PERMISSION } from './wire.ts'

/** A channel that the bot can see, and its permissions there. */
export interface OpenChannel {
  channel: Channel
  has: (permission: bigint) => boolean
}

/** Opens a channel for the bot; a rejection is the answer to send. */
export function openChannel({ guilds }: State, channelId: string): OpenChannel | { refused: Answer } {
  const channel = guilds.channel(channelId)
  const guild = channel && guilds.find(channel.guildId)
  if (channel === undefined || guild === undefined) return { refused: reject(404, 10003, 'Unknown Channel') }
  const permissions = guilds.permissionsIn(guild) & ~channel.denied
  const has = (permission: bigint): boolean => (permissions & permission) === permission
  return has(PERMISSION.viewChannel) ? { channel, has } : { refused: reject(403, 50001, 'Missing Access') }
}

/** Discord's error for what only the moderators of a guild can know beforehand; not a violation. */
export function reject(status: number, code: number, message: string): Answer {
  const { broken: _, ...answer } = refuse(status, code, message)
  return answer
}
