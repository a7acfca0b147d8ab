import { ICONS, type Tone } from '../../src/lib/tone.ts'

/** The icon before words that say the same. */
export const Icon = ({ tone }: { tone: Tone }) => (
  <span class="icon" aria-hidden="true">
    {ICONS[tone]}
  </span>
)
