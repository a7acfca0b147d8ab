import type { Readiness } from '../../model/readiness.ts'
import type { PlatformState } from '../../steam/platform-check.ts'

interface Dependencies extends Pick<Readiness, 'database' | 'discord' | 'stopping' | 'budget' | 'replicas' | 'down'> {
  store: { isShared: boolean; isOpen: () => Promise<boolean>; isFailing: () => boolean }
  platform: () => Promise<PlatformState>
  findBlocked: () => Readiness['blocked']
}

export async function checkReadiness({ store, platform, findBlocked, ...rest }: Dependencies): Promise<Readiness> {
  const [isOpen, latest] = await Promise.all([store.isOpen(), platform()])
  // Read after the platform check, which can detect a block.
  const blocked = findBlocked()
  const state = blocked.includes('api') ? 'blocked' : latest
  return {
    // The service stays ready with a store that cannot be written, because a full disk would otherwise take it offline. It also stays ready
    // with a closed shared store, because all replicas would otherwise go offline together.
    ready: (isOpen || store.isShared) && state === 'reachable' && rest.database !== 'lost' && !rest.stopping,
    store: isOpen ? (store.isFailing() ? 'failing' : 'open') : 'closed',
    platform: state,
    blocked,
    ...rest,
  }
}
