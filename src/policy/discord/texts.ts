import { commands } from '../../../i18n/compiled/commands.ts'
import type { policy } from '../../../i18n/compiled/en.ts'
import type { Texts as AccountTexts } from '../../accounts/discord/texts.ts'
import type { Texts as BanTexts } from '../../bans/discord/texts.ts'
import type { Message } from '../../lib/message.ts'
import type { NoticeStatus } from '../policy-status.ts'

/** Texts about problems of the channel for alerts, which `/watch channel` sets. */
interface ChannelTexts {
  sent: { noChannel: string; blocks: Record<NonNullable<NoticeStatus['block']>, Message<{ channel: string }>> }
}

/** The texts of the commands about policies, in one language. */
export type Texts = AccountTexts & BanTexts & typeof policy & ChannelTexts

/** The command about policies, its subcommands, options and the choices of options, by name, in every language. */
export const {
  commands: COMMANDS,
  subcommands: SUBCOMMANDS,
  options: OPTIONS,
  modes: MODE_NAMES,
  reports: REPORT_NAMES,
  banReports: BAN_REPORT_NAMES,
  decisions: DECISION_NAMES,
} = commands.policy
