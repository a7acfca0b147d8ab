import { language as names } from '../../../i18n/compiled/language.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { LANGUAGES } from '../../model/language.ts'
import { LANGUAGE_CHOICES, setServerLanguage } from '../server-language.ts'
import type { Subcommand } from './command.ts'
import { languageSetView } from './language-view.ts'
import { LANGUAGE_OPTIONS, OPTIONS, SUBCOMMANDS } from './texts.ts'

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
