import { Icon } from '../icon.tsx'
import { formatStop } from '../../format-stop.ts'
import type { Scan } from '../../state/scan.ts'
import { countBanned } from '../../state/scanned-friends.ts'
import { ErrorBox } from '../error-box.tsx'
import { Notice } from '../notice.tsx'
import { useView } from '../view-context.ts'

interface StoppedScanProps {
  scan: Extract<Scan, { state: 'cancelled' | 'failed' }>
  name: string
}

/** Why a scan ended early, how far it came, and a button that starts it again. */
export function StoppedScan({ scan, name }: StoppedScanProps) {
  const { texts, actions } = useView()
  const { friends } = texts.accounts
  const { progress } = scan
  const banned = countBanned(scan.found)
  const retry = () => actions.retry('friends')
  const soFar = (
    <p>
      {formatStop(scan, texts.accounts)}{' '}
      {progress !== null && (
        <strong>
          {banned > 0 && <Icon tone="banned" />}
          {friends.bannedSoFar({ count: banned })}.
        </strong>
      )}
    </p>
  )
  if (scan.state === 'failed') {
    return (
      <>
        <ErrorBox error={scan.error} at={scan.at} subject={name} onRetry={retry} />
        {(progress !== null || scan.error.code === 'stream_broken') && soFar}
      </>
    )
  }
  return (
    <Notice tone="incomplete" title={friends.cancelled}>
      {soFar}
      <button type="button" onClick={retry}>
        {texts.page.friends.checkOthers}
      </button>
    </Notice>
  )
}
