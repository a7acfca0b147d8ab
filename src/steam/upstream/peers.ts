import type { PermitLease } from '../../lib/leased-limiter.ts'
import { localPause, type SharedPause } from '../../lib/shared-pause.ts'
import type { SteamHost } from './request.ts'

/** What this process shares with the other replicas that call Steam with the same key, or from the same address. */
export interface Peers {
  /** The number of replicas, this one included, that divide the calls in flight. */
  count: () => number
  /** While Steam refuses the key. */
  key: SharedPause
  /** After a start has checked the key: starts meanwhile do not repeat that. */
  keyCheck: SharedPause
  /** While Steam has asked for a pause by `Retry-After`. */
  retryAfter: SharedPause
  /** While the edge network of a host blocks this server's address. */
  blocks: Record<SteamHost, SharedPause>
  /** While Steam limits the inventories of this server's address. */
  inventories: SharedPause
  /** The inventory calls of this server's address; undefined in a single process. */
  inventoryLease: PermitLease | undefined
}

/** A single process. */
export const noPeers: Peers = {
  count: () => 1,
  key: localPause,
  keyCheck: localPause,
  retryAfter: localPause,
  blocks: { api: localPause, community: localPause },
  inventories: localPause,
  inventoryLease: undefined,
}
