import type { Guild } from '../database/guilds.ts'

/** Where alerts of a server can be sent; null when no channel is set, or Discord refuses it for good. */
export function usableChannelOf(guild: Guild | undefined): string | null {
  return guild && guild.alertBlock === null ? guild.alertChannelId : null
}
