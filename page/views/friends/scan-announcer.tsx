import { useMemo } from 'preact/hooks'
import { formatScanSummary } from '../../../src/accounts/presentation/friend-counts.ts'
import { formatStop } from '../../format-stop.ts'
import type { Scan } from '../../state/scan.ts'
import { countBanned, milestoneOf } from '../../state/scanned-friends.ts'
import { wordsOf } from '../../texts/error-words.ts'
import type { PageTexts } from '../../texts/page-texts.ts'
import { useView } from '../view-context.ts'

/** Announces the progress of a scan to screen readers, at milestones only. */
export function ScanAnnouncer({ scan, name }: { scan: Scan; name: string }) {
  const { texts } = useView()
  const announcement = useMemo(() => announce(scan, name, texts), [milestoneOf(scan), texts])
  return (
    <p class="hidden" role="status">
      {announcement}
    </p>
  )
}

function announce(scan: Scan, name: string, { accounts, errors }: PageTexts): string {
  const { friends } = accounts
  switch (scan.state) {
    case 'idle':
      return ''
    case 'running': {
      const { progress, found } = scan
      if (progress === null) return friends.scanning({ name })
      return [
        friends.progress({ current: progress.current, total: progress.total }),
        friends.bannedSoFar({ count: countBanned(found) }),
      ]
        .map((text) => accounts.common.sentence({ text }))
        .join(' ')
    }
    case 'cancelled':
      return `${accounts.common.sentence({ text: friends.cancelled })} ${formatStop(scan, accounts)}`
    case 'failed': {
      const { title } = wordsOf(scan.error.code, errors)
      return `${title}. ${formatStop(scan, accounts)}`
    }
    case 'done':
      return formatScanSummary(scan.result, { total: scan.total, offset: 0 }, accounts)
        .map(({ text }) => text)
        .join(' ')
  }
}
