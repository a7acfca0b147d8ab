import { ProblemText } from '../../../packages/sim-discord/src/page/view/index.ts'
import { usePanel } from './use-panel.ts'

const SHOWN = 5

/** The results of the latest changes, newest first, below the error of the last one. */
export function Notes() {
  const { notes } = usePanel().panel
  return (
    // The box can have the focus, so that it can be scrolled by keyboard.
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
