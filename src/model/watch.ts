import type { SteamId } from './steam-id.ts'

/** An account on the watch list of a Discord server. */
export interface Watch {
  guildId: string
  steamId: SteamId
  /** The Discord id of the user who added it. */
  addedBy: string
  addedAt: number
  reason: string
  /** When it leaves the list by itself; null for never. */
  until: number | null
  /** When the first valid record after adding was seen; null until then. Only later changes are reported. */
  baselineAt: number | null
}
