import type { Images } from '../steam/images.ts'
import type { Steam } from '../steam/steam.ts'

/** What every use case works with; built once and passed on. */
export interface Context {
  steam: Steam
  images: Images
  /** Hosts the image proxy may fetch from, exact names. */
  imageHosts: readonly string[]
}
