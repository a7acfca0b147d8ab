import type { Address } from '../address.ts'
import { countEntries } from '../../src/accounts/presentation/batch-entries.ts'
import { factsOf, isChecked, isUnchecked, leftOutOf, type AccountList, type PastedRest } from '../state/account-list.ts'
import { countRows, filterRows, isBannedRow, ROW_FILTERS, ROW_ORDERS, sortRows } from '../state/list-rows.ts'
import { ErrorBox } from './error-box.tsx'
import { ListActions } from './list-actions.tsx'
import { ListSummary } from './list-summary.tsx'
import { ListTable } from './list-table.tsx'
import { PastedLines } from './pasted-lines.tsx'
import { useView } from './view-context.ts'

interface ListViewProps {
  list: AccountList
  address: Address
  pasted: PastedRest | null
}

/** A list of accounts: counts that add up, and a table. */
export function ListView({ list, address, pasted }: ListViewProps) {
  const { texts, actions } = useView()
  const { filters, columns } = texts.page
  const { entries, error, at } = list
  const { listing, accounts, beyond } = address
  const filter = ROW_FILTERS.find((each) => each === listing.show) ?? 'all'
  const order = ROW_ORDERS.find((each) => each === listing.sort) ?? 'severity'
  const rows = sortRows(filterRows(entries, filter), order, texts.language)
  const counts = countRows(entries)
  const hidden = entries.filter(isBannedRow).length - rows.filter(isBannedRow).length
  const leftOut = leftOutOf(list, pasted)
  const orders = { severity: columns.mostSevere, entry: columns.asEntered, name: texts.accounts.buttons.account }
  return (
    <article>
      <ListSummary
        list={list}
        counts={countEntries(entries.filter(isChecked).map(factsOf))}
        notRecognized={pasted?.notRecognized ?? []}
      />
      {beyond > 0 && <p class="warning">{texts.page.box.leftOut({ count: beyond, limit: accounts.length })}</p>}
      {error && <ErrorBox error={error} at={at} subject="" onRetry={actions.retryList} />}
      {!error && !list.isChecking && entries.some(isUnchecked) && (
        <p>
          <button type="button" onClick={actions.retryList}>
            {texts.page.actions.checkAgain}
          </button>
        </p>
      )}
      <ListActions address={address} entries={sortRows(entries, order, texts.language)} pasted={pasted} />
      <div class="toolbar">
        <fieldset class="filters">
          <legend>{filters.label}</legend>
          {ROW_FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === filter}
              onClick={() => actions.setListing({ show: each === 'all' ? '' : each })}
            >
              {filters.withCount({ name: filters[each], count: counts[each] })}
            </button>
          ))}
        </fieldset>
        <label>
          {columns.sortBy}{' '}
          <select
            value={order}
            onChange={({ currentTarget }) =>
              actions.setListing({ sort: currentTarget.value === 'severity' ? '' : currentTarget.value })
            }
          >
            {ROW_ORDERS.map((each) => (
              <option key={each} value={each}>
                {orders[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {hidden > 0 && <p class="warning">{filters.bannedHidden({ count: hidden })}</p>}
      {rows.length > 0 ? <ListTable rows={rows} isChecking={list.isChecking} /> : <p>{filters.none}</p>}
      {leftOut && <PastedLines pasted={leftOut} />}
    </article>
  )
}
