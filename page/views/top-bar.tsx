import type { ComponentChildren } from 'preact'
import { language as languageNames } from '../../i18n/compiled/language.ts'
import { LANGUAGES, type Language } from '../../src/model/language.ts'

interface TopBarProps {
  language: Language
  /** The label of the choice, for screen readers. */
  legend: string
  onLanguage: (language: Language) => void
  /** The name of the page. */
  children: ComponentChildren
}

/** The name of the page, and the choice of its language. */
export function TopBar({ language: chosen, legend, onLanguage, children }: TopBarProps) {
  return (
    <header class="top">
      <h1>{children}</h1>
      <select
        aria-label={legend}
        value={chosen}
        onChange={({ currentTarget }) => {
          const language = LANGUAGES.find((each) => each === currentTarget.value)
          if (language) onLanguage(language)
        }}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames.name[language]}
          </option>
        ))}
      </select>
    </header>
  )
}
