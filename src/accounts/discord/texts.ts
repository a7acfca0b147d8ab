import { commands } from '../../../i18n/compiled/commands.ts'
import type { lookups } from '../../../i18n/compiled/en.ts'
import type { Texts as BotTexts } from '../../discord/texts/texts.ts'
import type { AccountTexts, CounterLabels } from '../words/account-texts.ts'

/** The texts of the commands about accounts, in one language. */
export type Texts = BotTexts & AccountTexts & typeof lookups & { counters: CounterLabels }

/** Names and descriptions of the commands about accounts and of their options, and the choices of options, in every language. */
export const { commands: COMMANDS, options: OPTIONS } = commands.lookups
export { kinds as KINDS } from '../../../i18n/compiled/kinds.ts'
