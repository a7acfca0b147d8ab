import type { Actor } from '../model/actor.ts'
import { CommandError } from './command-error.ts'
import type { Invocation } from './command.ts'

/** The user and the server of a task about the server's data; throws an error elsewhere. */
export function actorOf({ guildId, noServer, guildLocale: locale, userId }: Invocation): Actor {
  if (guildId === null) throw new CommandError(noServer)
  return { guildId, locale, userId }
}
