import { language as names } from '../../../i18n/compiled/language.ts'
import { createView, type View } from '../../discord/view.ts'
import { findLanguage } from '../../model/language.ts'
import type { ServerLanguage } from '../server-language.ts'
import type { Texts } from './texts.ts'

/** The message that says which language a server has now and had before, and what is in this language. */
export function languageSetView(
  { before, now }: { before: ServerLanguage; now: ServerLanguage },
  { settings }: Texts,
): View {
  const lines = [
    `## 🌐 ${settings.title({ language: names.name[now.language] })}`,
    settings.now[keyOf(now)],
    settings.before[keyOf(before)]({ language: names.name[before.language] }),
    settings.use,
    `-# ${settings.answers}`,
  ]
  return createView('clean', [lines.join('\n')], [])
}

const keyOf = ({ isChosen }: ServerLanguage) => (isChosen ? 'chosen' : 'auto')

/** A choice in the log as people read it; the stored choice itself if this program does not have the language. */
export function formatLanguageChoice(choice: string, { settings }: Texts): string {
  if (choice === 'auto') return settings.asDiscord
  const language = findLanguage(choice)
  return language ? names.name[language] : choice
}
