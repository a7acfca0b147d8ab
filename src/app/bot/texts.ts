import { accountTexts } from '../../accounts/discord/texts.ts'
import { botTexts } from '../../discord/texts/texts.ts'
import { joinTexts } from '../../lib/join-texts.ts'
import { policyTexts } from '../../policy/discord/texts.ts'
import { watchTexts } from '../../watch/discord/texts.ts'
import { databaseTexts } from './database-words.ts'

/** All texts of the bot in every language. */
export const texts = joinTexts(botTexts, accountTexts, watchTexts, policyTexts, databaseTexts)

/** All texts of the bot in one language. */
export type Texts = (typeof texts)['en']
