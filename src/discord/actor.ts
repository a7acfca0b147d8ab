import type { Actor } from '../model/actor.ts'
import { CommandError } from './command-error.ts'
import type { Invocation } from './command.ts'

/** The user and the server of a task about the server's data; throws `server_only` in a direct message. */
export function actorOf({ guildId, guildLocale: locale, userId }: Invocation): Actor {
  if (guildId === null) throw new CommandError('server_only')
  return { guildId, locale, userId }
}
