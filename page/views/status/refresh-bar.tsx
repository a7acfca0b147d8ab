import { fillIn } from '../../../src/lib/message.ts'
import type { StatusState } from '../../state/status-feed.ts'
import { toIsoTime } from '../../format.ts'
import { Notice } from '../notice.tsx'
import { useStatus } from './status-context.ts'

interface RefreshBarProps {
  state: StatusState
  intervalSeconds: number
  onPause: (isPaused: boolean) => void
  onRefresh: () => void
}

/** When the values were read, and buttons that read them again or pause the reading. */
export function RefreshBar({ state: { refreshedAt, isPaused }, intervalSeconds, onPause, onRefresh }: RefreshBarProps) {
  const { texts, format } = useStatus()
  const { refresh } = texts
  return (
    <div class="refresh">
      <p class="hint">
        {refreshedAt !== null && (
          <>
            <time dateTime={toIsoTime(refreshedAt)}>{refresh.at({ time: format.time(refreshedAt) })}</time>
            {' · '}
          </>
        )}
        {isPaused ? refresh.paused : refresh.every({ seconds: intervalSeconds })}
      </p>
      <p class="actions">
        <button type="button" onClick={onRefresh}>
          {refresh.now}
        </button>
        <button type="button" onClick={() => onPause(!isPaused)}>
          {isPaused ? refresh.resume : refresh.pause}
        </button>
      </p>
    </div>
  )
}

/** Explains why the last attempt to read the values failed; nothing if it succeeded. */
export function StaleNotice({ state: { failure, refreshedAt, clockOffset } }: { state: StatusState }) {
  const { texts, format, relative } = useStatus()
  const { refresh } = texts
  if (failure === null) return null
  const title =
    refreshedAt === null
      ? refresh.never
      : refresh.old({ when: relative(refreshedAt + clockOffset), time: format.time(refreshedAt) })
  return (
    <Notice tone="incomplete" title={title}>
      <p role="alert">{fillIn<{ code: string }>(refresh.reasons[failure.reason], { code: failure.code })}</p>
      {failure.reason === 'logged_out' && (
        <p>
          <a class="button" href="/status">
            {refresh.logIn}
          </a>
        </p>
      )}
    </Notice>
  )
}
