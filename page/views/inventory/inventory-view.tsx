import type { InventoryAnswer } from '../../../src/model/inventory.ts'
import type { Listing } from '../../address.ts'
import type { Loadable } from '../../state/loadable.ts'
import { Notice } from '../notice.tsx'
import { PartView } from '../part-view.tsx'
import { useView } from '../view-context.ts'
import { ItemList } from './item-list.tsx'

interface InventoryViewProps {
  steamId: string
  inventory: Loadable<InventoryAnswer>
  listing: Listing
}

/** The Rust items of an account. */
export function InventoryView({ steamId, inventory, listing }: InventoryViewProps) {
  return (
    <PartView name="inventory" part={inventory} subject={steamId}>
      {(value) => <KnownInventory inventory={value} listing={listing} />}
    </PartView>
  )
}

/** A private inventory is never shown as an empty one. */
function KnownInventory({ inventory, listing }: { inventory: InventoryAnswer; listing: Listing }) {
  const { texts, relative } = useView()
  const { accounts, page } = texts
  const { items, total, fetchedAt } = inventory
  const age = <p class="age">{page.states.checked({ when: relative(fetchedAt) })}</p>
  if (inventory.private) {
    return (
      <Notice tone="private" title={accounts.buttons.inventory}>
        <p>{accounts.inventory.private}</p>
        {age}
      </Notice>
    )
  }
  if (total === 0) {
    return (
      <>
        <p>{accounts.inventory.empty}</p>
        {age}
      </>
    )
  }
  return (
    <section>
      <h3>{accounts.inventory.count({ count: total })}</h3>
      {age}
      {items.length < total && <p>{accounts.inventory.firstOnly({ shown: items.length, total })}</p>}
      <ItemList items={items} listing={listing} />
    </section>
  )
}
