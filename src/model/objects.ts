/** The keys of an object that has no others than its type says. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

/** An object with the same keys, whose values are made from those of another one. */
export const mapValues = <Key extends string, Value, Result>(
  object: Readonly<Record<Key, Value>>,
  map: (value: Value, key: Key) => Result,
) => Object.fromEntries(keysOf(object).map((key) => [key, map(object[key], key)])) as Record<Key, Result>
