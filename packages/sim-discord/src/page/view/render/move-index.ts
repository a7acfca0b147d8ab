/** The index after an arrow key in a list of `count`; it goes around at the ends. */
export function moveIndex(index: number | null, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (index === null) return key === 'ArrowDown' ? 0 : count - 1
  return (index + (key === 'ArrowDown' ? 1 : -1) + count) % count
}
