const MAX_QUOTED = 64

/**
 * A value of a request as error messages show it: short, and on one line.
 * @example
 *   quoted('30d') // '"30d"'
 *   quoted([1]) // 'an array'
 */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_QUOTED)) : String(value)
}
