import { isToolAccess } from './access.ts'
import type { AnyRoute, RouteCost } from './route.ts'

/** The price of each kind of request, in units of the quota. */
export type Costs = Record<RouteCost, number>

type Priced = Pick<AnyRoute, 'cost' | 'extraCost' | 'token'>

/** What an input costs in addition to its request. */
export function extraCostOf({ extraCost = 0 }: Priced, input: unknown): number {
  if (typeof extraCost === 'number') return extraCost
  if ('forPartsOf' in extraCost)
    return extraCost.forPartsOf === 'limit' ? costOfParts(extraCost, (input as { limit: number }).limit) : 0
  const entries = (input as Record<string, unknown>)[extraCost.forEntriesOf]
  return Array.isArray(entries) ? Math.max(0, Math.min(entries.length, extraCost.most) - 1) : 0
}

/** What a list of this many entries costs in addition to its request. */
export const costOfList = ({ extraCost = 0 }: Priced, entries: number): number =>
  typeof extraCost === 'object' && 'forPartsOf' in extraCost ? costOfParts(extraCost, entries) : 0

const costOfParts = ({ each }: { each: number }, entries: number) => Math.max(0, Math.ceil(entries / each) - 1)

/** The cost of an operation as the OpenAPI document states it, in `x-cost`. */
export function describeCost(route: Priced, costs: Costs): object {
  const { extraCost = 0 } = route
  const request = costs[route.cost]
  if (request === 0) return { quota: null, request: 0 }
  const quotas = quotasOf(route)
  if (typeof extraCost === 'number') return { ...quotas, request: request + extraCost }
  if ('forPartsOf' in extraCost)
    return { ...quotas, request, furtherPart: 1, partOf: extraCost.forPartsOf, partEntries: extraCost.each }
  const { forEntriesOf, most } = extraCost
  return { ...quotas, request, furtherEntry: 1, entriesOf: forEntriesOf, maxEntries: most }
}

/** The quota from which an operation takes; that of tools counts requests where a token of a tool is accepted, too. */
function quotasOf({ token }: Priced): object {
  if (isToolAccess(token)) return { quota: 'requests' }
  if (token === 'policy') return { quota: 'verdicts', quotaOfTools: 'requests' }
  return { quota: token === 'in_path' ? 'verdicts' : 'lookups' }
}
