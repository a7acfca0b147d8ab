import {
  formatFilter,
  type FriendConditions,
  type ScannedFriends,
} from '../../../src/accounts/presentation/friend-filter.ts'
import { countKinds, WITHIN_DAYS } from '../../state/scanned-friends.ts'
import { useView } from '../view-context.ts'

interface FriendFiltersProps {
  scanned: ScannedFriends
  conditions: FriendConditions
  /** Number of friends that the filter shows. */
  matches: number
}

/** The filters of the listed friends: by their bans, and by the time since their last ban. */
export function FriendFilters({ scanned, conditions, matches }: FriendFiltersProps) {
  const { texts, actions } = useView()
  const { friends, filters } = texts.page
  const { kind: shown, within } = conditions
  return (
    <>
      <div class="toolbar">
        <fieldset class="filters">
          <legend>{texts.page.columns.bans}</legend>
          {countKinds(scanned, within).map(({ kind, count }) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === shown}
              onClick={() => actions.setListing({ show: kind === 'any' ? '' : kind })}
            >
              {filters.withCount({ name: texts.accounts.kinds[kind], count })}
            </button>
          ))}
        </fieldset>
        <label>
          {friends.filterWithin}{' '}
          <select
            value={within ?? ''}
            onChange={({ currentTarget }) => actions.setListing({ within: currentTarget.value })}
          >
            <option value="">{friends.anyTime}</option>
            {WITHIN_DAYS.map((days) => (
              <option key={days} value={days}>
                {friends.withinDays({ count: days })}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="status">{formatFilter(conditions, matches, texts.accounts)}</p>
    </>
  )
}
