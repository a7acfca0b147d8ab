/** A function that creates its value when it is first called, and returns the same one from then on. */
export function lazy<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined
  return () => (created ??= { value: create() }).value
}
