import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { LANGUAGES, findLanguage } from '../../model/language.ts'
import { LANGUAGE_CHOICES, setServerLanguage, type ServerLanguage } from '../server-settings.ts'
import type { Subcommand } from './command.ts'
import { LANGUAGE_OPTIONS, OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
import { language as names } from '../../../i18n/compiled/language.ts'
import { createView, type View } from '../../discord/view.ts'

export const languageSubcommand: Subcommand = {
  name: SUBCOMMANDS.language,
  build: (command) =>
    command.addStringOption((option) =>
      localized(option, OPTIONS.language)
        .setRequired(true)
        .addChoices(
          ...localizedChoices(['auto'], LANGUAGE_OPTIONS),
          // Each language in its own name, so that everybody finds theirs.
          ...LANGUAGES.map((language) => ({ name: names.name[language], value: language })),
        ),
    ),
  createTask(options) {
    const given = options.getString('language', true)
    const choice = LANGUAGE_CHOICES.find((each) => each === given)
    if (choice === undefined) throw new Error(`unknown language ${given}`)
    return {
      cost: 'free',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, reply, texts } = invocation
        const set = await setServerLanguage(context, actorOf(invocation), choice)
        await reply.show(languageSetView(set, texts))
      },
    }
  },
}

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
