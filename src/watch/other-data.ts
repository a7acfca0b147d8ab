import type { Repositories } from '../database/database.ts'
import type { SteamId } from '../model/steam-id.ts'

/** What other features store about the accounts of a server. */
export interface OtherData {
  /** Drops what is not stored yet about an account that is to be forgotten. */
  drop: (guildId: string, steamId: SteamId) => Promise<void>
  /** Deletes what is stored about an account; returns whether it had an exception. */
  forget: (repositories: Repositories, guildId: string, steamId: SteamId) => Promise<boolean>
  /** Loads what has changed, after the change is committed; never rejects. */
  reload: () => Promise<void>
}
