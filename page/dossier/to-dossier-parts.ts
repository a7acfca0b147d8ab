import type { FoundBy } from '../../src/model/steam-id.ts'
import type { Loadable } from '../state/loadable.ts'
import type { AccountParts } from '../state/page-state.ts'
import type { Scan } from '../state/scan.ts'
import type { DossierParts, FriendsPart, MissingPart } from './dossier-parts.ts'

/** The loaded parts of an account; null until the account itself is loaded. A part that was not requested is absent. */
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
  switch (part.state) {
    case 'idle':
      return null
    case 'loading':
      return { isLoading: true }
    case 'ready':
      return wrap(part.value)
    case 'failed':
      return { code: part.error.code }
  }
}

function toFriendsPart(scan: Scan): FriendsPart | null {
  switch (scan.state) {
    case 'idle':
      return null
    case 'done':
      return { result: scan.result, total: scan.total }
    case 'running':
    case 'failed':
    case 'cancelled': {
      const { progress, found, at } = scan
      const isRunning = scan.state === 'running'
      if (isRunning && progress === null) return { isLoading: true }
      // If the friend list was not loaded, the error code is used, because it says more than "stopped before the list was loaded".
      if (scan.state === 'failed' && progress === null) return { code: scan.error.code }
      return { isRunning, found, progress, at: Math.floor(at / 1_000) }
    }
  }
}
