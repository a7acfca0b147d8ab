import type { ReadEventsCursor } from '../../http/paging.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { BansContext } from '../bans-context.ts'
import type { ListFileReader } from '../formats/list-file-reader.ts'
import type { BanRepositories } from '../database/repositories.ts'

/** What the routes of ban lists need. */
export interface BanRoutesContext extends BansContext {
  /** The name of an account as it was last seen, without a call to Steam; empty if it is unknown. */
  rememberedName: (steamId: SteamId) => Promise<string>
  listReader: ListFileReader
  eventsCursor: ReadEventsCursor<BanRepositories>
}
