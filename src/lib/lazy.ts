/** A function that creates its value when it is first called, and returns the same one from then on. */
export function lazy<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined
  return () => (created ??= { value: create() }).value
}

/** A date format that is created when it is first used, which takes milliseconds on a slow phone. */
export function lazyDateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Pick<Intl.DateTimeFormat, 'format'> {
  const format = lazy(() => new Intl.DateTimeFormat(locale, options))
  return { format: (date) => format().format(date) }
}
