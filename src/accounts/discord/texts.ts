import type { Texts as BotTexts } from '../../discord/texts/texts.ts'
import { byKey, inEachLanguage, type Translated } from '../../model/language.ts'
import { joinTexts } from '../../lib/join-texts.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { de } from '../words/de.ts'
import { de as discordDe } from '../words/discord/de.ts'
import { en as discordEn } from '../words/discord/en.ts'
import { en } from '../words/en.ts'

const shared: Translated<AccountTexts> = { en, de }
const ofDiscord: Translated<typeof discordEn> = { en: discordEn, de: discordDe }

/** What Discord shows about accounts, in every language. */
export const accountTexts = joinTexts(shared, ofDiscord)

/** The texts of the commands about accounts, in one language. */
export type Texts = BotTexts & typeof en & typeof discordEn

/** A text about accounts in every language. */
export const translated = <T>(pick: (texts: typeof en & typeof discordEn) => T) =>
  inEachLanguage((language) => pick(accountTexts[language]))

/** Names and descriptions of the commands about accounts and of their options, in every language. */
export const COMMANDS = byKey(translated(({ commands }) => commands))
export const OPTIONS = byKey(translated(({ options }) => options))
