/** The same function, which calculates the result for an object once and returns it as long as the object lives. */
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
