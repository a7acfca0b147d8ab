import { layOutBars, type BarValue } from '../../bars.ts'

/** Values with bars, the largest first. The bars repeat what the numbers say, so screen readers skip them. */
export function BarList({ values }: { values: readonly BarValue[] }) {
  return (
    <ul class="bars">
      {layOutBars(values).map(({ label, text, share }) => (
        <li key={label}>
          <span>{label}</span> <strong>{text}</strong>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={share * 100} height="1" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
