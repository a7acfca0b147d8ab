import { ProblemText } from '../../../sim-discord/src/page/view/index.ts'
import { usePanel } from './use-panel.ts'

const SHOWN = 5

/** What the newest changes of the world did, newest first, below what is wrong with the last one. */
export function Notes() {
  const { notes } = usePanel().panel
  return (
    // The keyboard scrolls a box that has the focus.
    <div class="notes" role="group" aria-label="What happened" tabIndex={0}>
      <ProblemText place="panel" />
      <div role="status" aria-atomic="false">
        {notes
          .slice(-SHOWN)
          .toReversed()
          .map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
      </div>
    </div>
  )
}
