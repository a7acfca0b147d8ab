/** The languages to choose from, by the locales of Discord. */
export const LANGUAGES: Record<string, string> = {
  'en-US': 'English',
  de: 'Deutsch',
  fr: 'Français',
  'pt-BR': 'Português',
}

interface LanguageFieldProps {
  label: string
  locale: string
  onChange: (locale: string) => void
}

/** A choice of a language; a locale that is not in the list is shown as it is. */
export function LanguageField({ label, locale, onChange }: LanguageFieldProps) {
  const known = locale in LANGUAGES ? LANGUAGES : { ...LANGUAGES, [locale]: locale }
  return (
    <select aria-label={label} value={locale} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {Object.entries(known).map(([value, shown]) => (
        <option value={value}>{shown}</option>
      ))}
    </select>
  )
}
