import { ICONS, type Tone } from '../../src/lib/tone.ts'

/** An icon, hidden from screen readers because the words after it say the same. */
export const Icon = ({ tone }: { tone: Tone }) => (
  <span class="icon" aria-hidden="true">
    {ICONS[tone]}
  </span>
)
