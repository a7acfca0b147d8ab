/** The keys of an object with their types. The object must have no other keys than its type says. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

/** An object with the same keys, and with what `map` returns for each value. */
export const mapValues = <Key extends string, Value, Result>(
  object: Readonly<Record<Key, Value>>,
  map: (value: Value, key: Key) => Result,
) => Object.fromEntries(keysOf(object).map((key) => [key, map(object[key], key)])) as Record<Key, Result>
