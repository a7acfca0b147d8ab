import { lazy } from './lazy.ts'

/** A date format that is created when it is first used, which takes milliseconds on a slow phone. */
export function lazyDateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Pick<Intl.DateTimeFormat, 'format'> {
  const format = lazy(() => new Intl.DateTimeFormat(locale, options))
  return { format: (date) => format().format(date) }
}
