import type { BanRecord } from '../../model/ban-record.ts'
import { formatInterval } from '../../presentation/interval.ts'
import { ICONS, type Tone } from '../../presentation/tone.ts'
import type { BanStatus, KnownBans } from '../../service/watch/known-bans.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'

/** The tone of a watched account; one that is not fully known is never clean. */
export const toneOfStatus = (status: BanStatus): Tone => (status === 'unknown' ? 'incomplete' : status)

/** The icon of the status and what is known: `⛔ 1 VAC ban, last ban on 3 or 4 May 2026`. */
export const formatStatus = (bans: KnownBans, texts: Texts) =>
  `${ICONS[toneOfStatus(bans.status)]} ${formatKnownBans(bans, texts)}`

/** What is known of the bans in one line, with the parts that are not. `escape` is for Steam's own words. */
export function formatKnownBans(
  { record, lastBan, hasNoRecord = false }: Pick<KnownBans, 'record' | 'lastBan'> & Partial<KnownBans>,
  texts: Texts,
  escape: (word: string) => string = escapeMarkdown,
): string {
  const { watch, bans } = texts
  if (record === null) return hasNoRecord ? watch.noRecord : watch.notChecked
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0, EconomyBan: trade = 'none' } = record
  const unknown = unknownFields(record, texts)
  const parts = [
    ...(vac > 0 ? [bans.vac(vac)] : []),
    ...(game > 0 ? [bans.game(game)] : []),
    ...(record.CommunityBanned === true ? [bans.community] : []),
    ...(trade === 'none' ? [] : [bans.trade(escape(trade))]),
    ...(lastBan === null ? [] : [watch.lastBan(formatInterval(lastBan, texts))]),
    ...(unknown === '' ? [] : [watch.unknownFields(unknown)]),
  ]
  return parts.length > 0 ? parts.join(', ') : bans.none
}

function unknownFields(record: BanRecord, { watch: { fields }, lookup }: Texts): string {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, CommunityBanned: community, EconomyBan: trade } = record
  return [
    ...(vac === undefined ? [fields.vac] : []),
    ...(game === undefined ? [fields.game] : []),
    ...(community === undefined ? [fields.community] : []),
    ...(trade === undefined ? [fields.trade] : []),
  ].join(lookup.and)
}
