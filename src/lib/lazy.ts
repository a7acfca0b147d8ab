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

/** Returns a function that joins words by the rules of a locale, with a formatter that is created when it is first needed. */
export function lazyListFormat(
  locale: string,
  type?: Intl.ListFormatOptions['type'],
): (words: readonly string[]) => string {
  const lists = lazy(() => new Intl.ListFormat(locale, type && { type }))
  return (words) => lists().format(words)
}
