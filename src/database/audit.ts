import type { SteamId } from '../model/steam-id.ts'

export type AuditAction = 'added' | 'removed' | 'imported' | 'expired' | 'channel_set' | 'forgotten'

/** A change that somebody has made to the data of a Discord server. */
export interface AuditEntry {
  guildId: string
  at: number
  /** The Discord id of the user; null when the service did it by itself. */
  userId: string | null
  action: AuditAction
  /** The account that it is about; null when it is about none or several. */
  steamId: SteamId | null
  /** The reason, a channel, or a count, as text. */
  detail: string
}

export interface AuditRepository {
  add(entries: readonly AuditEntry[]): Promise<void>
  /** The newest entries of a server, newest first. */
  list(guildId: string, limit: number): Promise<AuditEntry[]>
  /** Removes the entries of a server about an account. */
  forget(guildId: string, steamId: SteamId): Promise<void>
  deleteOlderThan(before: number): Promise<void>
}
