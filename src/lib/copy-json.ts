/**
 * A copy of a JSON value, with `mapText` applied to its texts only: a secret to hide may look like a key or a number. Fields that are
 * undefined are left out.
 * @example
 *   copyJson({ name: 'a', at: undefined }, (text) => text.toUpperCase()) // { name: 'A' }
 */
export const copyJson = <T>(value: T, mapText = (text: string) => text): T =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? mapText(each) : each))) as T
