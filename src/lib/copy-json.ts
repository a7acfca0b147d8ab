/**
 * A copy of a JSON value, with `mapText` applied to its texts. Keys and numbers stay as they are, even if they look like a secret that
 * `mapText` hides. Fields that are undefined are left out.
 * @example
 *   copyJson({ name: 'a', at: undefined }, (text) => text.toUpperCase()) // { name: 'A' }
 */
export const copyJson = <T>(value: T, mapText = (text: string) => text): T =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? mapText(each) : each))) as T
