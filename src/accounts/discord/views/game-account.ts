import { inlineCode } from 'discord.js'
import type { PastBans } from '../../../model/ban-record.ts'
import { formatBans, formatBansOnRecord, toneOfRecord, toneWithoutProfile } from '../../presentation/ban-status.ts'
import { type AgedPart, formatPartAges } from '../../presentation/part-ages.ts'
import { ICONS, signOfSteam } from '../../../lib/tone.ts'
import type { PartialRecord } from '../../find-record.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { type OwnBanNotes, NO_OWN_BAN, OWN_BAN_CHARACTERS } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { nonEmpty } from '../../../discord/view.ts'
import { earlierBanLines } from './earlier-bans.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { formatNameOrId, foundByLines, type ViewedAccount } from './account-parts.ts'

/** The account whose statistics or inventory a message shows. */
export interface GameAccount extends ViewedAccount {
  /** The ban record, if it is known without a call to Steam; otherwise null. */
  record: PartialRecord | null
  /** Bans from the history that Steam's newest record no longer has. */
  earlierBans?: PastBans | undefined
  /** What the server's own ban list says about the account. */
  ownBan?: OwnBanNotes
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
  const own = nonEmpty(ownBan.text(OWN_BAN_CHARACTERS))
  return [`## ${title}`, ...own, formatRecord(account, texts), ...foundByLines(foundBy, texts), ...lines].join('\n')
}

/** The known bans of the account as a verdict; empty if its bans are not known. */
export const gameVerdict = (account: GameAccount, texts: Texts) =>
  account.record === null ? '' : formatRecord(account, texts)

/** The foot of the message in small print: the id, unless the title has it, and the ages of the parts. */
export function gameFoot({ steamId, name, record }: GameAccount, parts: AgedPart[], texts: Texts): string {
  const bansAge: AgedPart[] = record ? [[texts.lookup.parts.bans, record.bans.fetchedAt]] : []
  const ages = formatPartAges([...parts, ...bansAge], texts, relativeTime)
  return `-# ${[...(name === null ? [] : [inlineCode(steamId)]), ...ages].join(' · ')}`
}

/** The known bans of the account, or a note that they were not checked. Without the note, the account would seem to have no bans. */
function formatRecord({ record, earlierBans, ownBan = NO_OWN_BAN }: GameAccount, texts: Texts): string {
  const { lookup } = texts
  if (!record) return `-# ${ICONS.incomplete} ${texts.compare.notChecked}`
  const { bans, summary } = record
  const earlier = earlierBanLines(bans.value, earlierBans, texts)
  if (!summary) {
    const icon = ICONS[toneWithoutProfile(bans.value)]
    return [`**${icon} ${formatBansOnRecord(bans.value, texts, escapeMarkdown)}**`, ...earlier].join('\n')
  }
  const tone = toneOfRecord(bans.value, summary.value)
  if (earlierBans && tone === 'clean') return earlier.join('\n')
  const verdict =
    tone === 'clean' || tone === 'private'
      ? `${signOfSteam(tone, ownBan.state)}${lookup[tone]}`
      : `**${ICONS[tone]} ${lookup[tone]({ what: formatBans(bans.value, texts, escapeMarkdown) })}**`
  return [verdict, ...earlier].join('\n')
}
