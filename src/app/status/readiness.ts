import type { Readiness } from '../../model/readiness.ts'
import type { PlatformState } from '../../steam/platform-check.ts'

interface Dependencies extends Pick<Readiness, 'database' | 'discord' | 'stopping' | 'budget' | 'replicas' | 'down'> {
  store: { isOpen: () => Promise<boolean>; isFailing: () => boolean }
  platform: () => Promise<PlatformState>
  findBlocked: () => Readiness['blocked']
}

/**
 * Whether this process can answer, and the state of what it depends on. A balancer takes away a process that is not ready, so `ready` must
 * not depend on what fails for all processes at once, such as Steam: no process would then refuse banned players. The listener opens only after
 * lists and policies were read.
 */
export async function checkReadiness({ store, platform, findBlocked, ...rest }: Dependencies): Promise<Readiness> {
  const [isOpen, latest] = await Promise.all([store.isOpen(), platform()])
  // Read after the platform check, which can detect a block.
  const blocked = findBlocked()
  const state = blocked.includes('api') ? 'blocked' : latest
  return {
    ready: rest.database !== 'lost' && !rest.stopping,
    store: isOpen ? (store.isFailing() ? 'failing' : 'open') : 'closed',
    platform: state,
    blocked,
    ...rest,
  }
}
