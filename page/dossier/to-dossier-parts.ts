import type { FoundBy } from '../../src/presentation/found-by.ts'
import type { Loadable } from '../state/loadable.ts'
import type { AccountParts } from '../state/page-state.ts'
import type { Scan } from '../state/scan.ts'
import type { DossierParts, FriendsPart, MissingPart } from './dossier-parts.ts'

/** What the page has loaded of an account; null before the account itself. A part that is still loading is left out. */
export function toDossierParts(
  { account, friends, stats, inventory, comparison }: AccountParts,
  foundBy: FoundBy | null,
): DossierParts | null {
  if (account.state !== 'ready') return null
  const friendsPart = toFriendsPart(friends)
  const statsPart = toPart(stats, (value) => ({ stats: value }))
  const inventoryPart = toPart(inventory, (value) => ({ inventory: value }))
  const comparisonPart = toPart(comparison, (answer) => ({ answer }))
  return {
    account: account.value,
    foundBy,
    ...(friendsPart && { friends: friendsPart }),
    ...(statsPart && { stats: statsPart }),
    ...(inventoryPart && { inventory: inventoryPart }),
    ...(comparisonPart && { comparison: comparisonPart }),
  }
}

function toPart<Value, Part>(part: Loadable<Value>, wrap: (value: Value) => Part): Part | MissingPart | null {
  if (part.state === 'ready') return wrap(part.value)
  return part.state === 'failed' ? { code: part.error.code } : null
}

function toFriendsPart(scan: Scan): FriendsPart | null {
  switch (scan.state) {
    case 'idle':
    case 'running':
      return null
    case 'done':
      return { result: scan.result, total: scan.total }
    case 'failed':
    case 'cancelled': {
      const { progress, found, at } = scan
      // Without a list, the reason says more than that the scan stopped.
      if (scan.state === 'failed' && progress === null) return { code: scan.error.code }
      return { found, progress, at: Math.floor(at / 1_000) }
    }
  }
}
