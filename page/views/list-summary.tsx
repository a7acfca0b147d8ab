import { Icon } from './icon.tsx'
import { MAX_ACCOUNTS_IN_URL } from '../address.ts'
import { toneOfBatch } from '../../src/accounts/presentation/batch-entries.ts'
import { formatBannedCount, formatOtherCounts, type ListCounts } from '../list-counts.ts'
import { factsOf, isChecked, oldestRecordAt, type AccountList } from '../state/account-list.ts'
import { areChanged } from '../../src/text/rounded.ts'
import { useView } from './view-context.ts'

interface ListSummaryProps {
  list: AccountList
  counts: ListCounts
  /** The parts of the pasted text in which no account was recognized. */
  notRecognized: readonly string[]
}

/** Counts of the accounts of a list by kind; stays visible while the list is scrolled. */
export function ListSummary({ list, counts, notRecognized }: ListSummaryProps) {
  const { texts, relative } = useView()
  const { batch, common } = texts.accounts
  const { states, box } = texts.page
  const checked = list.entries.filter(isChecked)
  const waiting = list.entries.length - checked.length
  const isUnknown = checked.length === 0 || waiting > 0 || notRecognized.length > 0
  const tone = isUnknown ? 'incomplete' : toneOfBatch(checked.map(factsOf))
  const checkedAt = oldestRecordAt(list.entries)
  const bannedCount = formatBannedCount(counts, texts.accounts)
  // During the check, the progress says how many accounts are left.
  const otherCounts = formatOtherCounts(counts, list.isChecking ? 0 : waiting, texts.accounts)
  const shown = counts.banned > 0 ? 'banned' : tone
  return (
    <header class={`account summary tone-${shown}`}>
      <div role="status">
        <h2>{batch.title({ count: list.entries.length })}</h2>
        {list.isChecking && <p>{states.loadingAccounts({ done: checked.length, total: list.entries.length })}</p>}
        {bannedCount !== null && (
          <p class="verdict">
            <Icon tone={shown} /> {bannedCount}
            {notRecognized.length > 0 &&
              ` ${common.sentence({ text: batch.notRecognized({ count: notRecognized.length }) })}`}
          </p>
        )}
        {areChanged(list.accounts, notRecognized) && <p>{common.numbersChanged}</p>}
        {otherCounts.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {list.entries.length > MAX_ACCOUNTS_IN_URL && (
          <p class="hint">{box.notInAddress({ limit: MAX_ACCOUNTS_IN_URL })}</p>
        )}
      </div>
      {/* Outside of the status, which screen readers would read again whenever the age changes. */}
      {checkedAt !== null && <p class="age">{states.checked({ when: relative(checkedAt) })}</p>}
    </header>
  )
}
