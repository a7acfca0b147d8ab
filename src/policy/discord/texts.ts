import type { Texts as AccountTexts } from '../../accounts/discord/texts.ts'
import type { Texts as BanTexts } from '../../bans/discord/texts.ts'
import { byKey, inEachLanguage, type Translated } from '../../model/language.ts'
import type { NoticeStatus } from '../policy-status.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'

/** What Discord shows about policies, in every language. */
export const policyTexts: Translated<typeof en> = { en, de }

/** Texts about problems of the channel for alerts, which `/watch channel` sets. */
interface ChannelTexts {
  sent: { noChannel: string; blocks: Record<NonNullable<NoticeStatus['block']>, (channel: string) => string> }
}

/** The texts of the commands about policies, in one language. */
export type Texts = AccountTexts & BanTexts & typeof en & ChannelTexts

/** A text about policies in every language. */
export const translated = <T>(pick: (texts: typeof en) => T) =>
  inEachLanguage((language) => pick(policyTexts[language]))

/** The commands about policies and their options, by name. */
export const COMMANDS = byKey(translated(({ commands }) => commands))
export const SUBCOMMANDS = byKey(translated(({ subcommands }) => subcommands))
export const OPTIONS = byKey(translated(({ policyOptions }) => policyOptions))
