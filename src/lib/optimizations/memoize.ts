import { createHash } from 'node:crypto'

/** Memoizes a pure function of an object; a result is kept for as long as its object lives. */
export function memoizeByObject<Key extends object, Value>(calculate: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = values.get(key)
    if (known) return known.value
    const value = calculate(key)
    values.set(key, { value })
    return value
  }
}

/** JSON of at least this length is cached as bytes; shorter JSON is faster as text, which is sent together with the headers. */
const BYTES_FROM = 8 * 1024

/**
 * The JSON of a value, which must not change afterwards. The JSON is cached as long as the value lives. Long JSON is cached
 * as bytes, because Node would keep a copy of a text for each client that reads slowly.
 */
export const toCachedJson = memoizeByObject((value: object): string | Buffer => {
  const text = JSON.stringify(value)
  return text.length < BYTES_FROM ? text : Buffer.from(text)
})

/** The strong entity tag of a value's JSON, cached like the JSON. */
export const etagOfCachedJson = memoizeByObject((value: object): string => {
  const hash = createHash('sha256').update(toCachedJson(value)).digest('base64url')
  return `"${hash.slice(0, 22)}"`
})

/**
 * Creates a cache of values that are built from parts: while the key and all parts are the same as before (`===`), it returns the value
 * that it built then. An entry lives as long as its key. Because a cached lookup then returns the same object again, its JSON is cached too
 * (`toCachedJson`). Without these two caches, a cached lookup takes 23 % more processor time.
 */
export function memoizeParts<Value>() {
  const entries = new WeakMap<object, { parts: readonly unknown[]; value: Value }>()
  return (key: object, parts: readonly unknown[], build: () => Value): Value => {
    const last = entries.get(key)
    if (last && isSame(last.parts, parts)) return last.value
    const value = build()
    entries.set(key, { parts, value })
    return value
  }
}

/** A loop instead of `every`, because a callback for each part takes longer than the comparison. */
function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  for (let index = 0; index < before.length; index++) if (before[index] !== now[index]) return false
  return true
}
