import type { ComponentChildren } from 'preact'
import { LANGUAGE_NAMES } from '../texts/page-texts.ts'
import { LANGUAGES, type Language } from '../../src/model/language.ts'

interface TopBarProps {
  language: Language
  /** The name of the group of language buttons. */
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
      <fieldset class="languages">
        <legend>{legend}</legend>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === chosen}
            onClick={() => onLanguage(language)}
          >
            {LANGUAGE_NAMES[language]}
          </button>
        ))}
      </fieldset>
    </header>
  )
}
