import type { ServiceHealth, Overall as OverallState } from '../../state/service-health.ts'
import { ICONS, type Tone } from '../../../src/lib/tone.ts'
import { overallSentence } from './overall-sentence.ts'
import { useStatus } from './status-context.ts'

const TONES: Record<OverallState, Tone> = {
  down: 'banned',
  attention: 'restricted',
  unknown: 'incomplete',
  well: 'clean',
}

/** The state of the whole service in one sentence. */
export function Overall({ health }: { health: ServiceHealth }) {
  const { texts } = useStatus()
  const tone = TONES[health.overall]
  return (
    <section class={`notice overall tone-${tone}`}>
      <h2>
        <span aria-hidden="true">{ICONS[tone]}</span> <span role="status">{overallSentence(health, texts)}</span>
      </h2>
    </section>
  )
}
