import { useApp } from './app-context.ts'
import { ProblemText } from './problem-text.tsx'

const SHOWN = 5

/** What the newest changes of the world did, newest first, below what is wrong with the last one. */
export function Notes() {
  const { notes } = useApp().page
  return (
    // The keyboard scrolls a box that has the focus.
    <div class="notes" role="group" aria-label="What happened" tabIndex={0}>
      <ProblemText place="world" />
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
