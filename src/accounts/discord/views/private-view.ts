import { bold } from 'discord.js'
import { createView, type View } from '../../../discord/view.ts'
import { ICONS } from '../../../lib/tone.ts'
import { NO_FACTS } from '../describe-error.ts'
import type { Texts } from '../texts.ts'
import { accountButtons, formatHead, formatNameAndId, type ViewedAccount } from './account-parts.ts'

/** The message that a part of an account is private. */
export function privateView(part: 'friends_private' | 'stats_private', account: ViewedAccount, texts: Texts): View {
  const sentence = texts.errors[part]({ ...NO_FACTS, subject: bold(formatNameAndId(account, texts)) })
  const head = formatHead(`### ${ICONS.private} ${texts.errorTitles[part]}`, account.foundBy, [sentence], texts)
  return createView('private', [head], accountButtons(account, [], texts))
}
