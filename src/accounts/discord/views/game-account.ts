import { inlineCode } from 'discord.js'
import type { PastBans } from '../../../model/ban-record.ts'
import { formatBans, formatBansOnRecord, toneOfRecord, toneWithoutProfile } from '../../presentation/ban-status.ts'
import { type AgedPart, formatPartAges } from '../../presentation/part-ages.ts'
import { ICONS, signOfSteam, toneWithEarlier } from '../../../lib/tone.ts'
import type { PartialRecord } from '../../find-record.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { type OwnBanNotes, NO_OWN_BAN } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { nonEmpty } from '../../../discord/view.ts'
import { earlierBanLines, formatCleanWithEarlier } from './earlier-bans.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { formatNameOrId, foundByLines, type ViewedAccount } from './account-parts.ts'

/** The account whose statistics or inventory a message shows. */
export interface GameAccount extends ViewedAccount {
  /** The ban record, if it is known without a call to Steam; otherwise null. */
  record: PartialRecord | null
  /** Bans from the history that Steam's newest record no longer has. */
  earlierBans?: PastBans | undefined
  /** What the server's own ban list says about the account. */
  ownBan?: OwnBanNotes | undefined
}

/** The top of the message: the title with the account's name, its ban by the server, its known bans, and further lines. */
export function gameHead(
  account: GameAccount,
  toTitle: (name: string) => string,
  lines: string[],
  texts: Texts,
): string {
  const { steamId, name, foundBy, ownBan = NO_OWN_BAN } = account
  const title = toTitle(formatNameOrId({ steamId, name }, texts))
  const bans = nonEmpty(ownBan.line, gameVerdict(account, texts))
  return [`## ${title}`, ...bans, ...foundByLines(foundBy, texts), ...lines].join('\n')
}

/** The foot of the message in small print: the id, unless the title has it, the ages of the parts, and that bans were not checked. */
export function gameFoot({ steamId, name, record }: GameAccount, parts: AgedPart[], texts: Texts): string {
  const bansAge: AgedPart[] = record ? [[texts.lookup.parts.bans, record.bans.fetchedAt]] : []
  const ages = formatPartAges([...parts, ...bansAge], texts, relativeTime)
  const unchecked = record ? [] : [`${ICONS.incomplete} ${texts.compare.notChecked}`]
  return `-# ${[...(name === null ? [] : [inlineCode(steamId)]), ...ages, ...unchecked].join(' · ')}`
}

/** What is known of the bans of an account, without how it was found. */
type KnownAccount = Pick<GameAccount, 'record' | 'earlierBans' | 'ownBan'>

/** The tone of what Steam says of the account; `incomplete` if its bans are not known. */
export function toneOfKnown({ record }: KnownAccount) {
  if (!record) return 'incomplete'
  const { summary, bans } = record
  return summary ? toneOfRecord(bans.value, summary.value) : toneWithoutProfile(bans.value)
}

/** The known bans of the account as a verdict, or that they were not checked, for a message whose heading says nothing of them. */
export const steamVerdict = (account: KnownAccount, texts: Texts): string =>
  gameVerdict(account, texts) || `${ICONS.incomplete} ${texts.lookup.banned({ what: texts.compare.notChecked })}`

/** The known bans of the account as a verdict; empty if its bans are not known. */
export function gameVerdict({ record, earlierBans, ownBan = NO_OWN_BAN }: KnownAccount, texts: Texts): string {
  const { lookup } = texts
  if (!record) return ''
  const { bans, summary } = record
  const earlier = earlierBanLines(bans.value, earlierBans, texts)
  if (!summary) {
    const icon = ICONS[toneWithoutProfile(bans.value)]
    const what = formatBansOnRecord(bans.value, texts, escapeMarkdown)
    return [`**${icon} ${lookup.banned({ what })}**`, ...earlier].join('\n')
  }
  const tone = toneOfRecord(bans.value, summary.value)
  if (earlierBans && tone === 'clean')
    return `${ICONS[toneWithEarlier(tone, earlierBans)]} ${formatCleanWithEarlier(bans.value, earlierBans, texts)}`
  const privacy = tone === 'private' ? ` · ${texts.common.profilePrivate}` : ''
  const verdict =
    tone === 'clean' || tone === 'private'
      ? `${signOfSteam(tone, ownBan.state)}${lookup.clean}${privacy}`
      : `**${ICONS[tone]} ${lookup[tone]({ what: formatBans(bans.value, texts, escapeMarkdown) })}**`
  return [verdict, ...earlier].join('\n')
}
