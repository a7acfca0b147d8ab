import type { LoopClock } from '../lib/loop-clock.ts'
import type { Images } from '../steam/images.ts'
import type { MissingProfiles } from './missing-profiles.ts'
import type { StaleAnswers, Steam } from '../steam/steam.ts'

/** The dependencies of all use cases; built once. */
export interface Context {
  loop: LoopClock
  steam: Steam
  staleAnswers: StaleAnswers
  missingProfiles: MissingProfiles
  onStale: () => void
  /** Throws `budget_spent` when the rest of the day's budget is reserved for lookups; `what` names the refused work, in the plural. */
  refuseWhenReserved: (what: string) => void
  images: Images
  /** Exact names of the hosts that the image proxy may fetch from. */
  imageHosts: readonly string[]
}
