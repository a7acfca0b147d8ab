/** A value with its label and its text. */
export interface BarValue {
  label: string
  value: number
  text: string
}

/** Minimum length of a bar whose value is above 0, so that the bar is visible. */
const MIN_SHARE = 0.01

/** Values as horizontal bars, the longest first; `share` is the length from 0 to 1. */
export function layOutBars(values: readonly BarValue[]): (BarValue & { share: number })[] {
  const most = Math.max(0, ...values.map(({ value }) => value))
  return values
    .toSorted((a, b) => b.value - a.value)
    .map((bar) => ({ ...bar, share: bar.value > 0 ? Math.max(MIN_SHARE, bar.value / most) : 0 }))
}
