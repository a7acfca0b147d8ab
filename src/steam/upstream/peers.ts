import { localPause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import type { SteamHost } from './request.ts'

/** State that this process shares with the replicas that call Steam with the same key or from the same address. */
export interface Peers {
  /** The number of replicas, this one included, that share the limit of calls in flight. */
  count: () => number
  /** The number of replicas that share the rate of inventory calls, because they call Steam from the same address. */
  countAtAddress: () => number
  /** The pause while Steam refuses the key. */
  key: SharedPause
  /** The pause that Steam has asked for by `Retry-After`. */
  retryAfter: SharedPause
  /** The pause of each host while its edge network blocks this server's address. */
  blocks: Record<SteamHost, SharedPause>
  /** The pause while Steam limits the inventories of this server's address. */
  inventories: SharedPause
}

/** The state of a process without replicas. */
export const noPeers: Peers = {
  count: () => 1,
  countAtAddress: () => 1,
  key: localPause,
  retryAfter: localPause,
  blocks: { api: localPause, community: localPause },
  inventories: localPause,
}
