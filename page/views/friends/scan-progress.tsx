import { Icon } from '../icon.tsx'
import type { Scan } from '../../state/scan.ts'
import { useView } from '../view-context.ts'

interface ScanProgressProps {
  progress: Extract<Scan, { state: 'running' }>['progress']
  /** Number of banned friends found so far. */
  banned: number
  name: string
}

/** The progress of a scan, and a button that ends it. */
export function ScanProgress({ progress, banned, name }: ScanProgressProps) {
  const { texts, actions } = useView()
  const { friends } = texts.accounts
  const { progressLabel, cancel } = texts.page.friends
  return (
    <section class="notice tone-limited">
      <h3>
        <Icon tone="limited" /> {friends.scanning({ name })}
      </h3>
      {/* Without a value, browsers animate the bar also for people who want less motion. */}
      <progress aria-label={progressLabel} value={progress?.current ?? 0} max={progress?.total || 1} />
      <p>
        {progress === null
          ? friends.loadingList
          : friends.progress({ current: progress.current, total: progress.total })}
        {banned > 0 && (
          <>
            {' · '}
            <strong>
              <Icon tone="banned" /> {friends.bannedSoFar({ count: banned })}
            </strong>
          </>
        )}
      </p>
      {progress !== null && progress.total < progress.totalFriends && (
        <p>{friends.part({ from: 1, to: progress.total, total: progress.totalFriends })}</p>
      )}
      <button type="button" onClick={actions.cancelScan}>
        {cancel}
      </button>
    </section>
  )
}
