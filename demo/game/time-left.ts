const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const

/** A duration above 0 such as `2d 3h`, without units that are 0. The wording of the game is not known. */
export function formatTimeLeft(seconds: number): string {
  let rest = seconds
  const parts: string[] = []
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.join(' ')
}
