import type { LoopClock } from '../lib/loop-clock.ts'
import type { Images } from '../steam/images.ts'
import type { MissingProfiles } from './missing-profiles.ts'
import type { StaleAnswers, Steam } from '../steam/steam.ts'

/** What every use case works with; built once and passed on. */
export interface Context {
  /** By which waits for Steam are measured. */
  loop: LoopClock
  steam: Steam
  staleAnswers: StaleAnswers
  missingProfiles: MissingProfiles
  /** Hears of each answer that was given although it had expired. */
  onStale: () => void
  /** Throws `budget_spent` when what is left of the day's calls is for look-ups alone; `what` is refused, in the plural. */
  refuseWhenReserved: (what: string) => void
  images: Images
  /** Hosts the image proxy may fetch from, exact names. */
  imageHosts: readonly string[]
}
