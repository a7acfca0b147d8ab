import type { Problem } from '../state/view-state.ts'
import { useApp } from './app-context.ts'

/** What is wrong with what the user did last at a place of the page. */
export function ProblemText({ place }: Pick<Problem, 'place'>) {
  const { problem } = useApp().state
  if (problem?.place !== place) return null
  return (
    <p class="failure" role="alert">
      {problem.text}
    </p>
  )
}
