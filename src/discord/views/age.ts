/** The time between two moments (Unix seconds), in the largest unit that says enough: days, months or years, all full ones. */
export function ageBetween(from: number, to: number): { unit: 'days' | 'months' | 'years'; count: number } {
  const [start, end] = [new Date(from * 1_000), new Date(to * 1_000)]
  const started = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const months = started - (isEarlierInMonth(end, start) ? 1 : 0)
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) }
  if (months >= 2) return { unit: 'months', count: months }
  return { unit: 'days', count: Math.max(0, Math.floor((to - from) / 86_400)) }
}

function isEarlierInMonth(end: Date, start: Date): boolean {
  return end.getUTCDate() < start.getUTCDate()
}
