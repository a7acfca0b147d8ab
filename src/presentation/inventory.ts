import type { Inventory } from '../model/inventory.ts'
import type { AccountTexts } from './texts/account-texts.ts'

type Item = Inventory['items'][number]

/** What is known of the whole inventory. A private one is never shown as an empty one. */
export function formatInventorySize(
  { private: isPrivate, total }: Inventory,
  { inventory }: AccountTexts,
  emphasize: (count: string) => string,
): string {
  if (isPrivate) return inventory.private
  return total === 0 ? inventory.empty : emphasize(inventory.count(total))
}

/** Whether an item can be traded and sold. */
export function formatItemProperties({ tradable, marketable }: Item, { inventory }: AccountTexts): string {
  const properties = [...(tradable ? [inventory.tradable] : []), ...(marketable ? [inventory.marketable] : [])]
  return properties.join(', ') || inventory.bound
}
