import { useId } from 'preact/hooks'
import type { Inventory } from '../../../src/model/inventory.ts'
import { formatItemLimits } from '../../../src/accounts/presentation/inventory.ts'
import type { Listing } from '../../address.ts'
import { countItems, filterItems, ITEM_FILTERS, visibleItemName, type PlacedItem } from '../../state/inventory-items.ts'
import { useView } from '../view-context.ts'
import { ItemPicture } from './item-picture.tsx'

interface ItemListProps {
  items: Inventory['items']
  listing: Listing
}

/** Items with their pictures, below the filter and the search field that narrow them down. */
export function ItemList({ items, listing }: ItemListProps) {
  const { texts, actions } = useView()
  const { inventory, filters } = texts.page
  const search = useId()
  const filter = ITEM_FILTERS.find((each) => each === listing.show) ?? 'all'
  const shown = filterItems(items, filter, listing.find ?? '')
  const counts = countItems(items)
  return (
    <>
      <div class="toolbar">
        <fieldset class="filters">
          <legend>{filters.label}</legend>
          {ITEM_FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === filter}
              onClick={() => actions.setListing({ show: each === 'all' ? '' : each })}
            >
              {filters.withCount({ name: inventory[each], count: counts[each] })}
            </button>
          ))}
        </fieldset>
        <div class="item-search">
          <label for={search}>{inventory.search}</label>
          <input
            id={search}
            type="search"
            autocomplete="off"
            spellcheck={false}
            value={listing.find ?? ''}
            onInput={({ currentTarget }) => actions.setListing({ find: currentTarget.value })}
          />
        </div>
      </div>
      <p role="status">
        {inventory.matches({ count: shown.length, total: items.length })}
        {shown.length === 0 && ` · ${filters.none}`}
      </p>
      <ul class="items">
        {shown.map((item) => (
          <ItemTile key={item.place} item={item} />
        ))}
      </ul>
    </>
  )
}

function ItemTile({ item }: { item: PlacedItem }) {
  const limits = formatItemLimits(item, useView().texts.accounts)
  return (
    <li>
      <ItemPicture url={item.icon} />
      <bdi>{visibleItemName(item)}</bdi>
      {limits !== '' && <small>{limits}</small>}
    </li>
  )
}
