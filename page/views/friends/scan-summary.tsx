import { Icon } from '../icon.tsx'
import { formatScanSummary, toneOfFriends } from '../../../src/accounts/presentation/friend-counts.ts'
import type { Scan } from '../../state/scan.ts'
import { Notice } from '../notice.tsx'
import { useView } from '../view-context.ts'

interface ScanSummaryProps {
  scan: Extract<Scan, { state: 'done' }>
  name: string
}

/** What a finished scan found, in numbers that add up. */
export function ScanSummary({ scan, name }: ScanSummaryProps) {
  const { texts, actions, relative } = useView()
  const { result, total } = scan
  return (
    <Notice tone={toneOfFriends(result)} title={texts.accounts.friends.title({ name })}>
      {formatScanSummary(result, { total, offset: 0 }, texts.accounts).map(({ kind, text }) => (
        <p key={text} class={kind === 'verdict' ? 'verdict' : undefined}>
          {(kind === 'unchecked' || kind === 'withoutProfile') && <Icon tone="incomplete" />}
          {text}
        </p>
      ))}
      <p class="age">{texts.page.states.checked({ when: relative(result.fetchedAt) })}</p>
      {result.unavailable > 0 && (
        <button type="button" onClick={() => actions.retry('friends')}>
          {texts.page.actions.checkAgain}
        </button>
      )}
    </Notice>
  )
}
