import type { Clock } from '../lib/clock.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Images } from '../steam/images.ts'
import type { Confirmations } from './confirmations.ts'
import type { RememberedScans } from './remembered-scans.ts'
import type { NewestBans } from '../steam/newest-bans.ts'
import type { RememberedAnswers, StaleAnswers, Steam } from '../steam/steam.ts'
import type { SteamClockReading } from '../steam/upstream/steam-clock.ts'

/** The dependencies of all use cases; built once. */
export interface Context {
  clock: Clock
  steam: Steam
  rememberedAnswers: RememberedAnswers
  staleAnswers: StaleAnswers
  /** Accounts with a ban record and without a profile. */
  missingProfiles: Confirmations
  /** Known accounts without a profile and without a ban record. */
  missingAccounts: Confirmations
  /** Whether a watch list or the ban list of a Discord server contains the account. Answers from memory. */
  isListed: (steamId: SteamId) => boolean
  rememberedScans: RememberedScans
  newestBans: NewestBans
  /** The difference between our clock and Steam's; undefined until Steam has answered. */
  steamClock: () => SteamClockReading | undefined
  /** Called with every ban record that a use case reads; never throws. */
  onRecord: (steamId: SteamId, bans: Cached<Bans>) => void
  onStale: () => void
  /** Throws `budget_spent` when the rest of the day's budget is reserved for lookups; `what` names the refused work, in the plural. */
  refuseWhenReserved: (what: string) => void
  images: Images
  /** Exact names of the hosts that the image proxy may fetch from. */
  imageHosts: readonly string[]
}
