/** Creates a function that creates its value on its first call, and returns that value from then on. */
export function lazy<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined
  return () => (created ??= { value: create() }).value
}

/** Creates a date format on its first use, because that takes milliseconds on a slow phone. */
export function lazyDateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Pick<Intl.DateTimeFormat, 'format'> {
  const format = lazy(() => new Intl.DateTimeFormat(locale, options))
  return { format: (date) => format().format(date) }
}
