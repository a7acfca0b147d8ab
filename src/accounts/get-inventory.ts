import type { CallContext } from '../lib/call-context.ts'
import type { Cached } from '../model/cached.ts'
import type { Inventory } from '../model/inventory.ts'
import type { InventoryPlace } from '../steam/methods/get-inventory-page.ts'
import type { Context } from './context.ts'

const ICON_SIZE = '256fx256f'

/** 50 items of a Rust inventory, by default the first. `icon` is an https URL of Steam, or empty. A private inventory is a result, not an error. */
export async function getInventory(
  { steam, imageHosts }: Context,
  place: InventoryPlace,
  callContext: CallContext,
): Promise<Cached<Inventory>> {
  const { value: page, ...age } = await steam.getInventory(place, callContext)
  if (!page) return { value: { private: true, items: [], total: 0, next: null }, ...age }
  // All `community.…` hosts serve the icons of items; the host of the avatars does not.
  const host = imageHosts.find((name) => name.startsWith('community.'))
  const items = page.items.map(({ iconUrl, ...item }) => ({
    ...item,
    icon: host && iconUrl ? `https://${host}/economy/image/${iconUrl}/${ICON_SIZE}` : '',
  }))
  return { value: { private: false, items, total: page.total, next: page.next }, ...age }
}
